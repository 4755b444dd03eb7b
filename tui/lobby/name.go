package lobby

import (
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"noir/tui"
	"noir/tui/page"
)

// name is the screen of a key's first visit: it chooses what its owner is called.
type name struct {
	session *tui.Session
	field   field
	refusal string // why the last name was not taken
	busy    bool   // the store is being asked
}

// The answers of the store.
type (
	proposed struct{ name string }
	refused  struct{ cause error }
)

// Name returns the screen for somebody whose key is new. A free name, made of
// the SSH user name, stands ready to be accepted.
func Name(s *tui.Session) tui.Screen { return &name{session: s, field: field{limit: 16}} }

func (n *name) Init() tea.Cmd {
	ctx, store, user := n.session.Context, n.session.Store, n.session.User
	return func() tea.Msg { return proposed{tui.FreeName(ctx, store, user)} }
}

func (n *name) Update(msg tea.Msg) (tui.Screen, tea.Cmd) {
	switch msg := msg.(type) {
	case proposed:
		if n.field.text == "" {
			n.field.text = msg.name
		}
		return n, nil
	case refused:
		n.busy, n.refusal = false, tui.Unnamed(msg.cause)
		return n, nil
	case tea.KeyPressMsg:
		switch msg.String() {
		case "enter":
			return n, n.accept()
		case "esc":
			return n, tui.Ask(tui.Quit{})
		}
	}
	if !n.busy && n.field.update(msg) {
		n.refusal = ""
	}
	return n, nil
}

// accept takes the name in the field, if the house has it.
func (n *name) accept() tea.Cmd {
	if n.busy {
		return nil
	}
	n.busy = true
	ctx, store, wish, fingerprint := n.session.Context, n.session.Store, n.field.text, n.session.Fingerprint
	return func() tea.Msg {
		player, err := tui.Enrol(ctx, store, wish, fingerprint)
		if err != nil {
			return refused{err}
		}
		return tui.Named{Player: player}
	}
}

func (n *name) View(w, h int, th *tui.Theme) string {
	p := page.Page{Title: "noir", Fact: "Hoboken, New Jersey, 1954"}
	a := p.Body(w, h)
	body := []string{""}
	body = append(body, page.Prose(th.Text, a.W,
		"Come in out of the rain. There are card tables in the back, and strangers who play.",
		"Nobody has seen this key before. What do they call you?")...)
	body = append(body, "", page.Gutter+th.Lamp.Render(th.Glyphs.Cursor)+" "+n.field.draw(th), "")
	switch {
	case n.refusal != "":
		body = append(body, page.Prose(th.Danger, a.W, n.refusal)...)
	case n.busy:
		body = append(body, page.Prose(th.Smoke, a.W, "Writing it down.")...)
	default:
		body = append(body, page.Prose(th.Smoke, a.W,
			"3 to 16 letters, digits, - or _. It goes with your key: no password.")...)
	}
	return p.Draw(th, w, h, body)
}

// Typing implements tui.Typist.
func (n *name) Typing() bool { return true }

func (n *name) ShortHelp() []key.Binding {
	return []key.Binding{tui.Bind("enter", "that's me", "enter"), tui.Bind("esc", "leave", "esc")}
}

func (n *name) FullHelp() [][]key.Binding { return nil }
