package page

import (
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
)

// List is a cursor over rows, of which a window is visible. The screen sets Len and draws the rows;
// the zero value is an empty list.
type List struct {
	Len   int
	At    int // the row under the cursor
	Pitch int // lines per row; 0 means 1

	y, top, height int // of the last Window: its first line, first row, and height
}

// Keys are the bindings of every list.
func (l *List) Keys() []key.Binding {
	return []key.Binding{Keys.Choose, Keys.Page, Keys.Ends}
}

// Update moves the cursor. chosen tells that the row under it was chosen by enter or a click.
func (l *List) Update(msg tea.Msg) (chosen bool) {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		return l.press(msg)
	case tea.MouseWheelMsg:
		switch msg.Button {
		case tea.MouseWheelUp:
			l.move(-1)
		case tea.MouseWheelDown:
			l.move(1)
		}
	case tea.MouseClickMsg:
		if row, ok := l.at(msg.Y); ok && msg.Button == tea.MouseLeft {
			l.At = row
			return true
		}
	}
	return false
}

// at returns the row on a line of the window.
func (l *List) at(y int) (row int, ok bool) {
	pitch := max(l.Pitch, 1)
	row = (y - l.y) / pitch
	return l.top + row, y >= l.y && (y-l.y)%pitch == 0 && row < l.height
}

func (l *List) press(msg tea.KeyPressMsg) (chosen bool) {
	switch {
	case key.Matches(msg, Keys.Up):
		l.move(-1)
	case key.Matches(msg, Keys.Down):
		l.move(1)
	case key.Matches(msg, Keys.PageUp):
		l.move(-max(l.height, 1))
	case key.Matches(msg, Keys.PageDown):
		l.move(max(l.height, 1))
	case key.Matches(msg, Keys.First):
		l.move(-l.Len)
	case key.Matches(msg, Keys.Last):
		l.move(l.Len)
	case key.Matches(msg, Keys.Enter):
		return l.Len > 0
	}
	return false
}

func (l *List) move(by int) { l.At = max(0, min(l.At+by, l.Len-1)) }

// Window returns which rows to draw in h lines when the first of them is on line y. The cursor is
// always among them.
func (l *List) Window(y, h int) (from, to int) {
	l.move(0)
	h = max(h, 0) / max(l.Pitch, 1)
	l.top = min(l.top, l.At, max(0, l.Len-h))
	l.top = max(l.top, l.At-h+1, 0)
	l.y, l.height = y, min(h, l.Len-l.top)
	return l.top, l.top + l.height
}
