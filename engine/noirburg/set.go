package noirburg

import (
	"iter"
	"math/bits"
)

// set is a set of cards. It lists its cards in the deck's listing order, so
// gangsters the weakest first.
type set struct{ low, high uint64 }

func setOf(cards ...Card) (s set) {
	for _, c := range cards {
		s.add(c)
	}
	return s
}

// bit returns the set of one card.
func (c Card) bit() set {
	if c == 0 {
		return set{}
	}
	if i := c - 1; i < 64 {
		return set{low: 1 << i}
	}
	return set{high: 1 << (c - 65)}
}

func (s set) has(c Card) bool     { return s.overlaps(c.bit()) }
func (s set) empty() bool         { return s == set{} }
func (s set) overlaps(o set) bool { return s.low&o.low|s.high&o.high != 0 }
func (s set) union(o set) set     { return set{s.low | o.low, s.high | o.high} }
func (s set) common(o set) set    { return set{s.low & o.low, s.high & o.high} }
func (s set) without(o set) set   { return set{s.low &^ o.low, s.high &^ o.high} }
func (s set) contains(o set) bool { return o.without(s).empty() }
func (s set) len() int            { return bits.OnesCount64(s.low) + bits.OnesCount64(s.high) }
func (s *set) add(c Card)         { *s = s.union(c.bit()) }
func (s *set) remove(c Card)      { *s = s.without(c.bit()) }
func (s set) of(k Kind) set       { return s.common(kindSets[k]) }

// all goes through the cards in the deck's listing order.
func (s set) all() iter.Seq[Card] {
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

// cards lists the set; never nil.
func (s set) cards() []Card {
	list := make([]Card, 0, s.len())
	for c := range s.all() {
		list = append(list, c)
	}
	return list
}

// power sums up the powers of the gangsters.
func (s set) power() int { return s.of(Gangster).numbers() }

// numbers sums up what is printed on the cards.
func (s set) numbers() int {
	sum := 0
	for n := 1; n < len(numberSets); n++ {
		sum += n * s.common(numberSets[n]).len()
	}
	return sum
}

// kindSets and numberSets hold all cards of a kind, and with a number.
var kindSets, numberSets = sorted()

func sorted() (kinds [Hideout + 1]set, numbers [5]set) {
	for c := Card(1); c <= allCards; c++ {
		kinds[c.Kind()].add(c)
		numbers[c.Number()].add(c)
	}
	return kinds, numbers
}

// first returns the first card in the deck's listing order, no card of an empty set.
func (s set) first() Card {
	switch {
	case s.low != 0:
		return Card(bits.TrailingZeros64(s.low) + 1)
	case s.high != 0:
		return Card(bits.TrailingZeros64(s.high) + 65)
	}
	return 0
}

// strongest returns the strongest gangster, no card if there is none.
func (s set) strongest() Card {
	return Card(bits.Len64(s.of(Gangster).low))
}

// enough returns the strongest gangsters that have a power together, all if they have not.
func (s set) enough(power int) (gang set) {
	for power > 0 && !s.empty() {
		g := s.strongest()
		s.remove(g)
		gang.add(g)
		power -= g.Power()
	}
	return gang
}
