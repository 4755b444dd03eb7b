package search

import (
	"noir/engine"
	"noir/engine/noirburg/rules"
)

// memory is what the log tells a seat beyond its view, and what can be worked out about
// the cards that it does not see.
type memory struct {
	rules.Recollection
	stock     rules.Set // what the deck was made of
	discarded rules.Set // since the deck was made
	pile      int       // cards left in the deck
	spent     int       // cards drawn before a reshuffle in the same draw
	hands     [rules.Hideouts]holding
	shaken    bool // the deck was made of the discard pile in the draw that is told next
}

// holding is what is known of a hand: how many cards, and of which kinds of them.
type holding struct {
	cards int       // in all
	older int       // from a deck before this one
	fresh int       // drawn after the seat could last open any
	lured rules.Set // taken by a Turncoat in the sight of all

	missing      rules.Set // what the seat would have thrown in if it had had it
	staleMissing rules.Set // the same of all but the fresh cards
}

// remember reads the log of a game of so many seats.
func remember(log []engine.Line, seats int) (*memory, error) {
	m := &memory{Recollection: rules.NewRecollection(), stock: deckCards, pile: rules.DeckSize - rules.HandSize*seats}
	for s := range seats {
		m.hands[s] = holding{cards: rules.HandSize, fresh: rules.HandSize}
	}
	return m, m.Listen(log, m.saw)
}

// saw notes an effect, before the recollection does.
func (m *memory) saw(effect any) {
	switch e := effect.(type) {
	case rules.Moved:
		m.sawMoved(e)
	case rules.Reshuffled:
		m.spent += m.pile
		m.pile, m.stock, m.discarded = e.Count, m.discarded, rules.Set{}
		m.shaken = true
	case rules.Drew:
		m.sawDrew(e)
	case rules.Turn:
		if m.Turn > 0 && !m.Acts.Drew {
			m.hands[m.Active].fresh = 0
		}
	case rules.Fought:
		m.sawFought(e)
	}
}

// sawFought notes that nobody who loses so much holds a card against it.
func (m *memory) sawFought(e rules.Fought) {
	loser, against := m.Target, rules.Police
	switch e.Result {
	case rules.AttackHeld, rules.AttackFizzled:
		return
	case rules.AttackStopped:
		loser, against = m.Active, rules.Bribe
	}
	h := &m.hands[loser]
	h.missing = h.missing.Union(rules.CardsOf(against))
}

func (m *memory) sawMoved(e rules.Moved) {
	if e.From == rules.InHand {
		m.played(e)
	}
	switch e.To {
	case rules.InHand:
		h := &m.hands[e.ToSeat]
		h.cards++
		h.lured.Add(e.Card)
	case rules.InDiscard:
		m.discarded.Add(e.Card)
	}
}

// played notes a card that a seat has parted with.
func (m *memory) played(e rules.Moved) {
	h := &m.hands[e.Seat]
	h.cards--
	switch {
	case h.lured.Has(e.Card):
		h.lured.Remove(e.Card)
	case !m.stock.Has(e.Card):
		h.older--
	}
	h.fresh = min(h.fresh, h.cards)
}

func (m *memory) sawDrew(e rules.Drew) {
	if m.shaken {
		for s := range m.hands {
			m.hands[s].older = m.hands[s].cards - m.hands[s].lured.Len()
		}
		m.hands[e.Seat].older += m.spent
	}
	m.pile -= e.Count - m.spent
	m.spent, m.shaken = 0, false
	h := &m.hands[e.Seat]
	h.cards += e.Count
	h.missing, h.staleMissing = rules.Set{}, h.missing
	if h.fresh = e.Count; m.Turn == 0 {
		h.fresh = rules.HandSize
	}
}
