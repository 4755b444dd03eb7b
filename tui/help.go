package tui

import (
	"charm.land/bubbles/v2/help"
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
)

// keyHelp is the overlay that lists the keys in force.
type keyHelp struct {
	bindings []key.Binding
	from     int // the first one in sight
	last     int // the largest from that makes sense, as last drawn
}

func newHelp(keys help.KeyMap) *keyHelp {
	h := &keyHelp{}
	groups := keys.FullHelp()
	if len(groups) == 0 {
		groups = [][]key.Binding{keys.ShortHelp()}
	}
	for _, group := range groups {
		h.bindings = append(h.bindings, enabled(group)...)
	}
	h.bindings = append(h.bindings, Bind("ctrl+c", "hang up; seats are kept", "ctrl+c"))
	return h
}

func (h *keyHelp) press(r *root, key string) tea.Cmd {
	switch key {
	case "down", "j", "pgdown":
		h.from = min(h.from+1, h.last)
	case "up", "k", "pgup":
		h.from = max(h.from-1, 0)
	default:
		r.uncover()
	}
	return nil
}

func (h *keyHelp) box(w, height int, th *Theme) string {
	keyWidth, descWidth := 0, 0
	for _, b := range h.bindings {
		keyWidth = max(keyWidth, ansi.StringWidth(b.Help().Key))
		descWidth = max(descWidth, ansi.StringWidth(b.Help().Desc))
	}
	rows := min(len(h.bindings), height-4)
	h.last = len(h.bindings) - rows
	h.from = min(h.from, h.last)
	lines := make([]string, 0, rows+2)
	lines = append(lines, "")
	for _, b := range h.bindings[h.from : h.from+rows] {
		lines = append(lines, th.Lamp.Render(pad(th.Sign(b.Help().Key), keyWidth))+"  "+th.Text.Render(b.Help().Desc))
	}
	return th.frame("keys", append(lines, ""), min(w-2, keyWidth+2+descWidth+4), th.Smoke)
}

func (h *keyHelp) keys() []key.Binding {
	if h.last > 0 {
		return []key.Binding{Bind("↑↓", "more", "down"), Bind("esc", "back", "esc")}
	}
	return []key.Binding{Bind("esc", "back", "esc")}
}
