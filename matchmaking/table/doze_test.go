package table_test

import (
	"encoding/json"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"noir/data"
	"noir/engine"
	"noir/engine/districtnoir"
	"noir/engine/noirburg"
	"noir/internal/await"
	"noir/matchmaking"
)

// TestATableAtWhichNobodyIs drops its game and reads it again, unchanged, for somebody who comes.
// If the store cannot be read then, players are told so, and watchers wait for it.
func TestATableAtWhichNobodyIs(t *testing.T) {
	t.Parallel()
	var store frail
	at(t, scene{game: districtnoir.Game{}, match: data.Match{Pace: data.Day}, names: three[:2], over: store.over}, func(t *testing.T, r *room) {
		for n := range 3 {
			r.seats[n%2].move()
		}
		first := r.seats[0]
		before := first.frame()
		row := r.Listing(before.Seat)
		for _, g := range r.seats {
			g.Leave()
		}
		time.Sleep(2 * time.Minute)
		dozing := r.Listing(before.Seat)
		for _, s := range dozing.Seats {
			if !s.Away {
				t.Errorf("%s is still there", s.Name)
			}
		}
		dozing.Seats = row.Seats
		if diff := cmp.Diff(row, dozing); diff != "" {
			t.Errorf("a table that dozes is another one in the list:\n%s", diff)
		}

		store.blind.Store(true) // only a table that dozes has to read
		for range 5 {           // more than may sit there: nobody keeps a chair
			if _, err := r.Sit(t.Context(), before.Seat); !errors.Is(err, data.ErrUnavailable) {
				t.Fatalf("a player sits at a table that cannot be read: %v", err)
			}
		}
		watcher := r.watch()
		shown := make(chan []engine.Line, 1)
		go func() {
			f, err := watcher.Next(t.Context(), 0)
			if err != nil {
				t.Error(err)
			}
			shown <- f.Log
		}()
		time.Sleep(10 * time.Second)
		select {
		case <-shown:
			t.Fatal("the table did not doze")
		default:
		}
		store.blind.Store(false)
		if diff := cmp.Diff(before.Log, await.One(t, shown, "the log after the doze")); diff != "" {
			t.Errorf("the log is another one:\n%s", diff)
		}
		after := r.sit(first.name).frame()
		if diff := cmp.Diff(before.Log, after.Log); diff != "" {
			t.Errorf("the log of the player is another one:\n%s", diff)
		}
		if string(after.View) != string(before.View) || (after.Turn == nil) != (before.Turn == nil) {
			t.Errorf("the view was\n%s, and is\n%s", before.View, after.View)
		}
		for i, c := range after.Clocks {
			was, _ := before.Clocks[i].Left(time.Now())
			if is, _ := c.Left(time.Now()); is != was && c.Asked {
				t.Errorf("seat %d has %v left, not %v", i, is, was)
			}
		}
	})
}

// TestAClockRunsOutWhereNobodyIs, even if the store cannot be read at that moment.
func TestAClockRunsOutWhereNobodyIs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var store frail
		r := open(t, scene{game: districtnoir.Game{}, match: data.Match{Pace: data.Day}, names: three[:2], over: store.over})
		store.blind.Store(true)
		time.Sleep(matchmaking.DayMove + time.Hour)
		if m, err := store.Store.Match(t.Context(), matchID); err != nil || m.Result != nil {
			t.Fatalf("it has ended though the log cannot be read: %+v, %v", m.Result, err)
		}
		store.blind.Store(false)
		time.Sleep(2 * time.Second)
		if m := r.stored(); m.Result == nil || m.Result.Reason != engine.Aborted {
			t.Errorf("%+v", m.Result)
		}
	})
}

// TestAnAnswerThatIsKeptBackKeepsATableAwake: it is not in the store.
func TestAnAnswerThatIsKeptBackKeepsATableAwake(t *testing.T) {
	t.Parallel()
	at(t, scene{match: data.Match{Pace: data.Day}}, func(t *testing.T, r *room) {
		r.seats[0].must(call)
		r.seats[1].must(pass)
		for _, g := range r.seats {
			g.Leave()
		}
		time.Sleep(time.Hour)
		if f := r.sit(r.seats[1].name).frame(); !f.Kept.Now {
			t.Errorf("they are asked again: %+v", f.Turn)
		}
	})
}

// TestADayGameWithTheHouseDozes: its house players leave when nobody is there and none of them
// has to move, and come when they have to.
func TestADayGameWithTheHouseDozes(t *testing.T) {
	for _, s := range []scene{
		{game: districtnoir.Game{}, names: []string{"marlowe", "house"}},
		{game: noirburg.Game{}, names: []string{"marlowe", "house", "house", "house"}},
	} {
		synctest.Test(t, func(t *testing.T) {
			name := s.game.Info().Name
			s.match.Pace = data.Day
			r := open(t, s)
			for ply := 0; ply < 6; {
				g := r.sit("marlowe")
				f := g.await(myTurn)
				if f.Ply() < ply {
					t.Fatalf("%s: %d plies of %d are left", name, f.Ply(), ply)
				}
				ply = f.Ply() + 1
				succeed(t, g.Play(t.Context(), f.Turn.Ply, legalMove(t, f)))
				g.Leave() // and the house moves though nobody watches
				time.Sleep(2 * time.Hour)
				if n := r.bots(); n != 0 || r.house.tableEnded.Load() {
					t.Fatalf("%s: after %d plies %d house players are there, closed: %t", name, ply, n, r.house.tableEnded.Load())
				}
				if row := r.Listing(0); !row.YourMove() || row.Ply < ply {
					t.Fatalf("%s: the house has not moved: %+v", name, row)
				}
			}
		})
	}
}

// TestTheHouseAnswersAgainAfterADoze as before, a day later.
func TestTheHouseAnswersAgainAfterADoze(t *testing.T) {
	for _, names := range [][]string{{"marlowe", "house", "house"}, {"house", "marlowe", "house"}, {"house", "house", "marlowe"}} {
		synctest.Test(t, func(t *testing.T) {
			r := open(t, scene{match: data.Match{Pace: data.Day}, names: names})
			row := func() matchmaking.Listing { return r.Listing(engine.Seat(slices.Index(names, "marlowe"))) }
			for !row().YourMove() {
				time.Sleep(time.Second)
			}
			ply := row().Ply
			time.Sleep(2 * time.Hour)
			if n := r.bots(); n != 0 {
				t.Fatalf("%d house players are there", n)
			}
			time.Sleep(matchmaking.DayMove)
			f := r.sit("marlowe").await(myTurn)
			lapses := 0
			for _, l := range f.Log[ply:] {
				if l.By != engine.ByClock {
					continue
				}
				if lapses++; l.Seat != f.Seat {
					t.Errorf("the clock has moved for the house: %+v", l)
				}
			}
			if lapses != 1 {
				t.Errorf("the clock has moved %d times: %+v", lapses, f.Log)
			}
		})
	}
}

// legalMove returns a complete legal move of a turn.
func legalMove(t *testing.T, f matchmaking.Frame) json.RawMessage {
	t.Helper()
	if f.Game != "noirburg" {
		return f.Turn.Legal[0]
	}
	move, err := noirburg.Game{}.Complete(f.View, f.Seat, f.Turn.Legal[0], rand.New(rand.NewPCG(1, 1)))
	if err != nil {
		t.Fatal(err)
	}
	return move
}
