package lobby

import (
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"noir/tui"
	"noir/tui/kit"
	"noir/tui/page"
)

// entry is a row of a menu.
type entry struct {
	label  string
	hint   string // what it is; left out where there is no room
	live   string // how things stand
	verb   string // what enter does, if it is not "go"
	choose func() tea.Cmd
}

// menu is a list of entries, one of which is chosen.
type menu struct {
	list    page.List
	entries []entry
}

// update moves the cursor; the Cmd is that of the entry that was chosen.
func (m *menu) update(msg tea.Msg) tea.Cmd {
	m.list.Len = len(m.entries)
	if m.list.Update(msg) {
		return m.entries[m.list.At].choose()
	}
	return nil
}

// verb is what enter does now.
func (m *menu) verb() string {
	if m.list.At < len(m.entries) && m.entries[m.list.At].verb != "" {
		return m.entries[m.list.At].verb
	}
	return "go"
}

// airy is the height from which a menu has a blank line between its rows.
const airy = 30

// draw draws the entries in an area, as far as they fit.
func (m *menu) draw(th *tui.Theme, a page.Area) []string {
	m.list.Len, m.list.Pitch = len(m.entries), 1
	if a.H >= airy {
		m.list.Pitch = 2
	}
	from, to := m.list.Window(a.Y, a.H)
	var lines []string
	for i := from; i < to; i++ {
		lines = append(lines, m.entries[i].draw(th, i == m.list.At, a.W))
		for range m.list.Pitch - 1 {
			lines = append(lines, "")
		}
	}
	return lines
}

func (e *entry) draw(th *tui.Theme, on bool, w int) string {
	label, cursor := th.Text, " "
	if on {
		label, cursor = th.Lamp, th.Lamp.Render(th.Glyphs.Cursor)
	}
	if w >= 70 {
		return "   " + cursor + " " + label.Render(kit.Pad(e.label, 19)) +
			th.Smoke.Render(kit.Pad(th.Sign(e.hint), 27)) + th.Text.Render(th.Sign(e.live))
	}
	line := cursor + " " + label.Render(kit.Pad(e.label, 17)) + " "
	for _, note := range []string{th.Text.Render(th.Sign(e.live)), th.Smoke.Render(th.Sign(e.hint))} {
		if n := kit.Width(note); n > 0 && kit.Width(line)+n <= w {
			return line + note
		}
	}
	return line
}

// keys are the bindings of a menu's screen; way is what leaving it means.
func (m *menu) keys(way string) []key.Binding {
	return []key.Binding{
		tui.Bind("↑↓", "choose", "down"), tui.Bind("enter", m.verb(), "enter"), tui.Bind("esc", way, "esc"),
	}
}

// back reports whether a key leads back to the screen underneath.
func back(press tea.KeyPressMsg) bool {
	name := press.String()
	return name == "esc" || name == "q"
}
