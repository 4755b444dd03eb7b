package relational_test

import (
	"errors"
	"testing"
	"time"

	"noir/data"
	"noir/data/relational"
	"noir/data/sqlite/sqlitetest"
	"noir/engine"
)

// TestWhoHasMetMeanwhileIsNotMerged, even if the match claims to have ended before it was looked
// for: clocks are turned back.
func TestWhoHasMetMeanwhileIsNotMerged(t *testing.T) {
	s := sqlitetest.Open(t, t.TempDir())
	defer s.Close()
	ctx, p := t.Context(), []data.Player{sqlitetest.Player(t, s, "mallory"), sqlitetest.Player(t, s, "vera")}
	known, err := s.Acquainted(ctx, func(relational.Tx) (one, other data.PlayerID, err error) { return p[0].ID, p[1].ID, nil })
	if err != nil || !known.None() {
		t.Fatalf("%+v, %v", known, err)
	}
	m := data.Match{ID: "m1", Game: "any", Rated: true, Started: known.Then().Add(-time.Hour)}
	for _, one := range p {
		m.Seats = append(m.Seats, data.Seat{Player: one.ID, Name: one.Name, Kind: data.Human})
	}
	if _, err := s.Open(ctx, m); err != nil {
		t.Fatal(err)
	}
	r := engine.Result{Reason: "points", Winners: []engine.Seat{0}, Places: []int{1, 2}}
	if _, err := s.Finish(ctx, "m1", known.Then().Add(-relational.ClockTurnsBack/2), r); err != nil {
		t.Fatal(err)
	}
	err = s.Database().Write(ctx, func(t relational.Tx) error { return relational.Mergeable(t, p[0], p[1], known) })
	if !errors.Is(err, data.ErrMet) {
		t.Errorf("merged: %v", err)
	}
}
