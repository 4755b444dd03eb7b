package tui

import (
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
)

// keyLine is the last line of the window: the keys in force. It remembers where
// it drew which, so that a click is a press.
type keyLine struct{ spots []spot }

// spot is the cells [from, to) that stand for a key.
type spot struct {
	from, to int
	key      string
}

// draw shows as many bindings as there is room for. What the arrows do goes
// first; the help and the way out, which are the last two, stay.
func (l *keyLine) draw(bindings []key.Binding, w int, th *Theme) string {
	gap := 3
	if w < 60 {
		gap = 2
	}
	bindings = enabled(bindings)
	if lineWidth(bindings, gap) > w && strings.HasPrefix(bindings[0].Help().Key, "↑") {
		bindings[0] = Bind(bindings[0].Help().Key, "", bindings[0].Keys()...)
	}
	for lineWidth(bindings, gap) > w && len(bindings) > 1 {
		drop := max(0, len(bindings)-3)
		bindings = append(bindings[:drop:drop], bindings[drop+1:]...)
	}
	l.spots = l.spots[:0]
	var b strings.Builder
	x := 0
	for i, binding := range bindings {
		if i > 0 {
			b.WriteString(strings.Repeat(" ", gap))
			x += gap
		} else {
			b.WriteString(" ")
			x++
		}
		b.WriteString(th.Lamp.Render(th.Sign(binding.Help().Key)))
		if does := binding.Help().Desc; does != "" {
			b.WriteString(" " + th.Smoke.Render(does))
		}
		to := x + bindingWidth(binding)
		l.spots = append(l.spots, spot{x, to, binding.Keys()[0]})
		x = to
	}
	return b.String()
}

// at returns the press of the key that is drawn at a column.
func (l *keyLine) at(x int) (tea.KeyPressMsg, bool) {
	for _, s := range l.spots {
		if x >= s.from && x < s.to {
			return KeyPress(s.key)
		}
	}
	return tea.KeyPressMsg{}, false
}

func enabled(bindings []key.Binding) []key.Binding {
	shown := make([]key.Binding, 0, len(bindings))
	for _, b := range bindings {
		if b.Enabled() {
			shown = append(shown, b)
		}
	}
	return shown
}

func bindingWidth(b key.Binding) int {
	w := ansi.StringWidth(b.Help().Key)
	if does := b.Help().Desc; does != "" {
		w += 1 + ansi.StringWidth(does)
	}
	return w
}

func lineWidth(bindings []key.Binding, gap int) int {
	w := 1
	for i, b := range bindings {
		if i > 0 {
			w += gap
		}
		w += bindingWidth(b)
	}
	return w
}
