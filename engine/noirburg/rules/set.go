package rules

import (
	"iter"
	"math/bits"
)

// Set is a set of cards. It lists its cards in the deck's listing order, so
// gangsters the weakest first.
type Set struct{ low, high uint64 }

// SetOf returns the set of some cards; "no card" adds nothing.
func SetOf(cards ...Card) (s Set) {
	for _, c := range cards {
		s.Add(c)
	}
	return s
}

// bit returns the set of one card.
func (c Card) bit() Set {
	if c == 0 {
		return Set{}
	}
	if i := c - 1; i < 64 {
		return Set{low: 1 << i}
	}
	return Set{high: 1 << (c - 65)}
}

// Has reports whether a card is in the set; "no card" is in none.
func (s Set) Has(c Card) bool { return s.Overlaps(c.bit()) }

// Empty reports whether the set has no card.
func (s Set) Empty() bool { return s == Set{} }

// Overlaps reports whether two sets have a card in common.
func (s Set) Overlaps(o Set) bool { return s.low&o.low|s.high&o.high != 0 }

// Union returns the cards of both sets.
func (s Set) Union(o Set) Set { return Set{s.low | o.low, s.high | o.high} }

// Common returns the cards that are in both sets.
func (s Set) Common(o Set) Set { return Set{s.low & o.low, s.high & o.high} }

// Without returns the cards that are not in the other set.
func (s Set) Without(o Set) Set { return Set{s.low &^ o.low, s.high &^ o.high} }

func (s Set) contains(o Set) bool { return o.Without(s).Empty() }

// Len returns the number of cards.
func (s Set) Len() int { return bits.OnesCount64(s.low) + bits.OnesCount64(s.high) }

// Add puts a card into the set.
func (s *Set) Add(c Card) { *s = s.Union(c.bit()) }

// Remove takes a card out of the set.
func (s *Set) Remove(c Card) { *s = s.Without(c.bit()) }

// Of returns the cards of a kind.
func (s Set) Of(k Kind) Set { return s.Common(kindSets[k]) }

// All goes through the cards in the deck's listing order.
func (s Set) All() iter.Seq[Card] {
	return func(yield func(Card) bool) {
		for rest := s.low; rest != 0; rest &= rest - 1 {
			if !yield(Card(bits.TrailingZeros64(rest) + 1)) {
				return
			}
		}
		for rest := s.high; rest != 0; rest &= rest - 1 {
			if !yield(Card(bits.TrailingZeros64(rest) + 65)) {
				return
			}
		}
	}
}

// Cards lists the set; never nil.
func (s Set) Cards() []Card {
	list := make([]Card, 0, s.Len())
	for c := range s.All() {
		list = append(list, c)
	}
	return list
}

// Power adds up the powers of the gangsters.
func (s Set) Power() int { return s.Of(Gangster).Numbers() }

// Numbers adds up what is printed on the cards.
func (s Set) Numbers() int {
	sum := 0
	for n := 1; n < len(numberSets); n++ {
		sum += n * s.Common(numberSets[n]).Len()
	}
	return sum
}

// kindSets and numberSets hold all cards of a kind, and with a number.
var kindSets, numberSets = sorted()

func sorted() (kinds [Hideout + 1]Set, numbers [5]Set) {
	for c := Card(1); c <= allCards; c++ {
		kinds[c.Kind()].Add(c)
		numbers[c.Number()].Add(c)
	}
	return kinds, numbers
}

// MostPower is the highest number on a gangster or a business.
const MostPower = len(numberSets) - 1

// CardsOf returns all cards of a kind.
func CardsOf(k Kind) Set { return kindSets[k] }

// Numbered returns all cards with a printed number.
func Numbered(number int) Set { return numberSets[number] }

// First returns the first card in the deck's listing order, no card of an empty set.
func (s Set) First() Card {
	switch {
	case s.low != 0:
		return Card(bits.TrailingZeros64(s.low) + 1)
	case s.high != 0:
		return Card(bits.TrailingZeros64(s.high) + 65)
	}
	return 0
}

// Strongest returns the strongest gangster, no card if there is none.
func (s Set) Strongest() Card {
	return Card(bits.Len64(s.Of(Gangster).low))
}

// Enough returns the strongest gangsters that together have a power, or all if they do not.
func (s Set) Enough(power int) (gang Set) {
	for power > 0 && !s.Empty() {
		g := s.Strongest()
		s.Remove(g)
		gang.Add(g)
		power -= g.Power()
	}
	return gang
}
