package local_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"runtime"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"noir/data"
	"noir/data/datatest"
	"noir/engine"
	"noir/engine/noirburg"
	"noir/internal/await"
	"noir/matchmaking"
	"noir/matchmaking/replay"
)

// brawl is a game of six played at random to its end: some six hundred plies, with windows.
func brawl(t testing.TB) data.Match {
	t.Helper()
	m := data.Match{ID: "brawl", Game: "noirburg", Pace: data.Live, Seed: engine.Seed{6}, Seats: make([]data.Seat, 6)}
	datatest.PlayOut(t, noirburg.Game{}, &m, 6)
	return m
}

// TestReplayAtAnyMoment looks at moments in any order. Each shows what the rules say and all of
// the log up to it, whatever was shown before.
func TestReplayAtAnyMoment(t *testing.T) {
	m := brawl(t)
	steps, err := engine.Replay(noirburg.Game{}, m.Setup(), data.Moves(m.Moves))
	if err != nil {
		t.Fatal(err)
	}
	var log []engine.Line
	kept := 0 // moments at which answers are kept back
	for i, s := range steps {
		if len(log) < i-1 {
			kept++
		}
		for _, p := range s.Plies {
			log = append(log, p.Line(len(log)+1, engine.Spectator, m.Moves[len(log)].AtMS))
		}
	}
	if kept == 0 {
		t.Fatal("no answer was kept back in this game")
	}
	r, err := replay.New(noirburg.Game{}, m)
	if err != nil {
		t.Fatal(err)
	}
	order := rand.New(rand.NewPCG(1, 2)).Perm(len(steps))
	order = append(order, 0, 1, 2, len(steps)-1, len(steps)-2)
	for n, moment := range order {
		r.Seek(moment)
		f, err := r.Next(t.Context(), 0)
		if err != nil {
			t.Fatal(err)
		}
		state := steps[moment].State
		if r.At() != moment || !reflect.DeepEqual(f.Log, log[:moment:moment]) && moment > 0 || f.Ply() != moment {
			t.Fatalf("look %d, moment %d: another log", n, moment)
		}
		if string(f.View) != string(jsonOf(t, state.View(engine.Spectator))) || (f.End != nil) != (moment == len(steps)-1) {
			t.Fatalf("look %d, moment %d: it shows %s", n, moment, f.View)
		}
		asked := make([]bool, len(m.Seats))
		for _, p := range state.Prompts() {
			asked[p.Seat] = true
		}
		for s, c := range f.Clocks {
			if c.Asked != asked[s] || c.Running || f.Seats[s].Name != m.Seats[s].Name {
				t.Fatalf("look %d, moment %d: seat %d is %+v with %+v", n, moment, s, f.Seats[s], c)
			}
		}
		for s, open := range f.Open {
			if string(open) != string(jsonOf(t, state.View(engine.Seat(s)))) {
				t.Fatalf("look %d, moment %d: seat %d had %s", n, moment, s, open)
			}
		}
		if public, err := r.Public(moment); err != nil || public.Open != nil || string(public.View) != string(f.View) || r.At() != moment {
			t.Fatalf("look %d, moment %d: in public %+v, %v", n, moment, public, err)
		}
	}
}

// TestAReplayIsWatchedLikeATable: a waiting viewer learns of each moment that is sought, the first and last stand for
// those beyond, and leaving ends it.
func TestAReplayIsWatchedLikeATable(t *testing.T) {
	m := brawl(t)
	for i := range m.Seats {
		m.Seats[i].Name = fmt.Sprint("player-", i)
	}
	synctest.Test(t, func(t *testing.T) {
		r, err := replay.New(noirburg.Game{}, m)
		if err != nil {
			t.Fatal(err)
		}
		after, woken := 0, 0
		for _, c := range [][2]int{{0, 0}, {-5, 0}, {7, 7}, {len(m.Moves), len(m.Moves)}, {len(m.Moves) + 1, len(m.Moves)}} {
			stop := r.Notify(after, func() { woken++ })
			shown := make(chan matchmaking.Frame, 1)
			if after > 0 {
				r.Notify(after, func() { t.Error("told, though nobody waits any more") })()
				go func() {
					f, err := r.Next(t.Context(), after)
					if err != nil {
						t.Error(err)
					}
					shown <- f
				}()
				synctest.Wait()
				r.Seek(c[0])
			} else {
				f, err := r.Next(t.Context(), after)
				if err != nil {
					t.Fatal(err)
				}
				shown <- f
			}
			synctest.Wait()
			f := await.One(t, shown, "the moment that was sought")
			if f.Ply() != c[1] || r.At() != c[1] || f.Revision <= after || woken != 1 || f.Seats[5].Name != "player-5" {
				t.Errorf("sought %d: shown %d of revision %d after %d, told %d times", c[0], f.Ply(), f.Revision, after, woken)
			}
			stop()
			after, woken = f.Revision, 0
		}
		r.Notify(after, func() { woken++ })
		r.Leave()
		synctest.Wait()
		if _, err := r.Next(t.Context(), after); !isEOF(err) || woken != 1 {
			t.Errorf("after leaving: %v, told %d times", err, woken)
		}
	})
}

