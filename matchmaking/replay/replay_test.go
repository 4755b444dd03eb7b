package replay_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"
	"testing/synctest"
	"time"

	"noir/data"
	"noir/engine"
	"noir/engine/districtnoir"
	"noir/engine/noirburg"
	"noir/matchmaking"
	"noir/matchmaking/replay"
)

// played returns a finished match of people called p1, p2 and so on, whose moves were drawn by chance.
func played(t *testing.T, g engine.Game, seats int) data.Match {
	t.Helper()
	m := data.Match{ID: "past", Game: g.Info().Name, Rated: true, Pace: data.Live, Seed: engine.Seed{7}, Started: time.Now()}
	for i := range seats {
		rating := 1500 + float64(i)
		m.Seats = append(m.Seats, data.Seat{Player: data.PlayerID(i + 1), Name: fmt.Sprint("p", i+1), Kind: data.Human, Before: &rating})
	}
	state, err := g.Start(m.Setup())
	if err != nil {
		t.Fatal(err)
	}
	m.Options = engine.Options(state)
	chance := rand.New(rand.NewPCG(3, 3))
	for {
		if result, over := state.Result(); over {
			m.Result = &result
			return m
		}
		prompts := state.Prompts()
		seat := prompts[chance.IntN(len(prompts))].Seat
		legal := state.Legal(seat)
		body, err := engine.Complete(g, matchmaking.View(state, seat), seat, legal[chance.IntN(len(legal))], chance)
		if err == nil && len(m.Moves) > 150 {
			body = engine.Resign
		}
		var plies []engine.Ply
		if err == nil {
			state, plies, err = engine.Make(state, engine.Move{Seat: seat, By: engine.ByPlayer, Body: body})
		}
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range plies {
			m.Moves = append(m.Moves, data.NewEntry(len(m.Moves)+1, p, int64(len(m.Moves)+1)*1500))
		}
	}
}

// TestAMatchIsSeenAgain: at each moment, in whatever order, a replay, a fork and an exercise show what the rules make of the
// log so far.
func TestAMatchIsSeenAgain(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		game  engine.Game
		seats int
	}{"two": {districtnoir.Game{}, 2}, "three": {noirburg.Game{}, 3}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := played(t, c.game, c.seats)
			steps, err := engine.Replay(c.game, m.Setup(), data.Moves(m.Moves))
			if err != nil {
				t.Fatal(err)
			}
			r, err := replay.New(c.game, m)
			if err != nil || r.Len() != len(m.Moves)+1 {
				t.Fatalf("%v, %d moments of %d moves", err, r.Len(), len(m.Moves))
			}
			chance := rand.New(rand.NewPCG(1, 1))
			for range 80 {
				at := chance.IntN(r.Len())
				state := steps[at].State
				f, err := r.Public(at)
				if err != nil || len(f.Log) != at || !bytes.Equal(f.View, matchmaking.View(state, engine.Spectator)) {
					t.Fatalf("moment %d: %v, %d lines", at, err, len(f.Log))
				}
				if f.Commit != m.Seed.Commit() || !f.Rated || f.Game != m.Game || f.Seat != engine.Spectator || *f.Seats[1].Rating != 1501 || f.Seats[1].Name != "p2" {
					t.Errorf("moment %d: %+v", at, f)
				}
				for i, line := range f.Log {
					if line.Ply != i+1 || line.AtMS != m.Moves[i].AtMS {
						t.Fatalf("moment %d: line %d is %+v", at, i, line)
					}
				}
				asked := make([]matchmaking.SeatClock, c.seats)
				for _, p := range state.Prompts() {
					asked[p.Seat].Asked = true
				}
				if !reflect.DeepEqual(f.Clocks, asked) || (f.End != nil) != (at == len(m.Moves)) {
					t.Errorf("moment %d: clocks %+v, end %+v", at, f.Clocks, f.End)
				}
				r.Seek(at)
				open, err := r.Next(t.Context(), 0)
				if err != nil || r.At() != at || !reflect.DeepEqual(open.Open, matchmaking.Views(state, c.seats)) {
					t.Errorf("open at %d: %v, at %d", at, err, r.At())
				}
				fork, err := r.Fork()
				if at == len(m.Moves) {
					if bad := (*matchmaking.BadTerms)(nil); !errors.As(err, &bad) {
						t.Errorf("forked at the end: %v", err)
					}
					continue
				}
				if err != nil || fork.Origin().Match != m.ID {
					t.Fatalf("fork at %d: %+v, %v", at, fork.Origin(), err)
				}
				mover := state.Prompts()[0].Seat
				for seat := range engine.Seat(c.seats) {
					want := seat
					if !state.Plays(seat) {
						want = mover
					}
					if got := fork.Seat(m.Seats[seat].Player); got != want {
						t.Errorf("at %d p%d is led to seat %d, not %d", at, seat+1, got, want)
					}
				}
				x, err := replay.NewExercise(c.game, m, data.Puzzle{Match: m.ID, Seat: mover, After: at}, data.Player{Name: "you"})
				if err != nil || x.Frame.Turn.Ply != at+1 || !bytes.Equal(x.Frame.View, matchmaking.View(state, mover)) || !x.Frame.Clocks[mover].Asked {
					t.Fatalf("exercise at %d: %v", at, err)
				}
				for seat, sits := range x.Frame.Seats {
					want := fmt.Sprintf("rival-%d", (seat-int(mover)+c.seats)%c.seats)
					switch {
					case seat == int(mover):
						want = "you"
					case c.seats == 2:
						want = "rival"
					}
					if sits.Name != want {
						t.Errorf("at %d seat %d of the exercise of %d is called %q, not %q", at, seat, mover, sits.Name, want)
					}
				}
			}
		})
	}
}

