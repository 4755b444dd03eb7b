package tui

import (
	"charm.land/bubbles/v2/help"
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"noir/internal/language"
	"noir/tui/width"
)

// keyHelp is the overlay that lists the keys in force.
type keyHelp struct {
	bindings []key.Binding
	from     int // the first visible one
	last     int // the largest useful from, as last drawn
}

func newHelp(screen help.KeyMap, reader *language.Reader) *keyHelp {
	h := &keyHelp{}
	groups := screen.FullHelp()
	if len(groups) == 0 {
		groups = [][]key.Binding{screen.ShortHelp()}
	}
	for _, group := range groups {
		h.bindings = enabled(h.bindings, group, reader)
	}
	h.bindings = enabled(h.bindings, []key.Binding{keys.hangUp}, reader)
	return h
}

func (h *keyHelp) press(msg tea.KeyPressMsg) (stays bool, cmd tea.Cmd) {
	switch {
	case key.Matches(msg, keys.moreHelp):
		h.from = min(h.from+1, h.last)
	case key.Matches(msg, keys.lessHelp):
		h.from = max(h.from-1, 0)
	default:
		return false, nil
	}
	return true, nil
}

func (h *keyHelp) box(w, height int, th *Theme) []string {
	keyWidth, descWidth := 0, 0
	for _, b := range h.bindings {
		keyWidth = max(keyWidth, width.Of(th.Sign(b.Help().Key)))
		descWidth = max(descWidth, width.Of(b.Help().Desc))
	}
	column := keyWidth + 2 + descWidth + helpGap
	rows, columns := min(len(h.bindings), height-4), 1
	if rows < len(h.bindings) && 2*column+2 <= w {
		rows, columns = min(rows, (len(h.bindings)+1)/2), 2
	}
	h.last = max(0, len(h.bindings)-rows*columns)
	h.from = min(h.from, h.last)
	lines := make([]string, rows+2)
	for i, b := range h.bindings[h.from:min(h.from+rows*columns, len(h.bindings))] {
		line := &lines[1+i%rows]
		if i >= rows {
			*line = pad(*line, column)
		}
		*line += th.Lamp.Render(pad(th.Sign(b.Help().Key), keyWidth)) + "  " + th.Text.Render(b.Help().Desc)
	}
	return frame(th, th.Words("the keys"), lines, min(w, columns*column), th.Smoke)
}

// helpGap is the space after a column of keys.
const helpGap = 4

func (h *keyHelp) keys() []key.Binding {
	if h.last > 0 {
		return []key.Binding{keys.scroll, keys.closeHelp}
	}
	return []key.Binding{keys.closeHelp}
}
