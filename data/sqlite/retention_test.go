package sqlite_test

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"noir/data"
	"noir/data/sqlite"
	"noir/data/sqlite/sqlitetest"
	"noir/engine"
)

// practised stores games with the house that are over, each with moves of a length.
func practised(t testing.TB, store data.Store, games, moves, length int) {
	t.Helper()
	long := json.RawMessage(`{"type":"` + strings.Repeat("x", length) + `"}`)
	var all sync.WaitGroup
	for n := range games {
		all.Go(func() {
			id := data.MatchID(fmt.Sprintf("practice-%d", n))
			_, err := store.Open(t.Context(), data.Match{ID: id, Game: "any", Pace: data.Live, Started: time.Unix(1, 0), Seats: []data.Seat{
				{Name: "guest-0001", Kind: data.Guest}, {Name: "pip/easy", Kind: data.Bot, Level: "easy"},
			}})
			var entries []data.Entry
			for ply := range moves {
				entries = append(entries, data.NewEntry(ply+1, engine.Ply{Move: engine.Move{By: engine.ByPlayer, Body: long}}, 0))
			}
			result := engine.Result{Reason: "points", Winners: []engine.Seat{0}, Places: []int{1, 2}, Scores: json.RawMessage(`[]`)}
			if err == nil {
				_, err = store.Finish(t.Context(), id, time.Unix(int64(n+2), 0), result, entries...)
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
}

// pruned prunes everything and returns how long each piece took.
func pruned(t testing.TB, store data.Store) (took []time.Duration) {
	t.Helper()
	for more := true; more; {
		from := time.Now()
		var err error
		if _, more, err = store.Prune(t.Context(), time.Now()); err != nil {
			t.Fatal(err)
		}
		took = append(took, time.Since(from))
	}
	return took
}

// size is the size of a closed store's database.
func size(t testing.TB, dir string) int64 {
	t.Helper()
	info, err := os.Stat(filepath.Join(dir, sqlite.FileName))
	if err != nil {
		t.Fatal(err)
	}
	return info.Size()
}

const mebibyte = 1 << 20

// TestRoomIsGivenBack of games that have passed, but for some that is used again soon.
func TestRoomIsGivenBack(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	store := sqlitetest.Open(t, dir)
	practised(t, store, 400, 10, 4000)
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	before := size(t, dir)
	store = sqlitetest.Open(t, dir)
	took := pruned(t, store)
	if err := store.Check(t.Context()); err != nil {
		t.Error(err)
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	after := size(t, dir)
	slices.Sort(took)
	t.Logf("%d MiB were %d in %d pieces, of which the longest took %v", after/mebibyte, before/mebibyte, len(took), took[len(took)-1])
	if before < 15*mebibyte || after > 5*mebibyte {
		t.Errorf("%d MiB before, %d after", before/mebibyte, after/mebibyte)
	}
}

// TestAnOldDatabaseIsRebuilt: it gives room back from then on.
func TestAnOldDatabaseIsRebuilt(t *testing.T) {
	t.Parallel()
	dir := restoreDump(t, "testdata/schema-001.sql")
	store := sqlitetest.Open(t, dir)
	practised(t, store, 400, 10, 4000)
	pruned(t, store)
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	if n := size(t, dir); n < 15*mebibyte || mode(t, dir) != 0 {
		t.Fatalf("%d MiB, mode %d", n/mebibyte, mode(t, dir))
	}
	if err := sqlite.Rebuild(t.Context(), dir); err != nil {
		t.Fatal(err)
	}
	if n := size(t, dir); n > 2*mebibyte || mode(t, dir) != 2 {
		t.Errorf("%d MiB, mode %d", n/mebibyte, mode(t, dir))
	}
	store = sqlitetest.Open(t, dir)
	if err := sqlite.Rebuild(t.Context(), dir); err == nil {
		t.Error("rebuilt beside a server")
	}
	practised(t, store, 400, 10, 4000)
	pruned(t, store)
	if err := store.Check(t.Context()); err != nil {
		t.Error(err)
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	if n := size(t, dir); n > 5*mebibyte {
		t.Errorf("%d MiB", n/mebibyte)
	}
}

// mode is how a database gives room back: 2 when it is asked to.
func mode(t testing.TB, dir string) (mode int) {
	t.Helper()
	db, err := sql.Open("sqlite", filepath.Join(dir, sqlite.FileName))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := db.QueryRow(`PRAGMA auto_vacuum`).Scan(&mode); err != nil {
		t.Fatal(err)
	}
	return mode
}

// BenchmarkPrune reports the longest wait of a move while games pass away.
func BenchmarkPrune(b *testing.B) {
	b.Run("pruning", func(b *testing.B) { prune(b, true) })
	b.Run("not", func(b *testing.B) { prune(b, false) })
}

func prune(b *testing.B, prunes bool) {
	for b.Loop() {
		b.StopTimer()
		store := sqlitetest.Open(b, b.TempDir())
		practised(b, store, 2000, 100, 60)
		if _, err := store.Open(b.Context(), data.Match{ID: "running", Game: "any", Pace: data.Live, Started: time.Now()}); err != nil {
			b.Fatal(err)
		}
		b.StartTimer()
		done := make(chan struct{})
		go func() {
			defer close(done)
			if prunes {
				pruned(b, store)
			} else {
				time.Sleep(3 * time.Second)
			}
		}()
		var waits []time.Duration
		for ply := 1; ; ply++ {
			from := time.Now()
			if err := store.Append(b.Context(), "running", data.NewEntry(ply, engine.Ply{Move: engine.Move{Body: json.RawMessage(`{}`)}}, 0)); err != nil {
				b.Fatal(err)
			}
			waits = append(waits, time.Since(from))
			select {
			case <-done:
			default:
				continue
			}
			break
		}
		slices.Sort(waits)
		b.ReportMetric(float64(waits[len(waits)-1].Microseconds())/1000, "ms-worst")
		b.ReportMetric(float64(waits[len(waits)/2].Microseconds())/1000, "ms-median")
		if err := store.Close(); err != nil {
			b.Fatal(err)
		}
	}
}
