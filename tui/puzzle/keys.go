package puzzle

import (
	"charm.land/bubbles/v2/key"

	"noir/tui"
)

// keys are the bindings in addition to those of the board; they are never changed.
var keys = struct{ leave, out, back, again key.Binding }{
	leave: tui.Bind("q", "leave", "q"),
	out:   tui.Bind("enter", "home", "enter", "q", "esc"),
	back:  tui.Bind("enter", "back", "enter", "q", "esc"),
	again: tui.Bind("r", "try again", "r"),
}
