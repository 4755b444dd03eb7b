package sqlite

import (
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"noir/data"
)

// TestWhatIsRememberedIsForgotten: a start deletes what is kept about the keys of deleted players once its time is
// over, and not before.
func TestWhatIsRememberedIsForgotten(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dir, ctx := t.TempDir(), t.Context()
		during := func(do func(*Store)) {
			t.Helper()
			s, err := Open(dir)
			if err != nil {
				t.Fatal(err)
			}
			s.StartGiving(slog.New(slog.DiscardHandler))
			do(s)
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
		}
		kept := func(s *Store) string {
			t.Helper()
			var counts []string
			for _, table := range []string{"memories", "memory_keys", "memory_ties", "arrivals", "reports"} {
				n, which := 0, ""
				if table == "reports" {
					which = " WHERE by_memory IS NOT NULL"
				}
				if err := s.db.Read(ctx, func(t tx) error { return t.Row(`SELECT count(*) FROM `+table+which, nil, &n) }); err != nil {
					t.Fatal(err)
				}
				counts = append(counts, fmt.Sprint(n))
			}
			return strings.Join(counts, " ")
		}
		during(func(s *Store) {
			p := people(t, s, "anna", "bert")
			if err := s.Tie(ctx, p[1].ID, p[0].ID, data.Blocked); err != nil {
				t.Fatal(err)
			}
			if _, err := s.Complain(ctx, data.Report{By: p[0], About: p[1], Reason: "rude"}); err != nil {
				t.Fatal(err)
			}
			if err := s.Forget(ctx, p[0].ID); err != nil {
				t.Fatal(err)
			}
			settled(t, s)
			if n := kept(s); n != "1 1 1 2 1" {
				t.Fatalf("kept at first: %s", n)
			}
		})
		began := time.Now()
		for _, c := range []struct {
			after time.Duration
			kept  string
		}{
			{data.ArrivalsWithin - time.Minute, "1 1 1 2 1"}, // then cora comes
			{data.ArrivalsWithin + time.Minute, "1 1 1 1 1"},
			{2*data.ArrivalsWithin + time.Minute, "1 1 1 0 1"},
			{data.Remembered - time.Minute, "1 1 1 0 1"},
			{data.Remembered + time.Minute, "0 0 0 0 0"},
		} {
			time.Sleep(time.Until(began.Add(c.after)))
			during(func(s *Store) {
				synctest.Wait() // for what a start does
				time.Sleep(time.Second)
				if n := kept(s); n != c.kept {
					t.Errorf("kept after %v: %s, want %s", c.after, n, c.kept)
				}
				if c.after < data.ArrivalsWithin {
					people(t, s, "cora") // comes later, and is forgotten later
				}
			})
		}
	})
}
