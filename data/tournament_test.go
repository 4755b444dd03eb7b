package data_test

import (
	"testing"
	"time"

	"noir/data"
)

func TestTheForemostTournament(t *testing.T) {
	now := time.Date(2026, 11, 27, 20, 0, 0, 0, time.UTC)
	tournament := func(id int64, from, to time.Duration) data.Tournament {
		return data.Tournament{ID: id, Starts: now.Add(from), Ends: now.Add(to)}
	}
	long, late := tournament(1, -5*time.Hour, -time.Hour), tournament(2, -4*time.Hour, -2*time.Hour)
	ends, runs := tournament(3, -time.Hour, 0), tournament(4, 0, time.Hour)
	next, after := tournament(5, time.Hour, 2*time.Hour), tournament(6, 2*time.Hour, 3*time.Hour)
	for _, c := range []struct {
		all  []data.Tournament
		want int64
	}{
		{nil, 0},
		{[]data.Tournament{long, late}, 1},
		{[]data.Tournament{long, late, ends}, 3},
		{[]data.Tournament{ends, next, after}, 5},
		{[]data.Tournament{long, ends, runs, next}, 4},
	} {
		if got, ok := data.Foremost(c.all, now); got.ID != c.want || ok != (c.want != 0) {
			t.Errorf("of %v it is %d, not %d", c.all, got.ID, c.want)
		}
	}
	for id, listed := range map[int64]bool{2: true, 5: true, 9: false, 0: false} {
		if got, ok := data.TournamentByID([]data.Tournament{late, next}, id); ok != listed || ok && got.ID != id {
			t.Errorf("tournament %d is %d, listed: %t", id, got.ID, ok)
		}
	}
	closed := ends
	closed.Closed = now
	for want, c := range map[data.Stage]data.Tournament{data.Coming: next, data.Running: runs, data.Closing: ends, data.Closed: closed} {
		if got := c.Stage(now); got != want {
			t.Errorf("contest %d is %s, not %s", c.ID, got, want)
		}
	}
}
