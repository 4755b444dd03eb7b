package noirburg

import (
	"encoding/json"
	"slices"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"noir/engine/noirburg/rules"
)

// choice is a pick among several moves: where a card goes, how many cards are drawn.
type choice struct {
	moves []rules.Move // never empty
	at    int
	card  rules.Card   // of the hand; no card for an action without one
	more  []rules.Card // further Drive-bys thrown together with it
}

// newChoice offers moves, those most relevant to the table's situation first.
func newChoice(b *town, moves []rules.Move, card rules.Card) *choice {
	moves = slices.Clone(moves)
	slices.SortStableFunc(moves, func(x, y rules.Move) int { return b.distance(x) - b.distance(y) })
	return &choice{moves: moves, card: card}
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

// touch handles the digit of a card: the same card goes to the next option, another Drive-by is
// thrown in as well.
func (c *choice) touch(b *draft, n int) bool {
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

func (c *choice) press(b *draft, msg tea.KeyPressMsg) bool {
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

// nextSeat goes to the first option of the next mafia.
func (c *choice) nextSeat() {
	seat := c.now().Seat
	for range c.moves {
		c.at = step(c.at, 1, len(c.moves))
		if now := c.now().Seat; now != seat && c.at == slices.IndexFunc(c.moves, func(m rules.Move) bool { return m.Seat == now }) {
			return
		}
	}
}

func (c *choice) move(speech) (json.RawMessage, string) { return c.now().Body(), "" }

// renew keeps the option and the cards while all are still offered.
func (c *choice) renew(b speech) bool {
	want := c.moves[c.at]
	fresh := newChoice(b.town, b.offered(want.Type), c.card)
	if c.card != 0 {
		fresh = newChoice(b.town, b.offeredWith(c.card), c.card)
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

// sameOption reports whether two offers are the same; an offer of a Drive-by lists all Drive-bys in
// the hand as its cards.
func sameOption(m, o rules.Move) bool {
	if m.Type == rules.TypeDriveby {
		return o.Type == m.Type && o.Seat == m.Seat && o.Place == m.Place
	}
	return string(m.Body()) == string(o.Body())
}

func (c *choice) panel(p brush) []panelLine {
	var out []panelLine
	if w := p.view.Window; w != nil {
		out = append(out, windowView{p}.windowLines()[0])
	}
	if len(c.moves) > 1 {
		labels := make([]string, len(c.moves))
		for i, m := range c.moves {
			labels[i] = intent{p.speech}.option(m)
		}
		out = append(out, panelLine{Block: p.options(labels, c.at), rank: 2})
	}
	return append(out, p.lines(3, c.consequences(p.speech))...)
}

func (c *choice) help(speech) []key.Binding {
	short := make([]key.Binding, 0, 8) // the screen appends its own keys
	if len(c.moves) > 1 {
		short = append(short, keys.choose)
	}
	short = append(short, keys.confirm, keys.drop)
	if slices.ContainsFunc(c.moves, func(m rules.Move) bool { return m.Seat != c.moves[0].Seat }) {
		short = append(short, keys.other)
	}
	return short
}

// does says what the move does.
func (c *choice) does(b speech) (long, short string) {
	m := c.now()
	switch m.Type {
	case rules.TypeOpen:
		short = intent{b}.opens(m)
		return b.priced(short, m.Card.Cost()), short
	case rules.TypeMoveHideout:
		if m.Under == 0 {
			return b.Words("moves your Hideout into the open"), b.Words("Hideout into the open")
		}
		over := b.building(b.Frame.Seat, m.Under)
		return b.Words("moves your Hideout under the %s", over), b.Words("Hideout under the %s", over)
	case rules.TypeDraw:
		short = b.Words("draws %s", b.cards(m.Count))
		return b.priced(short, m.Count-1), short
	case rules.TypeEndTurn:
		return b.Words("ends your turn"), b.Words("ends your turn")
	}
	return intent{b}.throws(m)
}

// consequences say what the move leads to.
func (c *choice) consequences(b speech) []string {
	m := c.now()
	own, out := b.view.Seats[b.Frame.Seat], outlook{b}
	switch m.Type {
	case rules.TypeOpen:
		return append(out.opened(m), b.forgone(m.Type)...)
	case rules.TypeMoveHideout:
		return append(out.hideoutMoved(m), b.forgone(m.Type)...)
	case rules.TypeDraw:
		left := b.Words("Leaves you %s and %s in the hand.", money(own.Money-m.Count+1), b.cards(own.Hand+m.Count))
		return append([]string{left}, b.forgone(m.Type)...)
	case rules.TypeEndTurn:
		return out.turnEnded()
	case rules.TypePoker:
		return out.poker()
	case rules.TypePolice:
		return out.policed(m)
	case rules.TypeBribe:
		return out.bribed()
	case rules.TypeDriveby:
		return out.shot(m)
	case rules.TypeTurncoat:
		return out.lured(m)
	}
	return nil
}
