package noirburg

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"noir/engine/noirburg/rules"
	"noir/matchmaking"
)

// pick is what the player is about to do and has not confirmed. It is legal or incomplete at any
// time.
type pick interface {
	// press handles a key, or reports that it has no use for it. Digits go to touch, counted from
	// 0.
	press(b *draft, msg tea.KeyPressMsg) bool
	touch(b *draft, n int) bool

	// move is what confirming makes, or nil and a text that says what is missing.
	move(b speech) (body json.RawMessage, missing string)

	// does says after "enter" what confirming does, in long and short.
	does(b speech) (long, short string)

	// consequences say what it leads to, the most important first.
	consequences(b speech) []string

	// renew compares the pick with new offers and reports whether it is still possible unchanged.
	renew(b speech) bool

	// panel draws it; help lists its keys.
	panel(p brush) []panelLine
	help(b speech) []key.Binding
}

// draft is what the player has picked, and why the last key did nothing.
type draft struct {
	speech

	pick   pick   // nil for nothing
	quick  bool   // see Board.OneKey
	hint   string // why the last key did nothing, until the next one
	lapsed bool   // the table changed under the pick; until the next key
}

// follow takes a new frame, and drops the pick unless it still means the same.
func (d *draft) follow(f matchmaking.Frame) error {
	before, turn, meant := d.Frame, d.view.Turn, d.meaning()
	if err := d.read(f); err != nil {
		return err
	}
	moved := f.Ply() != before.Ply()
	if moved {
		d.hint = ""
	}
	_, looks := d.pick.(*gaze)
	asked := looks && moved && d.MayAct() // the question would lie below the open gaze
	if d.pick != nil && (f.End != nil || d.view.Turn != turn || asked || !d.pick.renew(d.speech) || !slices.Equal(meant, d.meaning())) {
		changed := moved || !bytes.Equal(f.View, before.View)
		d.pick, d.lapsed = nil, changed && !looks && !d.acted(before.Ply())
	}
	d.lapsed = d.lapsed && f.End == nil
	return nil
}

// clear removes the messages of the previous key.
func (d *draft) clear() { d.hint, d.lapsed = "", false }

// meaning is everything that a pick tells the player. A pick whose meaning changes with a new frame
// is dropped.
func (d *draft) meaning() []string {
	if d.pick == nil {
		return nil
	}
	long, _ := d.pick.does(d.speech)
	_, missing := d.pick.move(d.speech)
	return append([]string{long, missing}, d.pick.consequences(d.speech)...)
}

func (d *draft) press(msg tea.KeyPressMsg) (json.RawMessage, bool) {
	switch {
	case key.Matches(msg, keys.confirm):
		return d.confirm()
	case key.Matches(msg, keys.drop):
		d.pick = nil
	case key.Matches(msg, keys.digit):
		if n := int(msg.String()[0] - '1'); d.pick == nil || !d.pick.touch(d, n) {
			d.pickCard(n)
			return d.atOnce()
		}
	case d.pick != nil && d.pick.press(d, msg):
	case key.Matches(msg, keys.pass):
		return d.pass()
	default:
		d.begin(msg)
	}
	return nil, false
}

// atOnce confirms a card just picked if the player wants one-key play and the card allows only one
// move.
func (d *draft) atOnce() (json.RawMessage, bool) {
	c, picked := d.pick.(*choice)
	if !d.quick || !picked || c.card == 0 || d.hint != "" {
		return nil, false
	}
	if len(c.moves) > 1 || len(c.moves[0].Cards) > 1 {
		return nil, false
	}
	return d.confirm()
}

// begin picks an action of the viewer's turn, or looks at a rival.
func (d *draft) begin(msg tea.KeyPressMsg) {
	switch {
	case key.Matches(msg, keys.other):
		g := &gaze{d.Frame.Seat}
		g.turn(d.town)
		d.pick = g
	case key.Matches(msg, keys.arrange):
		d.pickArrangement()
	case key.Matches(msg, keys.attack):
		d.pickAttack()
	case key.Matches(msg, keys.hideout):
		d.pickAction(rules.TypeMoveHideout)
	case key.Matches(msg, keys.discard):
		d.pickSwap()
	case key.Matches(msg, keys.draw):
		d.pickAction(rules.TypeDraw)
	case key.Matches(msg, keys.end):
		d.pickAction(rules.TypeEndTurn)
	}
}

func (d *draft) click(name string) (json.RawMessage, bool) {
	if name == clickConfirm {
		return d.confirm()
	}
	what, number, _ := strings.Cut(name, " ")
	n, err := strconv.Atoi(number)
	if err != nil {
		return nil, false
	}
	switch what + " " {
	case clickCard:
		return d.clickCard(n)
	case clickMan:
		if d.pick != nil {
			d.pick.touch(d, n)
		}
	case clickOption:
		if list, ok := d.pick.(optionList); ok {
			list.choose(n)
		}
	}
	return nil, false
}