// TestARowOfATable says who is asked, and when the first of those runs out of time whose clocks run.
func TestARowOfATable(t *testing.T) {
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	f := matchmaking.Frame{Match: "m", Clocks: []matchmaking.SeatClock{
		{Running: true, Since: now, Move: time.Second}, // not asked
		{Asked: true, Running: true, Since: now, Move: 40 * time.Second, Bank: 20 * time.Second},
		{Asked: true, Running: true, Since: now, Move: 50 * time.Second},
		{Asked: true, Since: now, Move: time.Second}, // stands
	}}
	row := matchmaking.NewListing(f)
	if !slices.Equal(row.Asked, []engine.Seat{1, 2, 3}) || !row.Until.Equal(now.Add(50*time.Second)) {
		t.Errorf("%v are asked until %v", row.Asked, row.Until)
	}
	for at, want := range map[time.Duration][2]time.Duration{
		-time.Second: {40 * time.Second, 20 * time.Second}, 0: {40 * time.Second, 20 * time.Second},
		45 * time.Second: {0, 15 * time.Second}, time.Hour: {0, 0},
	} {
		if move, bank := f.Clocks[1].Left(now.Add(at)); move != want[0] || bank != want[1] {
			t.Errorf("after %v there are left %v and %v", at, move, bank)
		}
	}
}

func jsonOf(t *testing.T, v any) json.RawMessage {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// TestReplayOfAnotherLog: a log that does not follow from the rules gives an error when it is
// looked at.
func TestReplayOfAnotherLog(t *testing.T) {
	for name, spoil := range map[string]func(*data.Match){
		"a foreign move":  func(m *data.Match) { m.Moves[300].Seat++ },
		"a move too many": func(m *data.Match) { m.Moves = append(m.Moves, m.Moves[0]) },
		"another deal":    func(m *data.Match) { m.Seed[0]++ },
	} {
		m := brawl(t)
		spoil(&m)
		r, err := replay.New(noirburg.Game{}, m)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := r.Last(); err == nil {
			t.Errorf("%s: nobody is told", name)
		}
	}
}

// TestRestingReplaysHoldLittle: a replay of a long game holds no views, and only one position
// in a number of moves.
func TestRestingReplaysHoldLittle(t *testing.T) {
	const (
		each    = 32
		resting = 8 << 10   // bytes: a replay at its first moment
		turned  = 400 << 10 // bytes: one that was viewed to its end, mostly the log
	)
	m := brawl(t)
	before := live()
	replays := make([]*replay.Replay, each)
	for i := range replays {
		var err error
		if replays[i], err = replay.New(noirburg.Game{}, m); err != nil {
			t.Fatal(err)
		}
		if _, err := replays[i].Next(t.Context(), 0); err != nil {
			t.Fatal(err)
		}
	}
	if held := (live() - before) / each; held > resting {
		t.Errorf("a replay of %d plies holds %d bytes at its beginning", len(m.Moves), held)
	}
	for _, r := range replays {
		if _, err := r.Last(); err != nil {
			t.Fatal(err)
		}
		r.Seek(0)
	}
	held := (live() - before) / each
	if held > turned {
		t.Errorf("a replay of %d plies holds %d bytes", len(m.Moves), held)
	}
	t.Logf("%d plies: %d bytes", len(m.Moves), held)
	runtime.KeepAlive(replays)
	runtime.KeepAlive(m)
}

// live is the number of bytes in use after a collection.
func live() int64 {
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return int64(stats.HeapAlloc)
}

// BenchmarkReplay goes through a long game as a recording does, and back from its end move by
// move as a screen does.
func BenchmarkReplay(b *testing.B) {
	m := brawl(b)
	r, err := replay.New(noirburg.Game{}, m)
	if err != nil {
		b.Fatal(err)
	}
	b.Run("forward", func(b *testing.B) {
		for b.Loop() {
			for moment := range r.Len() {
				if _, err := r.Public(moment); err != nil {
					b.Fatal(err)
				}
			}
		}
	})
	b.Run("back", func(b *testing.B) {
		for moment := r.Len() - 1; b.Loop(); moment = (moment + r.Len() - 1) % r.Len() {
			r.Seek(moment)
			if _, err := r.Next(b.Context(), 0); err != nil {
				b.Fatal(err)
			}
		}
	})
}
