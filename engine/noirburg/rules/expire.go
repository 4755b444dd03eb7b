package rules

import (
	"encoding/json"
	"slices"

	"noir/engine"
)

// Expire passes in a window. On its own turn a seat arranges what must be arranged and
// ends the turn; in set-up it swaps nothing.
func (p *Position) Expire(seat engine.Seat) []engine.Move {
	var bodies []json.RawMessage
	switch w := p.Window(); {
	case p.Over() || !p.seated(seat):
	case w != nil && p.Asked(seat):
		bodies = append(bodies, Pass())
	case w != nil || seat != p.Active:
	case p.Phase == SetUp:
		bodies = append(bodies, Mulligan())
	default:
		if p.MustArrange() {
			bodies = append(bodies, Arrange(p.Layout(seat)))
		}
		bodies = append(bodies, EndTurn())
	}
	moves := make([]engine.Move, len(bodies))
	for i, body := range bodies {
		moves[i] = engine.Move{Seat: seat, By: engine.ByClock, Body: body}
	}
	return moves
}

// Layout leaves all who stand where they are and gives the hidden, the strongest first,
// the tightest place that has room for them; the others go.
func (p *Position) Layout(seat engine.Seat) map[Card]Place {
	m := p.Of(seat)
	layout := map[Card]Place{}
	for g := range p.Standing(m).All() {
		layout[g] = p.whereabouts(m, g)
	}
	room := map[Place]int{}
	for _, at := range m.arrangeable() {
		room[at] = p.Room(m, at)
	}
	hidden := m.Hidden.Cards()
	slices.Reverse(hidden)
	for _, g := range hidden {
		best := Place(0)
		for _, at := range m.arrangeable() {
			if room[at] >= g.Power() && (best == 0 || room[at] < room[best]) {
				best = at
			}
		}
		layout[g] = best
		room[best] -= g.Power()
	}
	return layout
}
