package noirburg

import (
	"encoding/json"
	"slices"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	rules "noir/engine/noirburg"
)

// choice is one of several moves: where a card goes, how many cards are drawn.
type choice struct {
	moves []rules.Move // never empty
	at    int
	card  rules.Card   // of the hand; no card for an action without one
	more  []rules.Card // Drive-bys that are thrown together with it
}

// newChoice offers moves, those first that have to do with what is going on.
func newChoice(b *Board, moves []rules.Move, card rules.Card) *choice {
	moves = slices.Clone(moves)
	slices.SortStableFunc(moves, func(x, y rules.Move) int { return b.distance(x) - b.distance(y) })
	return &choice{moves: moves, card: card}
}

// distance is how far a move is from what is going on at the table.
func (b *Board) distance(m rules.Move) int {
	attack := b.attackWindow()
	switch {
	case m.Type == rules.TypePolice && m.Use == rules.UseStop:
		return 0
	case m.Place == 0:
		return 1
	case attack != nil && (attack.Seat == m.Seat && attack.Place == m.Place || slices.Contains(attack.Gangsters, m.Gangster)):
		return 1
	case attack != nil && m.Seat == attack.Seat && m.Place.Business() != 0 && m.Place.Business() == b.view.Seats[m.Seat].Hideout.Under:
		return 2
	case m.Seat != b.frame.Seat:
		return 3
	}
	return 4
}

// now is the move that confirming makes.
func (c *choice) now() rules.Move {
	m := c.moves[c.at]
	if m.Type == rules.TypeDriveby {
		m.Cards = append([]rules.Card{c.card}, c.more...)
	}
	return m
}

func (c *choice) choose(option int) {
	if option < len(c.moves) {
		c.at = option
	}
}

// touch takes the digit of a card: of the same one for the next option, of another
// Drive-by to throw it in as well.
func (c *choice) touch(b *Board, n int) bool {
	if n >= len(b.hand()) || c.card == 0 {
		return false
	}
	switch card := b.hand()[n]; {
	case card == c.card:
		c.at = step(c.at, 1, len(c.moves))
	case card.Kind() == rules.Driveby && c.card.Kind() == rules.Driveby:
		c.more = toggle(c.more, card)
	default:
		return false
	}
	return true
}

func (c *choice) press(b *Board, msg tea.KeyPressMsg) bool {
	by := arrow(msg, keys.left, keys.right) + arrow(msg, keys.up, keys.down)
	switch {
	case by != 0:
		c.at = step(c.at, by, len(c.moves))
	case key.Matches(msg, keys.next):
		c.nextSeat()
	case key.Matches(msg, keys.draw) && c.now().Type == rules.TypeDraw,
		key.Matches(msg, keys.hideout) && c.now().Type == rules.TypeMoveHideout:
		c.at = step(c.at, 1, len(c.moves))
	default:
		return false
	}
	return true
}

// nextSeat goes on to the first option of another mafia.
func (c *choice) nextSeat() {
	seat := c.now().Seat
	for range c.moves {
		c.at = step(c.at, 1, len(c.moves))
		if now := c.now().Seat; now != seat && c.at == slices.IndexFunc(c.moves, func(m rules.Move) bool { return m.Seat == now }) {
			return
		}
	}
}

func (c *choice) move(*Board) (json.RawMessage, string) { return c.now().Body(), "" }

// renew keeps the option and the cards if they are all still offered.
func (c *choice) renew(b *Board) bool {
	want := c.moves[c.at]
	fresh := newChoice(b, b.offered(want.Type), c.card)
	if c.card != 0 {
		fresh = newChoice(b, b.offeredWith(c.card), c.card)
	}
	at := slices.IndexFunc(fresh.moves, func(m rules.Move) bool { return sameOption(m, want) })
	if at < 0 {
		return false
	}
	for _, card := range c.more {
		if !slices.Contains(fresh.moves[at].Cards, card) {
			return false
		}
	}
	c.moves, c.at = fresh.moves, at
	return true
}

// sameOption reports whether two offers are one; that of a Drive-by has in its
// cards whatever the hand has.
func sameOption(m, o rules.Move) bool {
	if m.Type == rules.TypeDriveby {
		return o.Type == m.Type && o.Seat == m.Seat && o.Place == m.Place
	}
	return string(m.Body()) == string(o.Body())
}

func (c *choice) panel(p painter) []panelLine {
	var out []panelLine
	if w := p.view.Window; w != nil {
		out = append(out, p.windowLines()[0])
	}
	if len(c.moves) > 1 {
		labels := make([]string, len(c.moves))
		for i, m := range c.moves {
			labels[i] = p.option(m)
		}
		out = append(out, panelLine{Block: p.options(labels, c.at), rank: 2})
	}
	return append(out, p.lines(3, c.consequences(p.Board))...)
}

func (c *choice) help(*Board) []key.Binding {
	short := make([]key.Binding, 0, 8) // the screen's own come after them
	if len(c.moves) > 1 {
		short = append(short, keys.choose)
	}
	short = append(short, keys.confirm, keys.drop)
	if slices.ContainsFunc(c.moves, func(m rules.Move) bool { return m.Seat != c.moves[0].Seat }) {
		short = append(short, keys.next)
	}
	return short
}
