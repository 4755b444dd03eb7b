package sqlite

import (
	"context"
	"errors"
	"flag"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"noir/data"
	"noir/engine"
)

var departedGames = flag.Int("departed-games", 100_000, "games of the player who goes in BenchmarkDepartures, among three times as many")

// BenchmarkDepartures deletes a player with many games while one caller plays move by move, and
// reports the longest waits of the moves, and of as many moves alone.
func BenchmarkDepartures(b *testing.B) {
	full := b.TempDir()
	p := fillStore(b, full)
	for _, c := range []struct {
		what string
		do   func(context.Context, *Store, map[string]data.Player) error
	}{
		{"claim", acts["claim"]}, {"merge", acts["merge"]}, {"forget", acts["forget"]},
		{"forget a newcomer", func(ctx context.Context, s *Store, p map[string]data.Player) error {
			return s.Forget(ctx, p["bert"].ID)
		}},
		{"rename", func(ctx context.Context, s *Store, p map[string]data.Player) error {
			_, err := s.Rename(ctx, "olga", p["mallory"].ID, "malory")
			return err
		}},
	} {
		b.Run(c.what, func(b *testing.B) {
			var meanwhile, alone []time.Duration
			for b.Loop() {
				b.StopTimer()
				dir := b.TempDir()
				copyStore(b, dir, full)
				s, err := Open(dir)
				if err != nil {
					b.Fatal(err)
				}
				s.StartGiving(slog.New(slog.DiscardHandler))
				b.StartTimer()
				done := make(chan error, 1)
				go func() {
					err := c.do(b.Context(), s, p)
					if err == nil {
						settled(b, s)
					}
					done <- err
				}()
				waits := appendUntil(b, s, 0, func(int) bool { return len(done) > 0 })
				if err := <-done; err != nil {
					b.Fatal(err)
				}
				b.StopTimer()
				meanwhile = append(meanwhile, waits...)
				most := max(len(waits), 1000)
				alone = append(alone, appendUntil(b, s, len(waits), func(n int) bool { return n == most })...)
				s.Close()
				b.StartTimer()
			}
			report := func(waits []time.Duration, unit string) {
				slices.Sort(waits)
				for what, at := range map[string]int{"worst": len(waits) - 1, "p99.9": len(waits) * 999 / 1000, "median": len(waits) / 2} {
					b.ReportMetric(float64(waits[at].Microseconds())/1000, what+unit)
				}
			}
			report(meanwhile, "-ms")
			report(alone, "-alone-ms")
			b.ReportMetric(float64(len(meanwhile))/float64(b.N), "moves")
		})
	}
}

// fillStore fills a store with many matches, of which one player has played a third, and ten
// letters for each of them.
func fillStore(b *testing.B, dir string) map[string]data.Player {
	b.Helper()
	s, err := Open(dir)
	if err != nil {
		b.Fatal(err)
	}
	p := map[string]data.Player{}
	for _, one := range people(b, s, "anna", "mallory", "vera", "bert") {
		p[one.Name] = one
	}
	veteran(b, s, p["mallory"].ID, p["vera"].ID, *departedGames, 2)
	manyLetters(b, s, p["vera"].ID, 10**departedGames)
	if _, err := s.Open(b.Context(), data.Match{ID: "m1", Game: "any"}); err != nil {
		b.Fatal(err)
	}
	if err := s.Close(); err != nil {
		b.Fatal(err)
	}
	return p
}

// copyStore copies a closed store and waits until the copy is on the disk; otherwise the first move
// would wait for that.
func copyStore(b *testing.B, to, from string) {
	b.Helper()
	if err := os.CopyFS(to, os.DirFS(from)); err != nil {
		b.Fatal(err)
	}
	files, err := os.ReadDir(to)
	if err != nil {
		b.Fatal(err)
	}
	for _, file := range files {
		f, err := os.OpenFile(filepath.Join(to, file.Name()), os.O_RDWR, 0)
		if err != nil {
			b.Fatal(err)
		}
		if err := errors.Join(f.Sync(), f.Close()); err != nil {
			b.Fatal(err)
		}
	}
}

// appendUntil has one caller play moves, and returns how long each waited.
func appendUntil(b *testing.B, s *Store, ply int, enough func(n int) bool) (waits []time.Duration) {
	b.Helper()
	move := engine.Ply{Move: engine.Move{By: engine.ByPlayer, Body: engine.Resign}}
	for first := true; first || !enough(len(waits)); first = false {
		ply++
		began := time.Now()
		if err := s.Append(b.Context(), "m1", data.NewEntry(ply, move, 0)); err != nil {
			b.Fatal(err)
		}
		waits = append(waits, time.Since(began))
	}
	return waits
}

// manyLetters leaves so many letters that nothing can afford to read all of them.
func manyLetters(tb testing.TB, s *Store, to data.PlayerID, letters int) {
	tb.Helper()
	err := s.db.Write(tb.Context(), func(t tx) error {
		_, err := t.Exec(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
			INSERT INTO letters (player, at, kind, detail) SELECT ?1, 0, 'challenged', '{"from":"somebody","game":"any"}' FROM n`, to, letters)
		return err
	})
	if err != nil {
		tb.Fatal(err)
	}
}
