package data_test

import (
	"slices"
	"testing"

	"noir/data"
	"noir/engine"
)

// TestOutcomes: nobody has lost at a table of three, and an aborted game is void for all.
func TestOutcomes(t *testing.T) {
	over := func(seats int, reason string, winners ...engine.Seat) data.Match {
		return data.Match{Seats: make([]data.Seat, seats), Result: &engine.Result{Reason: reason, Winners: winners}}
	}
	for name, c := range map[string]struct {
		match data.Match
		want  []data.Outcome
	}{
		"running":     {data.Match{Seats: make([]data.Seat, 2)}, []data.Outcome{data.OutcomeVoid, data.OutcomeVoid}},
		"aborted":     {over(2, engine.Aborted), []data.Outcome{data.OutcomeVoid, data.OutcomeVoid}},
		"two":         {over(2, "points", 1), []data.Outcome{data.OutcomeLost, data.OutcomeWon}},
		"shared":      {over(2, "shared", 0, 1), []data.Outcome{data.OutcomeShared, data.OutcomeShared}},
		"three":       {over(3, "points", 0), []data.Outcome{data.OutcomeWon, data.OutcomePlaced, data.OutcomePlaced}},
		"three share": {over(3, "points", 0, 2), []data.Outcome{data.OutcomeShared, data.OutcomePlaced, data.OutcomeShared}},
	} {
		for seat, want := range c.want {
			if got := c.match.Outcome(engine.Seat(seat)); got != want {
				t.Errorf("%s: outcome %d for seat %d, not %d", name, got, seat, want)
			}
		}
	}
}

func TestWhoSitsWhere(t *testing.T) {
	m := data.Match{Seats: []data.Seat{{Player: 7}, {Level: "easy"}, {Player: -2}}}
	if got := m.Players(); !slices.Equal(got, []data.PlayerID{7, 0, -2}) {
		t.Errorf("players %v", got)
	}
	for p, want := range map[data.PlayerID]engine.Seat{7: 0, -2: 2, 8: engine.Spectator} {
		if got := m.SeatOf(p); got != want {
			t.Errorf("player %d is in seat %d, not %d", p, got, want)
		}
	}
}
