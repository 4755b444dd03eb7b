package desk

import (
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"noir/data"
	"noir/data/account"
	"noir/tui"
	"noir/tui/kit"
	"noir/tui/page"
)

// zone is the screen on which a value is typed that the menu does not offer.
type zone struct {
	session *tui.Session
	setting account.Setting
	field   kit.Field
	refusal string
}

func newZone(s *tui.Session, setting account.Setting) *zone {
	return &zone{session: s, setting: setting, field: kit.NewField(setting.Of(s.Settings), 64)}
}

func (z *zone) Init() tea.Cmd { return nil }

func (z *zone) Update(msg tea.Msg) (tui.Screen, tea.Cmd) {
	switch msg := msg.(type) {
	case refused:
		z.refusal = msg.text(z.session)
		return z, nil
	case changed:
		return z, tea.Sequence(tui.Ask(tui.Settle{Settings: msg.now}), tui.Ask(tui.Pop{}))
	case tea.KeyPressMsg:
		switch {
		case key.Matches(msg, page.Keys.Escape):
			return z, tui.Ask(tui.Pop{})
		case key.Matches(msg, page.Keys.Enter):
			return z, z.take()
		}
	}
	if z.field.Update(msg) {
		z.refusal = ""
	}
	return z, nil
}

// take sets the typed value, if it is valid.
func (z *zone) take() tea.Cmd {
	if _, err := z.setting.In(data.Settings{}, z.field.Text()); err != nil {
		z.refusal = z.session.Words("There is no time zone of that name. Try one such as Europe/Berlin.")
		return nil
	}
	return change(z.session, z.setting, z.field.Text())
}

func (z *zone) View(w, h int, th *tui.Theme) []string {
	p := page.Page{Title: th.Upper(th.Words(z.setting.Title))}
	a := p.Body(w, h)
	body := append([]string{""}, page.Prose(th.Text, a.W, th.Words(z.setting.About))...)
	body = append(body, "", answer(th, &z.field), "")
	if z.refusal != "" {
		body = append(body, page.Prose(th.Danger, a.W, z.refusal)...)
	}
	return p.Draw(th, w, h, body)
}

// Typing implements tui.Typist.
func (z *zone) Typing() bool { return true }

func (z *zone) ShortHelp() []key.Binding {
	return []key.Binding{tui.Says(page.Keys.Enter, "take it"), page.Keys.Escape}
}

func (z *zone) FullHelp() [][]key.Binding { return nil }
