package local_test

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"os"
	"reflect"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"noir/data"
	"noir/data/record"
	"noir/engine"
	"noir/engine/noirburg"
	"noir/engine/noirburg/rules"
	"noir/matchmaking"
)

// random is somebody who plays any legal move of Noirburg, reactions included.
type random struct {
	*guest
	chance *rand.Rand
}

// playOn plays until the game is over, or the house is closed.
func (g random) playOn() (matchmaking.Frame, error) {
	var last matchmaking.Frame
	for {
		f, err := g.Next(g.t.Context(), last.Revision)
		if err != nil {
			return last, err
		}
		if last = f; f.End != nil {
			return f, nil
		}
		if f.Turn == nil || !f.Clocks[f.Seat].Asked && g.chance.IntN(8) != 0 {
			continue
		}
		move, err := noirburg.Game{}.Complete(f.View, f.Seat, f.Turn.Legal[g.chance.IntN(len(f.Turn.Legal))], g.chance)
		if err != nil {
			return f, err
		}
		err = g.Play(g.t.Context(), f.Turn.Ply, move)
		if err != nil && !tooLate(err) {
			return f, err
		}
	}
}

// TestNoirburgAtATable plays whole games at random, through restarts, and checks
// their records.
func TestNoirburgAtATable(t *testing.T) {
	names := []string{"marlowe", "spade", "vera", "sam", "effie", "gutman"}
	for seats := 3; seats <= 6; seats++ {
		dir := t.TempDir()
		dealOf(t, dir, noirburg.Game{}, data.Fast, names[:seats]...)
		var m data.Match
		for run := 0; m.Result == nil; run++ { // as the store says: a house may close before anybody is told
			h := openHouse(t, dir)
			h.crowd(names[:seats], uint64(run), time.Duration(run+1)*50*time.Millisecond)
			var err error
			if m, err = h.store.Match(t.Context(), dealtID); err != nil {
				t.Fatal(err)
			}
			h.close()
		}
		follows(t, noirburg.Game{}, m)
	}
}

// follows checks that the log of a match is what its own moves lead to.
func follows(t *testing.T, g engine.Game, m data.Match) {
	t.Helper()
	steps, err := engine.Replay(g, m.Setup(), data.Moves(m.Moves))
	if err != nil {
		t.Fatal(err)
	}
	var made []data.Entry
	for _, s := range steps {
		for _, p := range s.Plies {
			n := len(made)
			if n == len(m.Moves) || n > 0 && m.Moves[n].AtMS < m.Moves[n-1].AtMS {
				t.Fatalf("ply %d is not in the log, or before the one that it follows", n+1)
			}
			made = append(made, data.NewEntry(n+1, p, m.Moves[n].AtMS))
		}
	}
	if !reflect.DeepEqual(made, m.Moves) {
		t.Error("the game has other plies than the log")
	}
	if r, over := steps[len(steps)-1].State.Result(); !over || !reflect.DeepEqual(r, *m.Result) {
		t.Errorf("the game ends with %+v, the match with %+v", r, *m.Result)
	}
}

// crowd has everybody play for a while, or to the end.
func (h *house) crowd(names []string, seed uint64, most time.Duration) {
	var wait sync.WaitGroup
	for i, name := range names {
		g := random{h.sit(dealtID, h.player(name)), rand.New(rand.NewPCG(seed, uint64(i)))}
		wait.Go(func() {
			f, err := g.playOn()
			closed := isEOF(err) || errors.Is(err, matchmaking.ErrDraining) || errors.Is(err, data.ErrUnavailable)
			if err != nil && !closed {
				h.t.Errorf("seat %d after %d plies: %v", f.Seat, f.Ply(), err)
			}
		})
	}
	stop := time.AfterFunc(most, h.Broker.Close)
	defer stop.Stop()
	wait.Wait()
}

// TestNoirburgWithTheHouse: a person among house players who lets everything go by
// has the game ended by them in good time.
func TestNoirburgWithTheHouse(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		dealOf(t, dir, noirburg.Game{}, data.Live, "house", "house", "marlowe", "house")
		h := openHouse(t, dir)
		defer h.close()
		me := h.sit(dealtID, h.player("marlowe"))
		from := time.Now()
		f := me.await(over)
		took := time.Since(from)
		t.Logf("%d plies in %v", f.Ply(), took)
		if took > 2*time.Hour || f.End.Result.Reason == engine.Aborted {
			t.Errorf("%+v after %v and %d plies", f.End.Result, took, f.Ply())
		}
		bots := 0
		for _, l := range f.Log {
			if l.Seat == 2 && l.By == engine.ByBot {
				bots++
			}
		}
		if bots == 0 {
			t.Error("the house has not played for him")
		}
	})
}

// TestALogOfPassesAsTheyCame is taken up as it stands and played on: times and order of
// what was released stay those of the log.
func TestALogOfPassesAsTheyCame(t *testing.T) {
	raw, err := os.ReadFile("../../data/record/testdata/passes-as-they-came.json")
	if err != nil {
		t.Fatal(err)
	}
	var r record.Record
	if err := json.Unmarshal(raw, &r); err != nil {
		t.Fatal(err)
	}
	seed, err := hex.DecodeString(r.Seed)
	if err != nil {
		t.Fatal(err)
	}
	names := []string{"marlowe", "spade", "vera", "effie"}
	log := r.Moves
	for !bytes.Equal(log[len(log)-1].Move, rules.EndTurn()) { // no window is open before
		log = log[:len(log)-1]
	}
	dir := t.TempDir()
	dealFrom(t, dir, engine.Seed(seed), noirburg.Game{}, data.Live, names...)
	h := openHouseOver(t, dir, func(s data.Store) data.Store {
		if err := s.Append(t.Context(), dealtID, log...); err != nil {
			t.Fatal(err)
		}
		return s
	})
	defer h.close()
	shown := h.sit(dealtID, h.player("spade")).frame().Log
	if len(shown) != len(log) {
		t.Fatalf("%d of %d plies are shown", len(shown), len(log))
	}
	for i, l := range shown {
		if e := log[i]; l.Seat != e.Seat || l.AtMS != e.AtMS || l.By != e.By || !bytes.Equal(l.Move, e.Move) {
			t.Errorf("ply %d is shown as %+v, and %+v in the log", i+1, l, e)
		}
	}
}
