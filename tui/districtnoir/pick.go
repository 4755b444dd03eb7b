package districtnoir

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	rules "noir/engine/districtnoir"
)

// pick is what the player has chosen and not yet confirmed. The zero pick is
// nothing.
type pick struct {
	kind pickKind
	card int // place in the hand; with takePick that of the card picked before
}

type pickKind int8

const (
	noPick pickKind = iota
	cardPick
	takePick
)

// The names of the places to click.
const (
	clickCard    = "card " // and the place in the hand
	clickTake    = "take"
	clickConfirm = "confirm"
)

// samePick reports whether the pick means what it meant before a new frame came:
// a card as long as the hand is the same, the take as long as the row is.
func (b *Board) samePick(before Board) bool {
	if b.view.Round != before.view.Round {
		return false
	}
	switch b.pick.kind {
	case cardPick:
		return slices.Equal(b.hand(), before.hand())
	case takePick:
		return b.mayTake() && slices.Equal(b.view.Row, before.view.Row)
	}
	return true
}

// Update takes a key or a click. Keys pick; enter, or a second click, confirms.
func (b *Board) Update(msg tea.Msg) (json.RawMessage, bool) {
	if !b.ready() || b.watching() || b.frame.End != nil {
		return nil, false
	}
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		b.hint = ""
		return b.press(msg)
	case tea.MouseClickMsg:
		b.hint = ""
		if name, ok := b.drawn.At(msg.X, msg.Y); ok && msg.Button == tea.MouseLeft {
			return b.click(name)
		}
	}
	return nil, false
}

func (b *Board) press(msg tea.KeyPressMsg) (json.RawMessage, bool) {
	switch {
	case key.Matches(msg, keys.confirm):
		return b.confirm()
	case key.Matches(msg, keys.drop):
		b.pick = pick{}
	case key.Matches(msg, keys.take, keys.up):
		b.pickTake()
	case key.Matches(msg, keys.left):
		b.step(-1)
	case key.Matches(msg, keys.right):
		b.step(+1)
	case key.Matches(msg, keys.down):
		b.pickCard(b.pick.card)
	case key.Matches(msg, keys.digit):
		b.pickCard(int(msg.String()[0] - '1'))
	}
	return nil, false
}

func (b *Board) click(name string) (json.RawMessage, bool) {
	before := b.pick
	switch {
	case name == clickConfirm:
		return b.confirm()
	case name == clickTake:
		b.pickTake()
	default:
		place, err := strconv.Atoi(strings.TrimPrefix(name, clickCard))
		if err != nil {
			return nil, false
		}
		b.pickCard(place)
	}
	if b.pick == before && b.pick.kind != noPick {
		return b.confirm()
	}
	return nil, false
}

// step moves the pick along the hand; from nothing to its nearer end.
func (b *Board) step(by int) {
	last := len(b.hand()) - 1
	switch {
	case b.pick.kind == cardPick:
		b.pickCard(min(max(0, b.pick.card+by), last))
	case by < 0:
		b.pickCard(last)
	default:
		b.pickCard(0)
	}
}

// pickCard picks a card of the hand, on the other's turn as well: one may think
// ahead.
func (b *Board) pickCard(place int) {
	switch n := len(b.hand()); {
	case n == 0 && b.asked():
		b.hint = "Your hand is empty: take with t."
	case n == 0:
		b.hint = "Your hand is empty."
	case place < 0 || place >= n:
		b.hint = fmt.Sprintf("You hold %s.", count(n, "card"))
	default:
		b.pick = pick{kind: cardPick, card: place}
	}
}

// pickTake picks the take if it may be made.
func (b *Board) pickTake() {
	switch {
	case b.mayTake():
		b.pick.kind = takePick
	case !b.asked():
		b.hint = capital(b.notYet()) + "."
	case b.view.Took[b.frame.Seat]:
		b.hint = "You have taken in this round already."
	default:
		b.hint = "The row is empty: play a card."
	}
}

// confirm returns the move that is picked, once it is the player's turn.
func (b *Board) confirm() (json.RawMessage, bool) {
	switch {
	case !b.asked():
		b.hint = capital(b.notYet()) + "."
	case b.pick.kind == cardPick:
		return rules.Play(b.hand()[b.pick.card]), true
	case b.pick.kind == takePick:
		return rules.Take(), true
	default:
		_, choice := b.choice()
		b.hint = "Nothing is picked: " + choice + "."
	}
	return nil, false
}

func (b *Board) notYet() string {
	return fmt.Sprintf("not yet, %s is to move", b.frame.Seats[b.far()].Name)
}
