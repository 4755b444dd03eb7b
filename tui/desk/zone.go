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

// zone is the screen for typing a time zone that the menu does not offer.
type zone struct {
	form
	setting account.Setting
}

func newZone(s *tui.Session, setting account.Setting) *zone {
	return &zone{form{session: s, field: kit.NewField(setting.Of(s.Settings), 64)}, setting}
}

func (z *zone) Update(msg tea.Msg) (tui.Screen, tea.Cmd) {
	if _, ok := msg.(changed); ok {
		return z, tui.Ask(tui.Pop{})
	}
	return z, z.update(msg, z.take)
}

// take sets the typed value, if it is valid.
func (z *zone) take() tea.Cmd {
	if _, err := z.setting.In(data.Settings{}, z.field.Text()); err != nil {
		z.refusal = z.session.Why(err)
		return nil
	}
	z.busy = true
	return change(z.session, z.setting, z.field.Text())
}

func (z *zone) View(w, h int, th *tui.Theme) []string {
	p := page.Page{Title: th.Upper(th.Words(z.setting.Title))}
	return z.draw(p, w, h, th, th.Words(z.setting.About))
}

func (z *zone) ShortHelp() []key.Binding {
	return []key.Binding{tui.Says(page.Keys.Enter, "take it"), page.Keys.Escape}
}
