package rules

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"

	"noir/engine"
)

// Complete implements engine.Completer.
func (Game) Complete(view json.RawMessage, seat engine.Seat, entry json.RawMessage, r *rand.Rand) (json.RawMessage, error) {
	var v View
	if err := json.Unmarshal(view, &v); err != nil {
		return nil, fmt.Errorf("view: %w", err)
	}
	if seat < 0 || int(seat) >= len(v.Seats) {
		return nil, fmt.Errorf("seat %d does not play in the view", seat)
	}
	return v.complete(seat, entry, r), nil
}

func (v View) complete(seat engine.Seat, entry json.RawMessage, r *rand.Rand) json.RawMessage {
	m, ok := ReadEntry(entry)
	switch {
	case !ok:
		return entry
	case m.Type == TypeArrange:
		return Arrange(v.Seats[seat].someLayout(r))
	}
	return m.some(v.Hand, r).Body()
}

// some returns one of the moves that an entry stands for, except for an arrangement.
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

// some returns n random cards of some.
func some(cards []Card, n int, r *rand.Rand) []Card {
	cards = slices.Clone(cards)
	r.Shuffle(len(cards), func(i, j int) { cards[i], cards[j] = cards[j], cards[i] })
	return cards[:n]
}

// someLayout gives each gangster, in random order, a random place that has room. Hidden gangsters
// sometimes get none.
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
