package desk

import (
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"noir/tui"
	"noir/tui/kit"
	"noir/tui/page"
)

// farewell is the screen on which a player deletes their account.
type farewell struct {
	session *tui.Session
	field   kit.Field
	busy    bool
	refusal string
}

func newFarewell(s *tui.Session) *farewell {
	return &farewell{session: s, field: kit.NewField("", 16)}
}

func (f *farewell) Init() tea.Cmd { return nil }

func (f *farewell) Update(msg tea.Msg) (tui.Screen, tea.Cmd) {
	switch msg := msg.(type) {
	case refused:
		f.busy, f.refusal = false, msg.text(f.session)
		return f, nil
	case tea.KeyPressMsg:
		switch {
		case key.Matches(msg, page.Keys.Escape):
			return f, tui.Ask(tui.Pop{})
		case key.Matches(msg, page.Keys.Enter):
			return f, f.forget()
		}
	}
	if !f.busy && f.field.Update(msg) {
		f.refusal = ""
	}
	return f, nil
}

// forget deletes the player; their sessions end with it.
func (f *farewell) forget() tea.Cmd {
	s := f.session
	switch {
	case f.busy:
		return nil
	case f.field.Text() != s.Player.Name:
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
	a := p.Body(w, h)
	body := append([]string{""}, page.Prose(th.Text, a.W,
		th.Words("Your name, your keys, your ratings and your settings are deleted, for good. The games that you have played stay, without your name."),
		th.Words("Type your name to confirm."))...)
	body = append(body, "", answer(th, &f.field), "")
	if f.refusal != "" {
		body = append(body, page.Prose(th.Danger, a.W, f.refusal)...)
	}
	return p.Draw(th, w, h, body)
}

// Typing implements tui.Typist.
func (f *farewell) Typing() bool { return true }

func (f *farewell) ShortHelp() []key.Binding {
	return []key.Binding{tui.Says(page.Keys.Enter, "delete"), tui.Says(page.Keys.Escape, "stay")}
}

func (f *farewell) FullHelp() [][]key.Binding { return nil }
