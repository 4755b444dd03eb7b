package search

import (
	"noir/engine"
	"noir/engine/noirburg/rules"
)

// memory is what a seat knows beyond its view: what the log tells, and what follows for the
// cards that it does not see.
type memory struct {
	rules.Recollection
	stock     rules.Set // of which the deck was made
	discarded rules.Set // since the deck was made
	pile      int       // cards left in the deck
	spent     int       // cards drawn before a reshuffle in the same draw
	hands     [rules.Hideouts]holding
	shaken    bool // the deck was made from the discard pile in the next draw of the log
}

// holding is what is known of a hand: the number of cards, and which kinds are among them.
type holding struct {
	cards int       // in all
	older int       // from a deck before this one
	fresh int       // drawn after the seat's last chance to open any
	lured rules.Set // openly taken by a Turncoat

	missing      rules.Set // the seat would have played these if it had had them
	staleMissing rules.Set // the same for all but the fresh cards
}

// remember reads the log of a game of a number of seats.
func remember(log []engine.Line, seats int) (*memory, error) {
	m := &memory{Recollection: rules.NewRecollection(), stock: deckCards, pile: rules.DeckSize - rules.HandSize*seats}
	for s := range seats {
		m.hands[s] = holding{cards: rules.HandSize, fresh: rules.HandSize}
	}
	return m, m.Listen(log, m.saw)
}

// saw records an effect, before the recollection does.
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

// sawFought records that a seat that let itself lose this much holds no card against it.
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

// played records a card that a seat has given up.
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
