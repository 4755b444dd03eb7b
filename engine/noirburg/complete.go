package noirburg

import (
	"encoding/json"
	"math/rand/v2"
	"slices"

	"noir/engine"
)

// Complete makes a move of an entry of State.Legal, at random where the entry stands for
// many moves. The view is that of the seat whose entry it is.
func Complete(v View, seat engine.Seat, entry json.RawMessage, r *rand.Rand) json.RawMessage {
	m, ok := readEntry(entry)
	if !ok {
		return entry
	}
	if m.Type == TypeArrange {
		return Arrange(v.Seats[seat].someLayout(r))
	}
	return m.some(v.Hand, r).Body()
}

// some returns one of the moves that a move of a list stands for, except of an
// arrangement.
func (m Move) some(hand []Card, r *rand.Rand) Move {
	switch m.Type {
	case TypeMulligan:
		m.Cards = some(hand, r.IntN(m.Count+1), r)
	case TypeDiscard:
		m.Cards = some(hand, 1+r.IntN(m.Count), r)
	case TypeAttack:
		m.Gangsters = some(m.Gangsters, 1+r.IntN(len(m.Gangsters)), r)
	case TypeDriveby:
		m.Cards = some(m.Cards, 1+r.IntN(len(m.Cards)), r)
	}
	return m
}

// some returns so many of the cards.
func some(cards []Card, n int, r *rand.Rand) []Card {
	cards = slices.Clone(cards)
	r.Shuffle(len(cards), func(i, j int) { cards[i], cards[j] = cards[j], cards[i] })
	return cards[:n]
}

// someLayout gives the gangsters, in any order, any place that has room or, if they are
// hidden, now and then none.
func (m Mafia) someLayout(r *rand.Rand) map[Card]Place {
	room := map[Place]int{}
	for _, at := range m.Places() {
		room[at] = m.Capacity(at)
	}
	layout := map[Card]Place{}
	gangsters := m.Standing()
	for _, g := range some(append(gangsters, m.Hidden...), len(gangsters)+len(m.Hidden), r) {
		layout[g] = 0
		if slices.Contains(m.Hidden, g) && r.IntN(8) == 0 {
			continue
		}
		for _, i := range r.Perm(len(m.Places())) {
			if at := m.Places()[i]; room[at] >= g.Power() {
				layout[g] = at
				room[at] -= g.Power()
				break
			}
		}
	}
	return layout
}
