package local_test

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"noir/data"
	"noir/data/sqlite/sqlitetest"
	"noir/engine"
	"noir/engine/districtnoir"
	"noir/matchmaking/local"
)

// BenchmarkResume measures how long a broker takes to resume 2,000 games of up to 24 moves: the
// pause of a restart, without the end of the old process.
func BenchmarkResume(b *testing.B) {
	const tables, plies = 2000, 24
	db := sqlitetest.Open(b, b.TempDir())
	defer db.Close()
	var begun sync.WaitGroup
	for n := range tables {
		begun.Go(func() { begin(b, db, n, plies) })
	}
	begun.Wait()
	for b.Loop() {
		l, err := local.New(b.Context(), local.Config{Store: db, Games: []engine.Game{districtnoir.Game{}}})
		if err != nil {
			b.Fatal(err)
		}
		b.StopTimer()
		if n := l.Counts().Tables; n != tables {
			b.Errorf("%d tables", n)
		}
		l.Close()
		b.StartTimer()
	}
}

// begin stores the n-th rated game of two new players with its first moves.
func begin(t testing.TB, store data.Store, n, plies int) {
	m := data.Match{
		ID: data.MatchID(fmt.Sprintf("match-%d", n)), Game: game, Rated: true, Pace: data.Live,
		Seed: engine.Seed{byte(n), byte(n >> 8)}, Started: time.Now(),
	}
	for seat := range 2 {
		name := fmt.Sprintf("player-%d-%d", n, seat)
		p, err := store.CreatePlayer(t.Context(), name, "SHA256:"+name, "")
		if err != nil {
			t.Error(err)
			return
		}
		m.Seats = append(m.Seats, data.Seat{Player: p.ID, Name: p.Name, Kind: data.Human})
	}
	if err := begun(t.Context(), store, districtnoir.Game{}, m, plies); err != nil {
		t.Error(err)
	}
}
