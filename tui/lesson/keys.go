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
