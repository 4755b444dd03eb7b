package rules

import "noir/engine"

// Stock is the cards that no seat has, and the chance that deals them.
type Stock struct {
	Chance  engine.Chance // what is left of it
	Deck    []Card        // face down, the next first
	Discard Set
	Box     Set // out of the game
}

// left is the number of cards that can still be drawn.
func (s *Stock) left() int { return len(s.Deck) + s.Discard.Len() }

// top takes the next card from the deck.
func (s *Stock) top() Card {
	card := s.Deck[0]
	s.Deck = s.Deck[1:]
	return card
}

// reshuffle makes the discard pile the deck if the deck is empty (protocol, section 8), and
// reports whether it did.
func (s *Stock) reshuffle() bool {
	if len(s.Deck) > 0 || s.Discard.Empty() {
		return false
	}
	s.Deck = s.Discard.Cards()
	s.Discard = Set{}
	engine.Shuffle(&s.Chance, s.Deck)
	return true
}
