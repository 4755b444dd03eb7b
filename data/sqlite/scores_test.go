package sqlite_test

import (
	"math"
	"testing"
	"time"

	"noir/data"
	"noir/data/sqlite/sqlitetest"
	"noir/engine"
)

// TestStandingsAfterAFailedRead: matches that were added before it failed count once.
func TestStandingsAfterAFailedRead(t *testing.T) {
	dir := t.TempDir()
	store := sqlitetest.Open(t, dir)
	defer store.Close()
	ctx, p := t.Context(), newPlayers(t, store, "anna", "bert")
	began := time.Now().Add(-time.Minute)
	event, err := store.OpenTournament(ctx, "olga", data.Tournament{Title: "friday", Game: "any", Seats: 2, Starts: began, Ends: began.Add(time.Hour)})
	if err != nil {
		t.Fatal(err)
	}
	for i, id := range []data.MatchID{"m1", "m2"} {
		m := data.Match{ID: id, Game: "any", Rated: true, Started: began, Tournament: event.ID}
		for _, one := range p {
			m.Seats = append(m.Seats, data.Seat{Player: one.ID, Name: one.Name, Kind: data.Human})
		}
		if _, err := store.Open(ctx, m); err != nil {
			t.Fatal(err)
		}
		r := engine.Result{Reason: "points", Winners: []engine.Seat{0}, Places: []int{1, 2}}
		if _, err := store.Finish(ctx, id, began.Add(time.Duration(i+1)*time.Second), r); err != nil {
			t.Fatal(err)
		}
	}
	spoil := func(change string) {
		t.Helper()
		if _, err := raw(t, dir).Exec(`UPDATE matches SET result = ` + change + ` WHERE id = 'm2'`); err != nil {
			t.Fatal(err)
		}
	}
	spoil(`'<' || result`)
	if _, _, err := store.Standings(ctx, event.ID, math.MaxInt, 0); err == nil {
		t.Fatal("a result that cannot be read is none")
	}
	spoil(`substr(result, 2)`)
	rows, _, err := store.Standings(ctx, event.ID, math.MaxInt, 0)
	if err != nil || len(rows) != 2 || rows[0].Games != 2 || rows[1].Games != 2 {
		t.Errorf("%+v, %v", rows, err)
	}
}
