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

// question is what the viewer is asked, and when another player last changed it.
type question struct {
	*sight
	changed time.Time
}

// concerns reports whether the viewer must know about the position: they are asked something
// new, or their answer is kept back. It records the time if they may have been typing.
func (q *question) concerns(before matchmaking.Frame) bool {
	was, is := asked(before), asked(q.frame)
	same := q.frame.Ply() == before.Ply()
	if !is {
		return was && same
	}
	if !same && !q.followed(before) {
		q.changed = q.session.Now()
	}
	return !was || !same
}

// followed reports whether the newest ply is what the viewer just typed. After an answer that was
// kept back, others may have had to answer first.
func (q *question) followed(before matchmaking.Frame) bool {
	last := q.frame.Log[q.frame.Ply()-1]
	return last.Seat == q.frame.Seat && last.By == engine.ByPlayer && q.frame.Kept.Ply <= before.Ply()
}

// asked reports whether the viewer of a frame must answer, not only may.
func asked(f matchmaking.Frame) bool {
	return f.Turn != nil && int(f.Seat) < len(f.Clocks) && f.Clocks[f.Seat].Asked && !f.Idle
}

// answer plays a move, unless its line was meant for another question.
func (q *question) answer(body json.RawMessage) error {
	switch {
	case q.frame.Turn == nil:
		return matchmaking.ErrNotYourTurn
	case q.session.Now().Sub(q.changed) < flight:
		return matchmaking.ErrStale
	}
	seat, err := q.seat()
	if err != nil {
		return err
	}
	return seat.Play(q.ctx, q.frame.Turn.Ply, body)
}