// TestWhoWaitsForAMoment is woken once another one is sought, unless they have stopped, and keeps no goroutine until then:
// the last one waits beyond the end.
func TestWhoWaitsForAMoment(t *testing.T) {
	t.Parallel()
	m := played(t, districtnoir.Game{}, 2)
	synctest.Test(t, func(t *testing.T) {
		r, err := replay.New(districtnoir.Game{}, m)
		if err != nil {
			t.Fatal(err)
		}
		told := 0
		r.Notify(1, func() { told += 10 })()
		r.Notify(1, func() { told++ })
		if synctest.Wait(); told != 0 {
			t.Errorf("told %d of the moment that they have", told)
		}
		r.Seek(2)
		if synctest.Wait(); told != 1 {
			t.Errorf("told %d", told)
		}
		r.Notify(2, func() { told++ })
		synctest.Wait()
	})
}

// TestAMatchThatCannotBeSeen: one that is not over, and one whose log does not follow from the rules.
func TestAMatchThatCannotBeSeen(t *testing.T) {
	t.Parallel()
	g := districtnoir.Game{}
	m := played(t, g, 2)
	running := m
	running.Result = nil
	if _, err := replay.New(g, running); !errors.Is(err, matchmaking.ErrRunning) {
		t.Errorf("replayed while it runs: %v", err)
	}
	if _, err := replay.NewFork(g, running, 0); !errors.Is(err, matchmaking.ErrRunning) {
		t.Errorf("forked while it runs: %v", err)
	}
	for _, plies := range []int{-1, len(m.Moves) + 1} {
		if _, err := replay.NewFork(g, m, plies); err == nil {
			t.Errorf("forked after %d moves of %d", plies, len(m.Moves))
		}
	}
	for _, p := range []data.Puzzle{{After: len(m.Moves) + 1}, {Seat: 2, After: 3}} {
		if _, err := replay.NewExercise(g, m, p, data.Player{}); err == nil {
			t.Errorf("posed: %+v", p)
		}
	}
	broken := m
	broken.Moves = append([]data.Entry(nil), m.Moves...)
	broken.Moves[9].Seat = 1 - broken.Moves[9].Seat
	if _, err := replay.NewFork(g, broken, 9); err != nil {
		t.Errorf("before the wrong move: %v", err)
	}
	if _, err := replay.NewFork(g, broken, 12); err == nil {
		t.Error("forked after a wrong move")
	}
	if _, err := replay.NewExercise(g, broken, data.Puzzle{After: 12}, data.Player{}); err == nil {
		t.Error("posed after a wrong move")
	}
	if r, err := replay.New(g, broken); err != nil {
		t.Error(err)
	} else if _, err := r.Last(); err == nil {
		t.Error("a wrong move is shown")
	}
}
