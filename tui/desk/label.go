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

// label is the screen on which a key is named.
type label struct {
	session *tui.Session
	key     data.Key
	field   kit.Field
	busy    bool
	refusal string
}

func newLabel(s *tui.Session, k data.Key) *label {
	return &label{session: s, key: k, field: kit.NewField(k.Label, data.MaxLabel)}
}

func (l *label) Init() tea.Cmd { return nil }

func (l *label) Update(msg tea.Msg) (tui.Screen, tea.Cmd) {
	switch msg := msg.(type) {
	case refused:
		l.busy, l.refusal = false, msg.text(l.session)
		return l, nil
	case tea.KeyPressMsg:
		switch {
		case key.Matches(msg, page.Keys.Enter):
			return l, l.save()
		case key.Matches(msg, page.Keys.Escape):
			return l, tui.Ask(tui.Pop{})
		}
	}
	if !l.busy {
		l.field.Update(msg)
	}
	return l, nil
}

// save labels the key and goes back.
func (l *label) save() tea.Cmd {
	if l.busy {
		return nil
	}
	l.busy = true
	s, id, text := l.session, l.key.ID, l.field.Text()
	ctx, keys, player := s.Context, s.Keys, s.Player.ID
	return func() tea.Msg {
		if _, err := keys.Relabel(ctx, player, id, text); err != nil {
			return refused{err}
		}
		return tui.Pop{}
	}
}

func (l *label) View(w, h int, th *tui.Theme) []string {
	p := page.Page{Title: th.Upper(th.Words("a key's label")), Fact: account.Fingerprint(l.key.Fingerprint)}
	a := p.Body(w, h)
	body := append([]string{""}, page.Prose(th.Text, a.W, th.Words("What shall this key be called?"))...)
	body = append(body, "", answer(th, &l.field), "")
	if l.refusal != "" {
		body = append(body, page.Prose(th.Danger, a.W, l.refusal)...)
	}
	return p.Draw(th, w, h, body)
}

// Typing implements tui.Typist.
func (l *label) Typing() bool { return true }

func (l *label) ShortHelp() []key.Binding {
	return []key.Binding{tui.Says(page.Keys.Enter, "call it so"), tui.Says(page.Keys.Escape, "leave it")}
}

func (l *label) FullHelp() [][]key.Binding { return nil }
