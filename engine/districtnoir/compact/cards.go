// Package compact is District Noir in a form for searching: a position of a few words that is
// copied by assignment and played on without allocating, with all cards known.
//
// It implements the rules a second time, and nothing else; a test of package districtnoir
// compares it with the first. It does not check moves: one that Moves does not list leads to a
// meaningless position.
package compact

import "math/bits"

// Kind is a kind of card, in the deck's listing order.
type Kind uint8

// The kinds: supports, alliances, betrayals, cities (rules page, section 1).
const (
	Five Kind = iota
	Six
	Seven
	Eight
	Plus2
	Plus3
	Plus4
	Minus1
	Minus2
	Minus3
	Harbor
	Police
	CityHall
	Kinds // how many there are
)

// The numbers of the rules page, sections 1 to 3.
const (
	Seats    = 2
	Rounds   = 4
	HandSize = 5
	Reach    = 5 // a take has at most this many cards
	Cities   = 3 // win at once
	Aside    = 3 // cards that stay out of the game
	DeckSize = 45
)

// width is how many bits a kind's count has in Cards.
const width = 4

// Cards counts cards by kind, four bits each.
type Cards uint64

// ones has the lowest bit of each count.
const ones Cards = 0x1111111111111

// Deck is all 45 cards.
const Deck Cards = 5<<(width*Five) | 6<<(width*Six) | 7<<(width*Seven) | 8<<(width*Eight) |
	4<<(width*Plus2) | 2<<(width*Plus3) | 1<<(width*Plus4) |
	3<<(width*Minus1) | 4<<(width*Minus2) | 2<<(width*Minus3) |
	1<<(width*Harbor) | 1<<(width*Police) | 1<<(width*CityHall)

// Panorama is all three cities.
const Panorama Cards = 1<<(width*Harbor) | 1<<(width*Police) | 1<<(width*CityHall)

// One is a single card.
func One(k Kind) Cards { return 1 << (width * k) }

// Value returns the number on a support, 0 for another card.
func (k Kind) Value() int {
	return [Kinds]int{Five: 5, Six: 6, Seven: 7, Eight: 8}[k]
}

// Count returns how many cards there are of a kind.
func (c Cards) Count(k Kind) int { return int(c >> (width * k) & (1<<width - 1)) }

// Len returns the number of cards.
func (c Cards) Len() int {
	n := 0
	for ; c != 0; c >>= width {
		n += int(c & (1<<width - 1))
	}
	return n
}

// Cities returns the number of cities.
func (c Cards) Cities() int { return bits.OnesCount64(uint64(c & Panorama)) }

// Moves returns the plays of a hand: each kind in it once.
func (c Cards) Moves() Moves { return Moves((c | c>>1 | c>>2 | c>>3) & ones) }

// List lists the cards in the deck's order, and returns how many there are.
func (c Cards) List(into *[DeckSize]Kind) int {
	n := 0
	for k := range Kinds {
		for range c.Count(k) {
			into[n] = k
			n++
		}
	}
	return n
}

// Move is a kind that is played, or Take.
type Move uint8

// Take takes the newest cards of the row.
const Take = Move(Kinds)

// Moves is a set of moves, four bits each, of which the lowest is used.
type Moves uint64

// Len returns the number of moves.
func (m Moves) Len() int { return bits.OnesCount64(uint64(m)) }

// First returns the lowest move of a set that is not empty.
func (m Moves) First() Move { return Move(bits.TrailingZeros64(uint64(m)) / width) }

// Rest returns the set without its lowest move.
func (m Moves) Rest() Moves { return m & (m - 1) }

// Has reports whether a move is in the set.
func (m Moves) Has(move Move) bool { return m>>(width*move)&1 == 1 }

// With returns the set with a move added.
func (m Moves) With(move Move) Moves { return m | 1<<(width*move) }

// Without returns the set without a move.
func (m Moves) Without(move Move) Moves { return m &^ (1 << (width * move)) }

// At returns the move with the number n, counted from 0.
func (m Moves) At(n int) Move {
	for range n {
		m = m.Rest()
	}
	return m.First()
}
