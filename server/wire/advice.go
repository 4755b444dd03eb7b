package wire

import (
	"math"

	"noir/matchmaking"
)

// advise sends a hint that has arrived.
func (s *session) advise(a matchmaking.Advice) {
	s.seat.counsel.Done()
	switch {
	case s.ctx.Err() != nil: // the connection has ended
	case a.Err != nil:
		s.refuse(a.Err, line{Type: "hint"})
	default:
		s.link.send(hint{Type: "hint", Ply: a.Hint.Ply, Move: a.Hint.Move, Chance: math.Round(a.Hint.Chance*1e4) / 1e4})
	}
}
