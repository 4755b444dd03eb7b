package lesson

import (
	"charm.land/bubbles/v2/key"

	"noir/tui"
)

// keys are the bindings in addition to those of the board; they are never changed.
var keys = struct{ next, back, leave, out, house, stranger, again, up, down key.Binding }{
	next:  tui.Bind("enter", "go on", "enter", "space"),
	back:  tui.Bind("b", "previous scene", "b"),
	leave: tui.Bind("q", "leave", "q"),
	out:   tui.Bind("q", "leave", "q", "esc"),
	house: tui.Bind("enter", "practice", "enter"),

	stranger: tui.Bind("p", "play a stranger", "p"),

	again: tui.Bind("r", "again", "r"),
	up:    tui.Bind("↑", "up", "up", "k"),
	down:  tui.Bind("↓", "down", "down", "j"),
}

// ShortHelp lists the keys that do something now.
func (l *screen) ShortHelp() []key.Binding {
	back := keys.back
	at, _ := l.table.At()
	back.SetEnabled(at > 0)
	switch {
	case l.table.Over():
		return []key.Binding{keys.house, keys.stranger, keys.again, l.wayOut()}
	case l.table.Reads():
		return []key.Binding{keys.next, back, l.wayOut()}
	}
	return append(l.board.ShortHelp(), back, l.wayOut())
}

// wayOut leaves the lesson; esc does too where the board has no use for it.
func (l *screen) wayOut() key.Binding {
	if l.table.Reads() || l.table.Over() {
		return keys.out
	}
	return keys.leave
}

// FullHelp lists all keys of the screen.
func (l *screen) FullHelp() [][]key.Binding {
	if l.table.Over() || l.table.Reads() {
		return [][]key.Binding{l.ShortHelp()}
	}
	return append(l.board.FullHelp(), []key.Binding{keys.back, keys.leave})
}
