package engine_test

import (
	"encoding/json"
	"reflect"
	"testing"

	"noir/engine"
)

// TestLeavingADuel makes each common move in the name of everybody who might try, before and after the seat on
// move has moved: who may leave, how the game then ends, and why others may not.
func TestLeavingADuel(t *testing.T) {
	type attempt struct {
		seat  engine.Seat
		by    engine.By
		body  string
		moved bool
	}
	resign, timeout, abort, play := string(engine.Resign), string(engine.Timeout), string(engine.Abort), `{"type":"play"}`
	ends := map[attempt]engine.Duel{}
	for _, moved := range []bool{false, true} {
		for seat := range engine.Seat(2) {
			ends[attempt{seat, engine.ByPlayer, resign, moved}] = engine.Duel{Turn: 1, Reason: engine.Resigned, Winner: 1 - seat}
		}
		ends[attempt{engine.Spectator, engine.ByServer, abort, moved}] = engine.Duel{Turn: 1, Reason: engine.Aborted, Winner: engine.Spectator}
	}
	ends[attempt{engine.Spectator, engine.ByClock, abort, false}] = engine.Duel{Turn: 1, Reason: engine.Aborted, Winner: engine.Spectator}
	ends[attempt{1, engine.ByClock, timeout, true}] = engine.Duel{Turn: 1, Reason: engine.TimedOut, Winner: 0}
	running := engine.Duel{Turn: 1}
	for _, seat := range []engine.Seat{engine.Spectator, 0, 1, 2} {
		for _, by := range []engine.By{engine.ByPlayer, engine.ByBot, engine.ByClock, engine.ByServer} {
			for _, body := range []string{resign, timeout, abort, play} {
				for _, moved := range []bool{false, true} {
					a := attempt{seat, by, body, moved}
					m := engine.Move{Seat: seat, By: by, Body: json.RawMessage(body)}
					want, leaves := ends[a]
					after, left, code := running.Leave(m, moved)
					own := body == play && seat == 1 && (by == engine.ByPlayer || by == engine.ByBot)
					switch {
					case leaves && (!left || code != "" || after != want):
						t.Errorf("%+v leads to %+v (%t, %q), want %+v", a, after, left, code, want)
					case !leaves && (left || after != running || own != (code == "")):
						t.Errorf("%+v leads to %+v (%t, %q), want no end", a, after, left, code)
					}
					if after, left, code := want.Leave(m, moved); leaves && (left || after != want || code != engine.GameOver) {
						t.Errorf("%+v after the end leads to %+v (%t, %q)", a, after, left, code)
					}
				}
			}
		}
	}
	for code, m := range map[string]engine.Move{
		engine.NotYourTurn:   {Seat: 0, By: engine.ByPlayer, Body: json.RawMessage(play)},
		engine.UnknownAction: {Seat: 1, By: engine.ByPlayer, Body: engine.Abort},
	} {
		if _, _, got := running.Leave(m, true); got != code {
			t.Errorf("%s of seat %d: %q, want %q", m.Body, m.Seat, got, code)
		}
	}
}

// TestOutcomeOfADuel: one wins, or both do, or nobody.
func TestOutcomeOfADuel(t *testing.T) {
	for _, c := range []struct {
		end  engine.Duel
		want engine.Result
	}{
		{engine.Duel{}.End("points", 0), engine.Result{Winners: []engine.Seat{0}, Places: []int{1, 2}}},
		{engine.Duel{}.End(engine.Resigned, 1), engine.Result{Winners: []engine.Seat{1}, Places: []int{2, 1}}},
		{engine.Duel{}.End("points", engine.Spectator), engine.Result{Winners: []engine.Seat{0, 1}, Places: []int{1, 1}}},
		{engine.Duel{}.End(engine.Aborted, engine.Spectator), engine.Result{Winners: []engine.Seat{}, Places: []int{1, 1}}},
	} {
		c.want.Reason, c.want.Scores = c.end.Reason, json.RawMessage(`[1,2]`)
		if got := c.end.Outcome(c.want.Scores); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%+v has the result %+v, want %+v", c.end, got, c.want)
		}
	}
}

// TestTheClockOfADuel: only the seat on move runs out of time, which loses once it has moved and voids the game before.
func TestTheClockOfADuel(t *testing.T) {
	running := engine.Duel{Turn: 1}
	if got := running.Expired(0, true); got != nil {
		t.Errorf("the seat that waits runs out of time: %+v", got)
	}
	if got := running.End("points", 0).Expired(1, true); got != nil {
		t.Errorf("time runs out after the end: %+v", got)
	}
	for moved, want := range map[bool]engine.Duel{
		true:  {Turn: 1, Reason: engine.TimedOut, Winner: 0},
		false: {Turn: 1, Reason: engine.Aborted, Winner: engine.Spectator},
	} {
		made := running.Expired(1, moved)
		if len(made) != 1 {
			t.Fatalf("the clock makes %d moves", len(made))
		}
		if after, left, code := running.Leave(made[0], moved); !left || code != "" || after != want {
			t.Errorf("the clock's move leads to %+v (%t, %q), want %+v", after, left, code, want)
		}
	}
	if running.Plays(2) || !running.Plays(0) || running.End("points", 0).Plays(0) || running.Ask(3, 0)[0].Question != 3 || running.End("points", 0).Ask(3, 0) != nil {
		t.Error("others play or are asked than the two at a running game")
	}
}
