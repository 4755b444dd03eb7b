package tui

import (
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"noir/internal/language"
	"noir/tui/width"
)

// keyLine is the last line of the window: the keys in force. It remembers where it drew each, so
// that a click is a press.
type keyLine struct {
	line  string
	spots []spot
	of    []key.Binding // what it was drawn from, and for which window
	room  []key.Binding // what it will be drawn from next
	w     int
}

// spot is the cells [from, to) of a key.
type spot struct {
	from, to int
	key      string
}

// show draws the line if it has changed. A key line always has the same theme.
func (l *keyLine) show(bindings []key.Binding, w int, th *Theme) {
	same := func(a, b key.Binding) bool {
		return a.Help() == b.Help() && a.Enabled() == b.Enabled() && slices.Equal(a.Keys(), b.Keys())
	}
	if l.w == w && slices.EqualFunc(l.of, bindings, same) {
		return
	}
	l.draw(bindings, w, th)
	l.of, l.w = append(l.of[:0], bindings...), w
}

// PageWidth is the greatest width of what is read: pages and the key line stand in the middle of a
// wider window.
const PageWidth = 120

// draw shows as many bindings as there is room for. It drops the description of the arrows first,
// then keys before the last two, which are the help and the way out. The first two keep their
// descriptions longer than the help does.
func (l *keyLine) draw(bindings []key.Binding, w int, th *Theme) {
	gap := 3
	if w < 60 {
		gap = 2
	}
	bindings = enabled(make([]key.Binding, 0, 16), bindings, th.Reader)
	arrows := len(bindings) > 0 && strings.HasPrefix(bindings[0].Help().Key, "↑")
	for i := range bindings {
		bindings[i].SetHelp(th.Sign(bindings[i].Help().Key), bindings[i].Help().Desc)
	}
	if arrows && lineWidth(bindings, gap) > min(w, PageWidth) {
		bindings[0] = Bind(bindings[0].Help().Key, "", bindings[0].Keys()...)
	}
	for lineWidth(bindings, gap) > min(w, PageWidth) && len(bindings) > 1 {
		bindings = shed(bindings)
	}
	l.spots = l.spots[:0]
	line := make([]byte, 0, 512)
	x := 0
	for i, binding := range bindings {
		if i > 0 {
			line = append(line, "   "[:gap]...)
			x += gap
		} else {
			x = 1 + (w-min(w, PageWidth))/2
			line = append(line, strings.Repeat(" ", x)...)
		}
		line = th.Lamp.Append(line, binding.Help().Key)
		if does := binding.Help().Desc; does != "" {
			line = th.Smoke.Append(append(line, ' '), does)
		}
		to := x + bindingWidth(binding)
		l.spots = append(l.spots, spot{x, to, binding.Keys()[0]})
		x = to
	}
	l.line = th.Line(line) // many have the same keys
}

// shed makes the line shorter, keeping at least two bindings.
func shed(bindings []key.Binding) []key.Binding {
	drop := max(0, len(bindings)-3)
	if help := &bindings[len(bindings)-2]; drop < 2 && help.Help().Key == keys.help.Help().Key && help.Help().Desc != "" {
		help.SetHelp(keys.help.Help().Key, "")
		return bindings
	}
	if drop == 1 && bindings[0].Help().Desc == "" { // the arrows
		drop = 0
	}
	return slices.Delete(bindings, drop, drop+1)
}

// at returns the press of the key drawn at a column.
func (l *keyLine) at(x int) (tea.KeyPressMsg, bool) {
	for _, s := range l.spots {
		if x >= s.from && x < s.to {
			return KeyPress(s.key)
		}
	}
	return tea.KeyPressMsg{}, false
}

// enabled appends the bindings in force, translated for a reader.
func enabled(shown, bindings []key.Binding, reader *language.Reader) []key.Binding {
	for _, b := range bindings {
		if b.Enabled() {
			b.SetHelp(b.Help().Key, reader.Words(b.Help().Desc))
			shown = append(shown, b)
		}
	}
	return shown
}

func bindingWidth(b key.Binding) int {
	w := width.Of(b.Help().Key)
	if does := b.Help().Desc; does != "" {
		w += 1 + width.Of(does)
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
