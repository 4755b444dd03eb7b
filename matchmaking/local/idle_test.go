package local_test

import (
	"context"
	"fmt"
	"runtime"
	"testing"
	"time"

	"noir/data"
	"noir/data/sqlite/sqlitetest"
	"noir/engine"
	"noir/engine/districtnoir"
	"noir/engine/noirburg"
	"noir/matchmaking/local"
)

// BenchmarkIdleDayGames measures the memory of a day game with nobody at its table, half way
// through.
func BenchmarkIdleDayGames(b *testing.B) {
	for _, c := range []struct {
		game         engine.Game
		seats, plies int
	}{{districtnoir.Game{}, 2, 24}, {noirburg.Game{}, 4, 100}} {
		b.Run(c.game.Info().Name, func(b *testing.B) {
			const tables = 1000
			db := sqlitetest.Open(b, b.TempDir())
			defer db.Close()
			for n := range tables {
				idle(b, db, c.game, n, c.seats, c.plies)
			}
			for b.Loop() {
				before := inUse()
				l, err := local.New(b.Context(), local.Config{Store: db, Games: []engine.Game{c.game}})
				if err != nil {
					b.Fatal(err)
				}
				if n := l.Counts().Tables; n != tables {
					b.Errorf("%d tables", n)
				}
				b.ReportMetric(float64(inUse()-before)/tables, "B/table")
				l.Close()
			}
		})
	}
}

// inUse is the memory of heap and stacks in use.
func inUse() uint64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapInuse + m.StackInuse
}

// idle stores the n-th day game with its first moves.
func idle(t testing.TB, store data.Store, g engine.Game, n, seats, plies int) {
	m := data.Match{
		ID: data.MatchID(fmt.Sprintf("match-%d", n)), Game: g.Info().Name, Pace: data.Day,
		Seed: engine.Seed{byte(n), byte(n >> 8)}, Started: time.Now(),
	}
	for seat := range seats {
		name := fmt.Sprintf("player-%d", seat)
		p := sqlitetest.Player(t, store, name)
		m.Seats = append(m.Seats, data.Seat{Player: p.ID, Name: name, Kind: data.Human})
	}
	if err := begun(t.Context(), store, g, m, plies); err != nil {
		t.Fatal(err)
	}
}

// begun stores a game with its first moves, or all but the last of a shorter game.
func begun(ctx context.Context, store data.Store, g engine.Game, m data.Match, plies int) error {
	if _, err := store.Open(ctx, m); err != nil {
		return err
	}
	state, err := g.Start(m.Setup())
	if err != nil {
		return err
	}
	var log []data.Entry
	for len(log) < plies {
		seat := state.Prompts()[0].Seat
		moves := state.Legal(seat)
		next, made, err := engine.Make(state, engine.Move{Seat: seat, By: engine.ByPlayer, Body: moves[len(log)%len(moves)]})
		if err != nil { // a move that asks for more than it says
			if next, made, err = engine.Make(state, state.Expire(seat)[0]); err != nil {
				return err
			}
		}
		if _, over := next.Result(); over {
			break
		}
		state = next
		for _, p := range made {
			log = append(log, data.NewEntry(len(log)+1, p, int64(len(log)+1)*1000))
		}
	}
	return store.Append(ctx, m.ID, log...)
}
