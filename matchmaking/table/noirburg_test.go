package table_test

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"reflect"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"noir/data"
	"noir/data/record"
	"noir/data/sqlite/sqlitetest"
	"noir/engine"
	"noir/engine/noirburg"
	"noir/engine/noirburg/rules"
	"noir/matchmaking"
)

// random plays any legal move of Noirburg, reactions included.
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
	t.Parallel()
	names := []string{"marlowe", "spade", "vera", "sam", "effie", "gutman"}
	for seats := 3; seats <= 6; seats++ {
		r := open(t, scene{game: noirburg.Game{}, match: data.Match{Pace: data.Fast}, names: names[:seats]})
		for run := 0; ; run++ {
			r.crowd(uint64(run), time.Duration(run+1)*50*time.Millisecond)
			if m := r.logged(); m.Result != nil { // from the store: a table may close before anybody is told
				follows(t, noirburg.Game{}, m)
				break
			}
			r.open(sqlitetest.Open(t, r.dir), scene{})
		}
	}
}

// follows checks that the log of a match follows from its own moves.
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

// logged returns the stored match of a closed table.
func (r *room) logged() data.Match {
	r.t.Helper()
	db := sqlitetest.Open(r.t, r.dir)
	defer db.Close()
	m, err := db.Match(r.t.Context(), matchID)
	if err != nil {
		r.t.Fatal(err)
	}
	return m
}

// crowd has all seats play for a while, or to the end, and closes the table.
func (r *room) crowd(seed uint64, most time.Duration) {
	var wait sync.WaitGroup
	for i, name := range r.names {
		g := random{r.sit(name), rand.New(rand.NewPCG(seed, uint64(i)))}
		wait.Go(func() {
			f, err := g.playOn()
			closed := errors.Is(err, io.EOF) || errors.Is(err, matchmaking.ErrDraining) || errors.Is(err, data.ErrUnavailable)
			if err != nil && !closed {
				r.t.Errorf("seat %d after %d plies: %v", f.Seat, f.Ply(), err)
			}
		})
	}
	stop := time.AfterFunc(most, r.close)
	defer stop.Stop()
	wait.Wait()
	r.close()
}

// TestNoirburgWithTheHouse: a person who never answers gets to the end of the game in good
// time.
func TestNoirburgWithTheHouse(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		me := open(t, scene{game: noirburg.Game{}, names: []string{"house", "house", "marlowe", "house"}}).sit("marlowe")
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
			t.Error("the house has not played for them")
		}
	})
}

// TestALogOfPassesAsTheyCame, in the order of older logs, is resumed as it stands and played
// on: times and order of what was released stay the same.
func TestALogOfPassesAsTheyCame(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile("../../data/record/testdata/passes-as-they-came.json")
	if err != nil {
		t.Fatal(err)
	}
	var r record.Record
	succeed(t, json.Unmarshal(raw, &r))
	seed, err := hex.DecodeString(r.Seed)
	if err != nil {
		t.Fatal(err)
	}
	names := []string{"marlowe", "spade", "vera", "effie"}
	log := r.Moves
	for !bytes.Equal(log[len(log)-1].Move, rules.EndTurn()) { // no window is open before
		log = log[:len(log)-1]
	}
	p := open(t, scene{game: noirburg.Game{}, match: data.Match{Seed: engine.Seed(seed)}, names: names, over: func(s data.Store) data.Store {
		succeed(t, s.Append(t.Context(), matchID, log...))
		return s
	}})
	shown := p.sit("spade").frame().Log
	if len(shown) != len(log) {
		t.Fatalf("%d of %d plies are shown", len(shown), len(log))
	}
	for i, l := range shown {
		if e := log[i]; l.Seat != e.Seat || l.AtMS != e.AtMS || l.By != e.By || !bytes.Equal(l.Move, e.Move) {
			t.Errorf("ply %d is shown as %+v, and %+v in the log", i+1, l, e)
		}
	}
}
