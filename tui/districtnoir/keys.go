package districtnoir

import (
	"fmt"

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

// ShortHelp lists the keys that do something now.
func (b *Board) ShortHelp() []key.Binding {
	if !b.ready() || b.watching() || b.frame.End != nil {
		return nil
	}
	var short []key.Binding
	switch n := len(b.hand()); n {
	case 0:
	case 1:
		short = append(short, tui.Bind("1", "pick", "1"))
	default:
		short = append(short, tui.Bind(fmt.Sprintf("1–%d", n), "pick", "1"))
	}
	if b.asked() {
		short = append(short, keys.confirm)
	}
	if b.mayTake() {
		short = append(short, keys.take)
	}
	return short
}

// FullHelp lists all keys of a seat.
func (b *Board) FullHelp() [][]key.Binding {
	if b.watching() {
		return nil
	}
	return [][]key.Binding{
		{keys.digit, keys.left, keys.right, keys.up, keys.down},
		{keys.take, keys.confirm, keys.drop},
	}
}
