package districtnoir

import (
	"slices"

	"noir/engine"
)

// position is one moment of a game. Its methods return a new one and do not change it.
type position struct {
	engine.Duel
	deck    *[deckSize]Card // as shuffled; shared by all positions of a game, never written
	starter engine.Seat     // who began round 1
	round   int             // 1 to 4
	row     []Card          // oldest first; older positions share its array, so it is clipped before it grows
	hands   [seats]Tally
	took    [seats]bool // in this round
	tableau [seats]Tally
}

var _ engine.State = position{}

// start deals the first round.
func start(deck [deckSize]Card, first engine.Seat) position {
	p := position{Duel: engine.Duel{Turn: first}, deck: &deck, starter: first, round: 1}
	p.dealHands(aside)
	p.row = slices.Clone(deck[p.dealt()-opening : p.dealt()])
	return p
}

// dealHands gives both seats new hands from the deck, beginning at a card.
func (p *position) dealHands(from int) {
	for seat := range p.hands {
		p.hands[seat] = Count(p.deck[from+seat*handSize:][:handSize]...)
	}
}

// dealt is the number of cards that have left the deck. It follows from the round: the fourth
// deal empties the deck.
func (p position) dealt() int { return aside + opening + seats*handSize*p.round }

// first is who began the round; the players alternate.
func (p position) first() engine.Seat {
	if p.round%2 == 1 {
		return p.starter
	}
	return other(p.starter)
}

func other(seat engine.Seat) engine.Seat { return 1 - seat }

// hasMoved reports whether the seat has made a move in this game.
func (p position) hasMoved(seat engine.Seat) bool {
	return p.round > 1 || p.took[seat] || p.hands[seat].Len() < handSize
}

// actions counts the actions of the game so far, twelve a round.
func (p position) actions() int {
	n := roundActions*p.round - p.hands[0].Len() - p.hands[1].Len()
	for _, took := range p.took {
		if !took {
			n--
		}
	}
	return n
}

// offer returns what a take would take now, oldest first.
func (p position) offer() []Card { return newest(p.row) }

// newest returns the cards of a row within reach, oldest first.
func newest(row []Card) []Card { return row[max(0, len(row)-reach):] }

// play moves a card from the hand to the row.
func (p position) play(c Card) position {
	p.hands[p.Turn][c]--
	p.row = append(slices.Clip(p.row), c)
	return p.advance()
}

// take moves the newest cards to the player's tableau; the third city wins at once (rules page,
// sections 3 and 4).
func (p position) take() position {
	offer := p.offer()
	p.tableau[p.Turn].add(offer)
	p.row = p.row[:len(p.row)-len(offer)]
	p.took[p.Turn] = true
	if p.tableau[p.Turn].Cities() == cities {
		return p.end(City, p.Turn)
	}
	return p.advance()
}

// advance passes the turn. A round ends after six actions of each seat: five cards played and
// one take. Then the next is dealt, or the game is counted.
func (p position) advance() position {
	switch {
	case p.hands[0].Len()+p.hands[1].Len() > 0 || !p.took[0] || !p.took[1]:
		p.Turn = other(p.Turn)
	case p.round == rounds:
		reason, winner := settle(p.tableau)
		return p.end(reason, winner)
	default:
		p.dealHands(p.dealt())
		p.round++
		p.took = [seats]bool{}
		p.Turn = p.first()
	}
	return p
}

func (p position) end(reason string, winner engine.Seat) position {
	p.Duel = p.End(reason, winner)
	return p
}
