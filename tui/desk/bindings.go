package desk

import (
	"charm.land/bubbles/v2/key"

	"noir/tui"
)

// bindings are the desk's keys in addition to page.Keys; they are never changed.
var bindings = struct {
	add, remove, recovery, claim key.Binding // on the keyring
	tie                          key.Binding // changes the tie to a player
	again                        key.Binding // makes another code for a key
	removeIt, keepIt             key.Binding
	merge, leaveApart            key.Binding
	rename, otherName            key.Binding
	dismiss                      key.Binding // for a note that was read
}{
	add:      tui.Bind("a", "add", "a"),
	remove:   tui.Bind("x", "remove", "x"),
	recovery: tui.Bind("r", "recovery", "r"),
	claim:    tui.Bind("u", "use a code", "u"),

	tie: tui.Bind("t", "friend, mute, block", "t"),

	again: tui.Bind("a", "another code", "a"),

	removeIt: tui.Bind("y", "remove it", "y"),
	keepIt:   tui.Bind("n", "keep it", "n", "enter", "esc", "q"),

	merge:      tui.Bind("y", "merge them", "y"),
	leaveApart: tui.Bind("n", "leave it", "n"),

	rename:    tui.Bind("y", "that's me", "y"),
	otherName: tui.Bind("n", "another one", "n", "esc"),

	dismiss: tui.Bind("esc", "back", "esc", "q", "enter"),
}
