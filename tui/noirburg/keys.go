package noirburg

import (
	"fmt"

	"charm.land/bubbles/v2/key"

	"noir/tui"
)

// keys are the bindings; they are never changed. The play screen uses c, m and q itself.
var keys = struct {
	digit, arrange, attack, hideout, discard, draw, end, pass key.Binding
	left, right, up, down, next, other, look, mark, all       key.Binding
	card, toggle, man, targets, mafia, send, choose           key.Binding
	confirm, drop, query                                      key.Binding
}{
	digit:   tui.Bind("1–9", "pick a card", "1", "2", "3", "4", "5", "6", "7", "8", "9"),
	arrange: tui.Bind("r", "move", "r"),
	attack:  tui.Bind("a", "attack", "a"),
	hideout: tui.Bind("u", "move Hideout", "u"),
	discard: tui.Bind("x", "discard", "x"),
	draw:    tui.Bind("d", "draw", "d"),
	end:     tui.Bind("e", "end turn", "e"),
	pass:    tui.Bind("p", "pass", "p"),

	left:  tui.Bind("← h", "the one before", "left", "h"),
	right: tui.Bind("→ l", "the next one", "right", "l"),
	up:    tui.Bind("↑ k", "up", "up", "k"),
	down:  tui.Bind("↓ j", "down", "down", "j"),
	next:  tui.Bind("tab", "next mafia or gangster", "tab"),
	other: tui.Bind("tab", "next mafia", "tab"),
	look:  tui.Bind("tab", "mafias", "tab"),
	mark:  tui.Bind("space", "mark", "space"),
	all:   tui.Bind("a", "everyone", "a"),

	card:    tui.Bind("1–9", "card", "1"),
	toggle:  tui.Bind("1–9", "mark", "1"),
	man:     tui.Bind("1–9", "gangster", "1"),
	targets: tui.Bind("←→", "target", "right"),
	mafia:   tui.Bind("↑↓", "next mafia", "down"),
	choose:  tui.Bind("←→", "choose", "right"),
	send:    tui.Bind("↑↓", "place", "down"),

	confirm: tui.Bind("enter", "do it", "enter"),
	drop:    tui.Bind("esc", "back", "esc", "backspace"),
	query:   tui.Bind("name?", "asked to answer", "?"), // no key of the board: this explains the symbol
}

// picks, marks and men are the keys of one to nine things; they are never changed.
var picks, marks, men = digitsOf(keys.card), digitsOf(keys.toggle), digitsOf(keys.man)

// digits are the keys for one to nine things, by the number of things.
type digits [10]key.Binding

// digitsOf makes keys that do the same as one.
func digitsOf(one key.Binding) (upTo digits) {
	for n := range upTo {
		upTo[n] = tui.Bind(fmt.Sprintf("1–%d", n), one.Help().Desc, "1")
	}
	upTo[1] = tui.Bind("1", one.Help().Desc, "1")
	return upTo
}

// of is the key of n things.
func (d *digits) of(n int) key.Binding { return d[min(n, len(d)-1)] }
