package page

import (
	"slices"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"noir/internal/language"
	"noir/tui"
	"noir/tui/kit"
)

// Entry is a row of a menu: an action, or a setting.
type Entry struct {
	Label  string
	Hint   string // explains it; left out if there is no room
	Live   string // the current state or value
	Verb   string // what enter does, in English as tui.Bind has it, if it is not "go"
	Choose func() tea.Cmd
	Turn   func(step int) // switches to the next value, or with -1 to the previous; nil for an action
}

// Menu is a list of entries with a cursor.
type Menu struct {
	List    List
	Entries []Entry
}

// Set replaces the entries. The cursor stays on the entry with the same name or, if there are as
// many entries (in another language), on its line.
func (m *Menu) Set(entries []Entry) {
	was, many := m.at().Label, len(m.Entries)
	m.Entries = entries
	at := slices.IndexFunc(entries, func(e Entry) bool { return e.Label == was })
	if at < 0 && len(entries) == many {
		return
	}
	m.List.At = max(0, at)
}

// Rest releases the entries until the next Set, except for their names.
func (m *Menu) Rest() {
	for i := range m.Entries {
		m.Entries[i] = Entry{Label: m.Entries[i].Label}
	}
}

// at is the entry under the cursor.
func (m *Menu) at() Entry {
	if m.List.At < len(m.Entries) {
		return m.Entries[m.List.At]
	}
	return Entry{}
}

// Update moves the cursor and changes settings; the Cmd is that of the chosen action.
func (m *Menu) Update(msg tea.Msg) tea.Cmd {
	m.List.Len = len(m.Entries)
	if press, ok := msg.(tea.KeyPressMsg); ok && m.turn(press) {
		return nil
	}
	if !m.List.Update(msg) {
		return nil
	}
	e := m.at()
	if e.Turn != nil {
		e.Turn(1)
		return nil
	}
	return e.Choose()
}

// turn changes the entry under the cursor by the keys for that.
func (m *Menu) turn(press tea.KeyPressMsg) (done bool) {
	e := m.at()
	switch {
	case e.Turn == nil:
		return false
	case key.Matches(press, Keys.Left):
		e.Turn(-1)
	case key.Matches(press, Keys.Right, Keys.Next):
		e.Turn(1)
	default:
		return false
	}
	return true
}

// Verb is what enter does now.
func (m *Menu) Verb() string {
	switch e := m.at(); {
	case e.Verb != "":
		return e.Verb
	case e.Turn != nil:
		return language.Mark("change")
	}
	return language.Mark("go")
}

// airy is the height from which a menu has a blank line between its rows, if all of them are seen.
const airy = 30

// Draw draws the entries in an area, as far as they fit.
func (m *Menu) Draw(th *tui.Theme, a Area) []string {
	m.List.Len, m.List.Pitch = len(m.Entries), 1
	if a.H >= airy && 2*len(m.Entries) <= a.H {
		m.List.Pitch = 2
	}
	from, to := m.List.Window(a.Y, a.H)
	var lines []string
	for i := from; i < to; i++ {
		lines = append(lines, m.Entries[i].draw(th, i == m.List.At, a.W))
		for range m.List.Pitch - 1 {
			lines = append(lines, "")
		}
	}
	return Fold(th, lines, a.W, from > 0, to < len(m.Entries))
}

func (e *Entry) draw(th *tui.Theme, on bool, w int) string {
	label, cursor := th.Text, " "
	if on {
		label, cursor = th.Lamp, th.Lamp.Render(th.Glyphs.Cursor)
	}
	if w >= 70 {
		line := "   " + cursor + " " + label.Render(kit.Pad(crop(th, e.Label, 18), 19))
		if e.Turn != nil {
			return line + e.setting(th, on)
		}
		hint := th.Sign(e.Hint)
		if e.Live != "" {
			hint = kit.Pad(crop(th, hint, 29), 30)
		}
		return line + th.Smoke.Render(hint) + th.Text.Render(th.Sign(e.Live))
	}
	line := cursor + " " + label.Render(kit.Pad(crop(th, e.Label, 17), 17)) + " "
	if e.Turn != nil {
		return line + e.setting(th, on)
	}
	for _, note := range []string{th.Text.Render(th.Sign(e.Live)), th.Smoke.Render(th.Sign(e.Hint))} {
		if n := kit.Width(note); n > 0 && kit.Width(line)+n <= w {
			return line + note
		}
	}
	return line
}

// setting shows a value, between arrows while it can be changed.
func (e *Entry) setting(th *tui.Theme, on bool) string {
	if !on {
		return "  " + th.Text.Render(th.Sign(e.Live))
	}
	return th.Lamp.Render(th.Glyphs.Left) + " " + th.Bright.Render(th.Sign(e.Live)) + " " + th.Lamp.Render(th.Glyphs.Right)
}

// Keys are the bindings of a menu's screen; way is what leaving it means.
func (m *Menu) Keys(way string) []key.Binding {
	return []key.Binding{Keys.Choose, tui.Says(Keys.Enter, m.Verb()), tui.Says(Keys.Back, way)}
}
