package desk

import (
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"noir/data"
	"noir/tui"
	"noir/tui/kit"
	"noir/tui/page"
)

// farewell is the screen on which a player deletes their account.
type farewell struct{ form }

func newFarewell(s *tui.Session) *farewell {
	return &farewell{form{session: s, field: kit.NewField("", data.MaxName)}}
}

func (f *farewell) Update(msg tea.Msg) (tui.Screen, tea.Cmd) { return f, f.update(msg, f.forget) }

// forget deletes the player; their sessions end with it.
func (f *farewell) forget() tea.Cmd {
	s := f.session
	if f.field.Text() != s.Player.Name {
		f.refusal = s.Words("That is not your name: nothing has been deleted.")
		return nil
	}
	f.busy = true
	ctx, keys, player := s.Context, s.Keys, s.Player.ID
	return func() tea.Msg {
		if err := keys.Forget(ctx, player); err != nil {
			return refused{err}
		}
		return tea.Quit()
	}
}

func (f *farewell) View(w, h int, th *tui.Theme) []string {
	p := page.Page{Title: th.Upper(th.Words("leaving for good")), Fact: f.session.Player.Name}
	return f.draw(p, w, h, th,
		th.Words("Your name, your keys, your ratings and your settings are deleted, for good. The games that you have played stay, without your name."),
		th.Words("Type your name to confirm."))
}

func (f *farewell) ShortHelp() []key.Binding {
	return []key.Binding{tui.Says(page.Keys.Enter, "delete"), tui.Says(page.Keys.Escape, "stay")}
}