// clickCard picks or marks a card of the hand; a second click plays it.
func (d *draft) clickCard(n int) (json.RawMessage, bool) {
	switch p := d.pick.(type) {
	case *swap:
		p.touch(d, n)
	case *choice:
		if n < len(d.hand()) && p.card == d.hand()[n] {
			return d.confirm()
		}
		d.pickCard(n)
	default:
		d.pickCard(n)
	}
	return d.atOnce()
}

// optionList is a pick whose options can be chosen directly.
type optionList interface{ choose(option int) }

// confirm returns the picked move.
func (d *draft) confirm() (json.RawMessage, bool) {
	switch {
	case d.pick != nil:
		body, missing := d.pick.move(d.speech)
		if missing != "" {
			d.hint = missing
			return nil, false
		}
		return body, true
	case d.may(rules.TypeMulligan):
		d.pickSwap()
	default:
		d.hint = d.nothingPicked()
	}
	return nil, false
}

// pass passes in a window.
func (d *draft) pass() (json.RawMessage, bool) {
	if !d.may(rules.TypePass) {
		d.hint = d.barred(rules.TypePass)
		return nil, false
	}
	d.pick = nil
	return rules.Pass(), true
}

// pickCard picks a card of the hand.
func (d *draft) pickCard(place int) {
	hand := d.hand()
	if place >= len(hand) {
		d.hint = d.Words("You hold %s.", d.cards(len(hand)))
		return
	}
	if d.may(rules.TypeMulligan) {
		d.pickSwap()
		d.pick.touch(d, place)
		return
	}
	card := hand[place]
	moves := d.offeredWith(card)
	if len(moves) == 0 {
		d.hint = d.barredCard(card)
		return
	}
	d.pick = newChoice(d.town, moves, card)
}

// pickAction picks an action of the viewer's turn by its type.
func (d *draft) pickAction(kind string) {
	moves := d.offered(kind)
	if len(moves) == 0 {
		d.hint = d.barred(kind)
		return
	}
	d.pick = newChoice(d.town, moves, 0)
}

// pickSwap starts marking cards of the hand to discard or swap.
func (d *draft) pickSwap() {
	moves := d.offered(rules.TypeMulligan, rules.TypeDiscard)
	if len(moves) == 0 {
		d.hint = d.barred(rules.TypeDiscard)
		return
	}
	d.pick = &swap{kind: moves[0].Type, most: moves[0].Count}
}

// pickArrangement starts an arrangement.
func (d *draft) pickArrangement() {
	if !d.may(rules.TypeArrange) {
		d.hint = d.barred(rules.TypeArrange)
		return
	}
	d.pick = newArrangement(d.town)
}

// pickAttack starts an attack on the first target.
func (d *draft) pickAttack() {
	targets := attackable(d.town)
	if len(targets) == 0 {
		d.hint = d.barred(rules.TypeAttack)
		return
	}
	d.pick = &attack{targets: targets}
}

// help lists the keys that do something now.
func (d *draft) help() []key.Binding {
	if !d.Open() {
		return nil
	}
	if d.pick != nil {
		return d.pick.help(d.speech)
	}
	short := make([]key.Binding, 0, 12) // the screen appends its own keys
	add := func(kind string, binding key.Binding) {
		if d.may(kind) {
			short = append(short, binding)
		}
	}
	add(rules.TypePass, keys.pass)
	add(rules.TypeArrange, keys.arrange)
	add(rules.TypeAttack, keys.attack)
	if d.mayPick() {
		short = append(short, picks.of(len(d.hand())))
	}
	add(rules.TypeMulligan, keys.confirm)
	add(rules.TypeDraw, keys.draw)
	add(rules.TypeEndTurn, keys.end)
	add(rules.TypeMoveHideout, keys.hideout)
	add(rules.TypeDiscard, keys.discard)
	return short
}

// query explains the symbol after a name, in the reader's language.
func (d *draft) query() key.Binding {
	asked := keys.query
	asked.SetHelp(d.Words("name?"), asked.Help().Desc)
	return asked
}

// allKeys lists the keys of a seat that may act: those of its pick while there is one, those of
// set-up during it, otherwise those of turns and windows.
func (d *draft) allKeys() [][]key.Binding {
	moving := []key.Binding{keys.left, keys.right, keys.up, keys.down}
	switch d.pick.(type) {
	case nil:
	case *choice:
		return [][]key.Binding{d.help(), append(moving, keys.next)}
	case *swap:
		return [][]key.Binding{d.help(), append(moving, keys.mark)}
	case *gaze:
		return [][]key.Binding{d.help()}
	default:
		return [][]key.Binding{d.help(), append(moving, keys.next, keys.mark)}
	}
	if d.view.Phase == rules.PhaseSetup {
		return [][]key.Binding{d.help(), {d.query()}}
	}
	return [][]key.Binding{
		{keys.digit, keys.confirm, keys.drop, keys.pass},
		{keys.arrange, keys.attack, keys.hideout, keys.draw, keys.discard, keys.end},
		{keys.other, d.query()},
	}
}
