package search

import (
	"noir/engine"
	"noir/engine/noirburg/network"
	"noir/engine/noirburg/rules"
)

// scene is one way in which a game may go on from a position with all cards known, all seats playing by one network.
type scene struct {
	playout
	minds [rules.Hideouts]mind
}

func newScene(net *network.Net) (s scene) {
	for i := range s.minds {
		s.minds[i].net = net
	}
	return s
}

// think makes the next move of a seat, by what each decides; one has passed already.
func (s *scene) think(passed engine.Seat, decide func(engine.Seat) rules.Move) {
	if s.Depth == 0 {
		s.play(s.Active, decide(s.Active))
		return
	}
	s.answer(passed, func(seat engine.Seat) (rules.Move, bool) {
		m := decide(seat)
		return m, m.Type != rules.TypePass
	})
}

// best is what a seat does without a search.
func (s *scene) best(seat engine.Seat) rules.Move {
	return best(s.minds[seat].ponder(&s.Position, seat)).Move
}

// byNetwork plays on to the end of the turn, all seats by the network, which says how likely the seat wins from there. It
// costs how often the network is asked.
func byNetwork(net *network.Net, seat engine.Seat) game {
	s := newScene(net)
	return func(world *rules.Position, m rules.Move) (won float64, cost int) {
		before := s.asked()
		s.begin(world)
		if m.Type == rules.TypePass {
			s.think(seat, s.best)
		} else {
			s.play(seat, m)
		}
		for !s.Over() && (s.Depth > 0 || s.Turn == world.Turn) {
			s.think(engine.Spectator, s.best)
		}
		if s.Over() {
			return share(&s.Position, seat), 1 + s.asked() - before
		}
		s.minds[seat].look(&s.Position, seat)
		return s.minds[seat].consult(&s.Position, 0), 1 + s.asked() - before
	}
}

// asked is how often the network was asked.
func (s *scene) asked() (n int) {
	for i := range s.minds {
		n += s.minds[i].asked
	}
	return n
}
