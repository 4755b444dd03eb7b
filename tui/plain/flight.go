package plain

import (
	"encoding/json"
	"time"

	"noir/engine"
	"noir/matchmaking"
)

// flight is how long after another player's move has asked or changed a question a typed line
// still counts as an answer to the previous question.
const flight = time.Second

// concerns reports whether the viewer must know about the position: they are asked something
// new, or their answer is kept back. It records the time if they may have been typing.
func (s *sitting) concerns(before matchmaking.Frame) bool {
	was, is := asked(before), asked(s.frame)
	same := s.frame.Ply() == before.Ply()
	if !is {
		return was && same
	}
	if !same && !s.followed(before) {
		s.changed = s.session.Now()
	}
	return !was || !same
}

// followed reports whether the newest ply is what the viewer just typed. After an answer that was
// kept back, others may have had to answer first.
func (s *sitting) followed(before matchmaking.Frame) bool {
	last := s.frame.Log[s.frame.Ply()-1]
	return last.Seat == s.frame.Seat && last.By == engine.ByPlayer && s.frame.Kept.Ply <= before.Ply()
}

// asked reports whether the viewer of a frame must answer, not only may.
func asked(f matchmaking.Frame) bool {
	return f.Turn != nil && int(f.Seat) < len(f.Clocks) && f.Clocks[f.Seat].Asked && !f.Idle
}

// make plays a move, unless its line was meant for another question.
func (s *sitting) make(body json.RawMessage) error {
	switch {
	case s.frame.Turn == nil:
		return matchmaking.ErrNotYourTurn
	case s.session.Now().Sub(s.changed) < flight:
		return matchmaking.ErrStale
	}
	seat, err := s.seat()
	if err != nil {
		return err
	}
	return seat.Play(s.ctx, s.frame.Turn.Ply, body)
}
