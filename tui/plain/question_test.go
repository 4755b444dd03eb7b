package plain

import (
	"context"
	"encoding/json"
	"errors"
	"testing"
	"time"

	"noir/engine"
	"noir/matchmaking"
	"noir/tui"
)

// seat accepts every move.
type seat struct{ matchmaking.Seat }

func (seat) Play(context.Context, int, json.RawMessage) error { return nil }

// prompted is a frame of seat 1 with so many plies, the newest of seat 0.
func prompted(plies int, asked bool) matchmaking.Frame {
	return matchmaking.Frame{
		Seat: 1, Log: make([]engine.Line, plies), Turn: &matchmaking.Turn{Ply: plies + 1},
		Clocks: []matchmaking.SeatClock{{}, {Asked: asked}},
	}
}

// TestALineInFlightIsForTheOldQuestion changes a question while the player types.
func TestALineInFlightIsForTheOldQuestion(t *testing.T) {
	now := time.Unix(1e9, 0)
	q := &question{sight: &sight{voice: &voice{ctx: t.Context(), session: &tui.Session{Now: func() time.Time { return now }}}, chair: seat{}, frame: prompted(4, true)}}
	if !q.concerns(prompted(3, true)) {
		t.Error("nobody is told of the new question")
	}
	now = now.Add(flight - 1)
	if err := q.answer(nil); !errors.Is(err, matchmaking.ErrStale) {
		t.Errorf("a line that was begun before answers the new question: %v", err)
	}
	now = now.Add(1)
	if err := q.answer(nil); err != nil {
		t.Errorf("a line that came later is refused: %v", err)
	}
	q.frame = prompted(4, false)
	if !q.concerns(prompted(4, true)) {
		t.Error("nobody is told that an answer is kept")
	}
	q.frame = prompted(5, false)
	if q.concerns(prompted(4, false)) {
		t.Error("somebody who is not asked is told the position at every move")
	}
}

// TestWhatOneHasBroughtAboutIsAnsweredAtOnce asks somebody who had no turn before.
func TestWhatOneHasBroughtAboutIsAnsweredAtOnce(t *testing.T) {
	for what, c := range map[string]struct {
		newest engine.Line
		kept   matchmaking.Kept
		free   bool
	}{
		"somebody else's move":    {engine.Line{Seat: 0, By: engine.ByPlayer}, matchmaking.Kept{}, false},
		"the clock for the seat":  {engine.Line{Seat: 1, By: engine.ByClock}, matchmaking.Kept{}, false},
		"an answer kept till now": {engine.Line{Seat: 1, By: engine.ByPlayer}, matchmaking.Kept{Ply: 5}, false},
		"one's own move":          {engine.Line{Seat: 1, By: engine.ByPlayer}, matchmaking.Kept{Ply: 4}, true},
	} {
		now := time.Unix(1e9, 0)
		before := prompted(4, false)
		before.Turn = nil
		q := &question{sight: &sight{voice: &voice{ctx: t.Context(), session: &tui.Session{Now: func() time.Time { return now }}}, chair: seat{}, frame: prompted(5, true)}}
		q.frame.Log[4], q.frame.Kept = c.newest, c.kept
		if !q.concerns(before) {
			t.Errorf("%s: nobody is told of the question", what)
		}
		if err := q.answer(nil); (err == nil) != c.free {
			t.Errorf("%s: a line at once is answered %v", what, err)
		}
		now = now.Add(flight)
		if err := q.answer(nil); err != nil {
			t.Errorf("%s: a line that came later is refused: %v", what, err)
		}
	}
}
