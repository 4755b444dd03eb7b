package noirburg

import (
	"encoding/json"
	"slices"

	"noir/engine"
)

// Expire passes in a window. On its own turn a seat arranges what must be arranged and
// ends the turn; in set-up it swaps nothing.
func (p *position) Expire(seat engine.Seat) []engine.Move {
	var bodies []json.RawMessage
	switch w := p.window(); {
	case p.over() || !p.seated(seat):
	case w != nil && p.asked(seat):
		bodies = append(bodies, Pass())
	case w != nil || seat != p.active:
	case p.phase == setUp:
		bodies = append(bodies, Mulligan())
	default:
		if p.mustArrange() {
			bodies = append(bodies, Arrange(p.layout(seat)))
		}
		bodies = append(bodies, EndTurn())
	}
	moves := make([]engine.Move, len(bodies))
	for i, body := range bodies {
		moves[i] = engine.Move{Seat: seat, By: engine.ByClock, Body: body}
	}
	return moves
}

// layout leaves all who stand where they are and gives the hidden, the strongest first,
// the tightest place that has room for them; the others go.
func (p *position) layout(seat engine.Seat) map[Card]Place {
	m := p.of(seat)
	layout := map[Card]Place{}
	for g := range p.standing(m).all() {
		layout[g] = p.whereabouts(m, g)
	}
	room := map[Place]int{}
	for _, at := range m.arrangeable() {
		room[at] = p.room(m, at)
	}
	hidden := m.hidden.cards()
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
