package desk

import (
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"noir/tui"
	"noir/tui/kit"
	"noir/tui/page"
)

// recovery is the screen that makes recovery codes and shows them once.
type recovery struct {
	session *tui.Session
	left    int      // older unused ones, which new ones would void
	codes   []string // nil before they are made
	busy    bool
	refusal string
}

// recoverable brings the codes.
type recoverable struct{ codes []string }

func (r *recovery) Init() tea.Cmd { return nil }

func (r *recovery) Update(msg tea.Msg) (tui.Screen, tea.Cmd) {
	switch msg := msg.(type) {
	case refused:
		r.busy, r.refusal = false, msg.text(r.session)
	case recoverable:
		r.codes, r.busy, r.refusal = msg.codes, false, ""
	case tea.KeyPressMsg:
		switch {
		case r.busy: // the earlier codes may be void already
		case key.Matches(msg, page.Keys.Back):
			return r, tui.Ask(tui.Pop{})
		case key.Matches(msg, page.Keys.Enter) && r.codes == nil:
			r.busy = true
			return r, r.ask()
		}
	}
	return r, nil
}

func (r *recovery) ask() tea.Cmd {
	ctx, keys, player := r.session.Context, r.session.Keys, r.session.Player.ID
	return func() tea.Msg {
		codes, err := keys.NewRecovery(ctx, player)
		if err != nil {
			return refused{err}
		}
		return recoverable{codes}
	}
}

// Question implements tui.Guard.
func (r *recovery) Question() string {
	if r.codes == nil {
		return ""
	}
	return r.session.Words("These codes are never shown again. Have you kept them?")
}

func (r *recovery) View(w, h int, th *tui.Theme) []string {
	p := page.Page{Title: th.Upper(th.Words("recovery")), Fact: r.session.Player.Name}
	a := p.Body(w, h)
	switch {
	case r.codes != nil:
		return p.Draw(th, w, h, r.sheet(th, a))
	case r.refusal != "":
		return p.Draw(th, w, h, page.Note(th.Danger, a.W, r.refusal))
	}
	texts := []string{th.Words("A recovery code brings you back if you lose all your keys. Ten are made at a time, and each works once.")}
	if r.left > 0 {
		texts = append(texts, th.Words("The earlier ones will no longer work."))
	}
	return p.Draw(th, w, h, append([]string{""}, page.Prose(th.Text, a.W, texts...)...))
}

// sheet shows the codes, side by side where they fit.
func (r *recovery) sheet(th *tui.Theme, a page.Area) []string {
	lines := page.Prose(th.Text, a.W, th.Words("Print these, or write them down: they are shown only now."))
	lines = append(lines, "")
	columns := 1
	if a.W >= 2*kit.Width(r.codes[0])+3*len(page.Gutter) {
		columns = 2
	}
	rows := (len(r.codes) + columns - 1) / columns
	for y := range rows {
		line := ""
		for i := y; i < len(r.codes); i += rows {
			line += page.Gutter + th.Bright.Render(r.codes[i])
		}
		lines = append(lines, line)
	}
	lines = append(lines, "")
	lines = append(lines, page.Prose(th.Smoke, a.W, th.Words("With a new key:"))...)
	return append(lines, command(th, a.W, r.session.Address+" recover "+r.session.Player.Name+" CODE")...)
}

func (r *recovery) ShortHelp() []key.Binding {
	return []key.Binding{tui.When(r.codes == nil, tui.Says(page.Keys.Enter, "make ten codes")), page.Keys.Back}
}

func (r *recovery) FullHelp() [][]key.Binding { return nil }
