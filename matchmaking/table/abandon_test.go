package table_test

import (
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"noir/data"
	"noir/engine"
	"noir/engine/districtnoir"
	"noir/engine/noirburg"
)

// vanished fails unless a table has ended and left nothing.
func (r *room) vanished() {
	r.t.Helper()
	synctest.Wait()
	if r.kept() {
		r.t.Error("the store has the match")
	}
	time.Sleep(time.Minute + time.Second) // in which a rematch is possible
	if r.bots() != 0 || !r.house.tableEnded.Load() {
		r.t.Errorf("%d house players are left, the table is closed: %t", r.bots(), r.house.tableEnded.Load())
	}
}

// kept reports whether the store has the match.
func (r *room) kept() bool {
	r.t.Helper()
	_, err := r.store.Match(r.t.Context(), matchID)
	if err != nil && !errors.Is(err, data.ErrNotFound) {
		r.t.Fatal(err)
	}
	return err == nil
}

// TestWhoResignsLeavesNothingBehind: the house does not play on alone, and a game that has
// hardly begun is not kept.
func TestWhoResignsLeavesNothingBehind(t *testing.T) {
	t.Parallel()
	at(t, scene{game: noirburg.Game{}, match: data.Match{Pace: data.Fast}, names: []string{"marlowe", "house", "house", "house", "house", "house"}}, func(t *testing.T, r *room) {
		succeed(t, r.seats[0].Resign(t.Context()))
		f := r.seats[0].await(over)
		if last := f.Log[len(f.Log)-1]; last.By != engine.ByServer || f.End.Result.Reason != engine.Aborted {
			t.Errorf("it ended with %+v, %+v", last, f.End.Result)
		}
		r.vanished()
	})
	for moves, kept := range map[int]bool{0: false, 2: false, 3: true} {
		at(t, scene{game: districtnoir.Game{}, match: data.Match{Pace: data.Fast}, names: []string{"marlowe", "house"}}, func(t *testing.T, r *room) {
			g := r.seats[0]
			for range moves {
				g.move()
			}
			succeed(t, g.Resign(t.Context()))
			if f := g.await(over); f.End.Result.Reason != "resigned" || r.kept() != kept {
				t.Errorf("after %d moves it ended with %+v, and the store has it: %t", moves, f.End.Result, !kept)
			}
		})
	}
}

// TestTheLastPersonResigns at a table with house players: only then is it aborted.
func TestTheLastPersonResigns(t *testing.T) {
	t.Parallel()
	at(t, scene{names: []string{"marlowe", "spade", "house", "house"}}, func(t *testing.T, r *room) {
		for i, g := range r.seats {
			succeed(t, g.Resign(t.Context()))
			if running := i == 0; r.kept() != running {
				t.Fatalf("after %d have resigned it runs: %t", i+1, !running)
			}
		}
		r.vanished()
	})
}

// TestARatedGameIsPlayedToItsEnd even if its people are away.
func TestARatedGameIsPlayedToItsEnd(t *testing.T) {
	t.Parallel()
	at(t, aDuel(nil), func(t *testing.T, r *room) {
		for range 2 {
			r.seats[0].move()
			r.seats[1].move()
		}
		for _, g := range r.seats {
			g.Leave()
		}
		time.Sleep(time.Hour)
		if m := r.stored(); m.Result == nil || m.Result.Reason != "timeout" {
			t.Errorf("%+v", m.Result)
		}
	})
}

// TestTheHousePlaysForNobodyForHalfAnHour and no longer; a player who comes back in time goes on.
func TestTheHousePlaysForNobodyForHalfAnHour(t *testing.T) {
	for _, back := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			r := open(t, scene{game: parley{turns: 1 << 20}, names: []string{"marlowe", "house", "house"}})
			from := time.Now()
			for !r.Listing(0).Seats[0].Substitute {
				time.Sleep(time.Second)
				if time.Since(from) > time.Hour {
					t.Fatal("the house does not play")
				}
			}
			time.Sleep(29 * time.Minute)
			if !r.kept() {
				t.Fatal("it was broken off too soon")
			}
			if back {
				succeed(t, r.sit("marlowe").Back(t.Context()))
				time.Sleep(2 * time.Minute)
				if !r.kept() {
					t.Error("it was broken off though its player is back")
				}
				return
			}
			time.Sleep(time.Minute + time.Second)
			r.vanished()
		})
	}
}
