package noirburg

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	rules "noir/engine/noirburg"
)

// pick is what the player is about to do and has not yet confirmed. It is always
// something that the rules allow, or not complete.
type pick interface {
	// press takes a key or reports that it has no use for it. Digits come to touch,
	// counted from 0.
	press(b *Board, msg tea.KeyPressMsg) bool
	touch(b *Board, n int) bool

	// move is what confirming makes. It is nil when something is missing, which
	// the text then says.
	move(b *Board) (body json.RawMessage, missing string)

	// does says after "enter" what confirming does, at length and in brief.
	does(b *Board) (long, short string)

	// consequences say what comes of it, the most important first.
	consequences(b *Board) []string

	// renew looks at what is offered now and reports whether the pick is still
	// open as it is.
	renew(b *Board) bool

	// panel draws it; help lists its keys.
	panel(p painter) []panelLine
	help(b *Board) []key.Binding
}

// The names of the places to click, each with a number after it but the last.
const (
	clickCard    = "card "   // of the hand
	clickOption  = "option " // of a choice or an attack
	clickMan     = "man "    // in an attack or an arrangement
	clickConfirm = "confirm"
)

// meaning is all that a pick tells the player. A pick that would mean something else
// in another frame is dropped.
func (b *Board) meaning() []string {
	if b.pick == nil {
		return nil
	}
	long, _ := b.pick.does(b)
	_, missing := b.pick.move(b)
	return append([]string{long, missing}, b.pick.consequences(b)...)
}

// Update takes a key or a click. Keys pick; enter, or a second click, confirms, and no
// key that is held down does both. Only a pass, after which one may still throw in a
// card, takes a single key.
func (b *Board) Update(msg tea.Msg) (json.RawMessage, bool) {
	if !b.ready() || b.watching() || b.frame.End != nil {
		return nil, false
	}
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		b.hint, b.lapsed, b.shown.stale = "", false, true
		return b.press(msg)
	case tea.MouseClickMsg:
		b.hint, b.lapsed, b.shown.stale = "", false, true
		if name, ok := b.shown.block.At(msg.X, msg.Y); ok && msg.Button == tea.MouseLeft {
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
		b.pick = nil
	case key.Matches(msg, keys.digit):
		if n := int(msg.String()[0] - '1'); b.pick == nil || !b.pick.touch(b, n) {
			b.pickCard(n)
			return b.atOnce()
		}
	case b.pick != nil && b.pick.press(b, msg):
	case key.Matches(msg, keys.pass):
		return b.pass()
	default:
		b.begin(msg)
	}
	return nil, false
}

// atOnce confirms the card that has just been picked, for who wants that, if it can
// mean but one move.
func (b *Board) atOnce() (json.RawMessage, bool) {
	c, picked := b.pick.(*choice)
	if !b.quick || !picked || c.card == 0 || b.hint != "" {
		return nil, false
	}
	if len(c.moves) > 1 || len(c.moves[0].Cards) > 1 {
		return nil, false
	}
	return b.confirm()
}

// begin picks an action of the own turn.
func (b *Board) begin(msg tea.KeyPressMsg) {
	switch {
	case key.Matches(msg, keys.arrange):
		b.pickArrangement()
	case key.Matches(msg, keys.attack):
		b.pickAttack()
	case key.Matches(msg, keys.hideout):
		b.pickAction(rules.TypeMoveHideout)
	case key.Matches(msg, keys.discard):
		b.pickSwap()
	case key.Matches(msg, keys.draw):
		b.pickAction(rules.TypeDraw)
	case key.Matches(msg, keys.end):
		b.pickAction(rules.TypeEndTurn)
	}
}

func (b *Board) click(name string) (json.RawMessage, bool) {
	if name == clickConfirm {
		return b.confirm()
	}
	what, number, _ := strings.Cut(name, " ")
	n, err := strconv.Atoi(number)
	if err != nil {
		return nil, false
	}
	switch what + " " {
	case clickCard:
		return b.clickCard(n)
	case clickMan:
		if b.pick != nil {
			b.pick.touch(b, n)
		}
	case clickOption:
		if list, ok := b.pick.(optionList); ok {
			list.choose(n)
		}
	}
	return nil, false
}

// clickCard picks or marks a card of the hand; a second click plays it.
func (b *Board) clickCard(n int) (json.RawMessage, bool) {
	switch p := b.pick.(type) {
	case *swap:
		p.touch(b, n)
	case *choice:
		if n < len(b.hand()) && p.card == b.hand()[n] {
			return b.confirm()
		}
		b.pickCard(n)
	default:
		b.pickCard(n)
	}
	return b.atOnce()
}

// optionList is a pick whose options can be chosen directly.
type optionList interface{ choose(option int) }

// confirm returns the move that is picked.
func (b *Board) confirm() (json.RawMessage, bool) {
	switch {
	case b.pick != nil:
		body, missing := b.pick.move(b)
		if missing != "" {
			b.hint = missing
			return nil, false
		}
		return body, true
	case b.may(rules.TypeMulligan):
		b.pickSwap()
	default:
		b.hint = b.nothingPicked()
	}
	return nil, false
}

// pass answers a window with nothing.
func (b *Board) pass() (json.RawMessage, bool) {
	if !b.may(rules.TypePass) {
		b.hint = b.barredPass()
		return nil, false
	}
	b.pick = nil
	return rules.Pass(), true
}

// pickCard picks a card of the hand.
func (b *Board) pickCard(place int) {
	hand := b.hand()
	if place >= len(hand) {
		b.hint = b.Words("You hold %s.", b.cards(len(hand)))
		return
	}
	if b.may(rules.TypeMulligan) {
		b.pickSwap()
		b.pick.touch(b, place)
		return
	}
	card := hand[place]
	moves := b.offeredWith(card)
	if len(moves) == 0 {
		b.hint = b.barredCard(card)
		return
	}
	b.pick = newChoice(b, moves, card)
}

// pickAction picks an action of the own turn that is one of the offers of a type.
func (b *Board) pickAction(kind string) {
	moves := b.offered(kind)
	if len(moves) == 0 {
		b.hint = b.barred(kind)
		return
	}
	b.pick = newChoice(b, moves, 0)
}

// pickSwap begins to mark cards of the hand that are to go.
func (b *Board) pickSwap() {
	moves := b.offered(rules.TypeMulligan, rules.TypeDiscard)
	if len(moves) == 0 {
		b.hint = b.barred(rules.TypeDiscard)
		return
	}
	b.pick = &swap{kind: moves[0].Type, most: moves[0].Count}
}

// toggle adds a thing to a list that lacks it and takes it out of one that has it.
func toggle[T comparable](list []T, thing T) []T {
	if i := slices.Index(list, thing); i >= 0 {
		return slices.Delete(slices.Clone(list), i, i+1)
	}
	return append(slices.Clone(list), thing)
}

// step moves a place in a list of n by one, round its ends.
func step(at, by, n int) int { return (at + by + n) % n }

// arrow is the direction in which a key moves along a line, 0 for another key.
func arrow(msg tea.KeyPressMsg, back, on key.Binding) int {
	switch {
	case key.Matches(msg, back):
		return -1
	case key.Matches(msg, on):
		return +1
	}
	return 0
}
