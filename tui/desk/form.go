package desk

import (
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"noir/tui"
	"noir/tui/kit"
	"noir/tui/page"
)

// form is what screens share on which one text is typed.
type form struct {
	session *tui.Session
	field   kit.Field
	busy    bool   // what was typed is being stored
	refusal string // until something else is typed
}

func (f *form) Init() tea.Cmd { return nil }

// update handles keys and a refusal. Enter calls send. While that is under way keys do nothing, so
// that the visitor sees what comes of it.
func (f *form) update(msg tea.Msg, send func() tea.Cmd) tea.Cmd {
	switch msg := msg.(type) {
	case refused:
		f.busy, f.refusal = false, msg.text(f.session)
		return nil
	case tea.KeyPressMsg:
		switch {
		case f.busy:
			return nil
		case key.Matches(msg, page.Keys.Escape):
			return tui.Ask(tui.Pop{})
		case key.Matches(msg, page.Keys.Enter):
			return send()
		}
	}
	if !f.busy && f.field.Update(msg) {
		f.refusal = ""
	}
	return nil
}

// draw shows what is asked, the field, and why the text was refused.
func (f *form) draw(p page.Page, w, h int, th *tui.Theme, asked ...string) []string {
	a := p.Body(w, h)
	body := append([]string{""}, page.Prose(th.Text, a.W, asked...)...)
	body = append(body, "", answer(th, &f.field), "")
	return p.Draw(th, w, h, append(body, f.refused(th, a.W)...))
}

// refused says why the text was refused, if it was.
func (f *form) refused(th *tui.Theme, w int) []string {
	if f.refusal == "" {
		return nil
	}
	return page.Prose(th.Danger, w, f.refusal)
}

// Typing implements tui.Typist.
func (f *form) Typing() bool { return true }

func (f *form) FullHelp() [][]key.Binding { return nil }
