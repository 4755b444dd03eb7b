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
	form
	key data.Key
}

func newLabel(s *tui.Session, k data.Key) *label {
	l := &label{form{session: s, field: kit.NewFreeField(data.MaxLabel)}, k}
	l.field.Set(k.Label)
	return l
}

func (l *label) Update(msg tea.Msg) (tui.Screen, tea.Cmd) { return l, l.update(msg, l.save) }

// save labels the key and goes back.
func (l *label) save() tea.Cmd {
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
	return l.draw(p, w, h, th, th.Words("What shall this key be called?"))
}

func (l *label) ShortHelp() []key.Binding {
	return []key.Binding{tui.Says(page.Keys.Enter, "call it so"), tui.Says(page.Keys.Escape, "leave it")}
}
