package data_test

import (
	"testing"
	"time"

	"noir/data"
)

func TestTheForemostContest(t *testing.T) {
	now := time.Date(2026, 11, 27, 20, 0, 0, 0, time.UTC)
	contest := func(id int64, from, to time.Duration) data.Contest {
		return data.Contest{ID: id, Starts: now.Add(from), Ends: now.Add(to)}
	}
	long, late := contest(1, -5*time.Hour, -time.Hour), contest(2, -4*time.Hour, -2*time.Hour)
	ends, runs := contest(3, -time.Hour, 0), contest(4, 0, time.Hour)
	next, after := contest(5, time.Hour, 2*time.Hour), contest(6, 2*time.Hour, 3*time.Hour)
	for _, c := range []struct {
		all  []data.Contest
		want int64
	}{
		{nil, 0},
		{[]data.Contest{long, late}, 1},
		{[]data.Contest{long, late, ends}, 3},
		{[]data.Contest{ends, next, after}, 5},
		{[]data.Contest{long, ends, runs, next}, 4},
	} {
		if got, ok := data.Foremost(c.all, now); got.ID != c.want || ok != (c.want != 0) {
			t.Errorf("of %v it is %d, not %d", c.all, got.ID, c.want)
		}
	}
	closed := ends
	closed.Closed = now
	for want, c := range map[data.Stage]data.Contest{data.Coming: next, data.Running: runs, data.Closing: ends, data.Closed: closed} {
		if got := c.Stage(now); got != want {
			t.Errorf("contest %d is %s, not %s", c.ID, got, want)
		}
	}
}
