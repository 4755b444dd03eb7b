package districtnoir

import (
	"fmt"
	"slices"

	"charm.land/bubbles/v2/key"

	"noir/tui"
)

// keys are the bindings; they are never changed.
var keys = struct{ digit, left, right, up, down, take, confirm, drop key.Binding }{
	digit:   tui.Bind("1–5", "pick", "1", "2", "3", "4", "5", "6", "7", "8", "9"),
	left:    tui.Bind("← h", "pick the card before", "left", "h"),
	right:   tui.Bind("→ l", "pick the next card", "right", "l"),
	up:      tui.Bind("↑ k", "pick the newest five", "up", "k"),
	down:    tui.Bind("↓ j", "back to the hand", "down", "j"),
	take:    tui.Bind("t", "take", "t"),
	confirm: tui.Bind("enter", "play", "enter"),
	drop:    tui.Bind("esc", "put back", "esc"),
}

// helps are the short helps by number of cards in the hand: while the other is to move, at the
// viewer's turn, and when they may take. They are never changed.
var helps = func() (all [10]struct{ waiting, turn, take []key.Binding }) {
	for n := range all {
		picks := pickHelp(n)
		all[n].waiting = picks
		all[n].turn = slices.Concat(picks, []key.Binding{keys.confirm})
		all[n].take = slices.Concat(picks, []key.Binding{keys.confirm, keys.take})
	}
	return all
}()

// pickHelp is the key that picks one of n cards.
func pickHelp(n int) []key.Binding {
	switch n {
	case 0:
		return nil
	case 1:
		return []key.Binding{tui.Bind("1", "pick", "1")}
	}
	return []key.Binding{tui.Bind(fmt.Sprintf("1–%d", n), "pick", "1")}
}

// allKeys lists all keys of a seat.
func allKeys() [][]key.Binding {
	return [][]key.Binding{
		{keys.digit, keys.left, keys.right, keys.up, keys.down},
		{keys.take, keys.confirm, keys.drop},
	}
}
