package districtnoir

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	rules "noir/engine/districtnoir"
	"noir/tui"
	"noir/tui/kit"
)

// pick is what the player has chosen and not confirmed. The zero pick is nothing.
type pick struct {
	kind pickKind
	card int // index in the hand; with takePick that of the previously picked card
}

type pickKind int8

const (
	noPick pickKind = iota
	cardPick
	takePick
)

// The names of clickable places.
const (
	clickCard    = "card " // followed by the index in the hand
	clickTake    = "take"
	clickConfirm = "confirm"
)

// clickCards are the names of the cards of a hand, by their index.
var clickCards = func() (all [len(helps)]string) {
	for i := range all {
		all[i] = clickCard + strconv.Itoa(i)
	}
	return all
}()

// draft is what the player has picked, and why the last key did nothing.
type draft struct {
	speech

	pick  pick
	quick bool   // see Board.OneKey
	hint  string // until the next key
}

// meaning is what a pick depends on.
type meaning struct {
	round     int
	hand, row []rules.Card
}

func (b *draft) meaning() meaning {
	if !b.Ready() {
		return meaning{}
	}
	return meaning{b.view.Round, b.hand(), b.view.Row}
}

// samePick reports whether the pick still means the same after a new frame: a card while the hand
// is the same, the take while the row is.
func (b *draft) samePick(before meaning) bool {
	now := b.meaning()
	if now.round != before.round {
		return false
	}
	switch b.pick.kind {
	case cardPick:
		return slices.Equal(now.hand, before.hand)
	case takePick:
		return b.mayTake() && slices.Equal(now.row, before.row)
	}
	return true
}

// only reports whether the viewer has one move to choose from: their last card, or the take.
func (b *draft) only() bool {
	cards := len(b.hand())
	return b.MayAct() && (cards == 1 && !b.mayTake() || cards == 0 && b.mayTake())
}

// pickOnly picks the only move, so that one key makes it.
func (b *draft) pickOnly() {
	switch {
	case !b.only() || b.pick.kind != noPick:
	case b.mayTake():
		b.pick = pick{kind: takePick}
	default:
		b.pick = pick{kind: cardPick}
	}
}

func (b *draft) press(msg tea.KeyPressMsg) (json.RawMessage, bool) {
	switch {
	case key.Matches(msg, keys.confirm):
		return b.confirm()
	case key.Matches(msg, keys.drop):
		b.pick = pick{}
	case key.Matches(msg, keys.up):
		b.pickTake()
	case key.Matches(msg, keys.take):
		b.pickTake()
		return b.atOnce()
	case key.Matches(msg, keys.left):
		b.step(-1)
	case key.Matches(msg, keys.right):
		b.step(+1)
	case key.Matches(msg, keys.down):
		b.pickCard(b.pick.card)
	case key.Matches(msg, keys.digit):
		b.pickCard(int(msg.String()[0] - '1'))
		return b.atOnce()
	}
	return nil, false
}

// atOnce confirms the pick if the player wants one-key play and it is their turn.
func (b *draft) atOnce() (json.RawMessage, bool) {
	if !b.quick || !b.MayAct() || b.hint != "" || b.pick.kind == noPick {
		return nil, false
	}
	return b.confirm()
}

func (b *draft) click(name string) (json.RawMessage, bool) {
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
	return b.atOnce()
}

// step moves the pick along the hand; without a pick it starts at the nearer end.
func (b *draft) step(by int) {
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

// pickCard picks a card of the hand, at the other's turn as well: players may think ahead.
func (b *draft) pickCard(place int) {
	switch n := len(b.hand()); {
	case n == 0 && b.MayAct():
		b.hint = b.Words("Your hand is empty: take with t.")
	case n == 0:
		b.hint = b.Words("Your hand is empty.")
	case (place < 0 || place >= n) && b.MayAct():
		_, choice := b.choice()
		b.hint = b.Words("You hold %s: %s.", kit.Cards(b.Reader, n), choice)
	case place < 0 || place >= n:
		b.hint = b.Words("You hold %s.", kit.Cards(b.Reader, n))
	default:
		b.pick = pick{kind: cardPick, card: place}
	}
}

// pickTake picks the take if it is possible.
func (b *draft) pickTake() {
	switch {
	case b.mayTake():
		b.pick.kind = takePick
	case !b.MayAct():
		b.hint = tui.Sentence(b.Reader, b.notYet())
	case b.view.Took[b.Frame.Seat]:
		_, choice := b.choice()
		b.hint = b.Words("You have taken already: %s.", choice)
	default:
		b.hint = b.Words("The row is empty: play a card.")
	}
}

// confirm returns the picked move, once it is the player's turn.
func (b *draft) confirm() (json.RawMessage, bool) {
	switch {
	case !b.MayAct():
		b.hint = tui.Sentence(b.Reader, b.notYet())
	case b.pick.kind == cardPick:
		return rules.Play(b.hand()[b.pick.card]), true
	case b.pick.kind == takePick:
		return rules.Take(), true
	default:
		_, choice := b.choice()
		b.hint = b.Words("Nothing is picked: %s.", choice)
	}
	return nil, false
}

// help lists the keys that do something now.
func (b *draft) help() []key.Binding {
	if !b.Open() {
		return nil
	}
	help := &helps[len(b.hand())]
	switch {
	case b.mayTake():
		return slices.Clip(help.take)
	case b.MayAct():
		return slices.Clip(help.turn)
	}
	return slices.Clip(help.waiting)
}
