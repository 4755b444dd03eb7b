package search

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"testing"

	"noir/engine"
	"noir/engine/noirburg/rules"
)

// majority is a game of three house players. Seat 1 has Poker Night, Police and a Turncoat when
// a rival, who already has the majority of the money, steals one more. Police stops it, so that
// Poker Night breaks the majority at the end of the turn.
func majority(t *testing.T) (s engine.Setup, moves []engine.Move) {
	t.Helper()
	text, err := os.ReadFile("testdata/majority.json")
	if err != nil {
		t.Fatal(err)
	}
	var game struct {
		Seats int
		Seed  engine.Seed
		Moves []struct {
			Seat engine.Seat
			Move json.RawMessage
		}
	}
	if err := json.Unmarshal(text, &game); err != nil {
		t.Fatal(err)
	}
	for _, m := range game.Moves {
		moves = append(moves, engine.Move{Seat: m.Seat, By: engine.ByPlayer, Body: m.Move})
	}
	return engine.Setup{Seats: game.Seats, Seed: game.Seed}, moves
}

// sightAfter returns what a seat sees after a number of moves of a game.
func sightAfter(t *testing.T, setup engine.Setup, moves []engine.Move, seat engine.Seat) engine.Sight {
	t.Helper()
	g := opened(t, setup)
	for _, m := range moves {
		g.makes(t, m)
	}
	return g.sight(seat)
}

// TestJudgeAll weighs every move at moments that do not come back, and finds what a strong
// player would play.
func TestJudgeAll(t *testing.T) {
	setup, moves := majority(t)
	for after, best := range map[int]json.RawMessage{
		199: Stop(named("POLICE.1")[0]),
		202: PlayPoker(named("POKER.2")[0]),
	} {
		s := sightAfter(t, setup, moves[:after], 1)
		j, err := JudgeAll(t.Context(), s, engine.Trial{Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		if again, _ := JudgeAll(t.Context(), s, engine.Trial{Seed: 1}); !reflect.DeepEqual(j, again) {
			t.Errorf("after %d judged %+v, then %+v", after, j, again)
		}
		if !bytes.Equal(j.Best().Move, best) || j.Chance != j.Best().Chance || j.Worlds < 1000 {
			t.Errorf("after %d: %+v", after, j)
		}
		if len(j.Moves) != len(s.Legal) {
			t.Errorf("after %d %d of %d moves are judged", after, len(j.Moves), len(s.Legal))
		}
		for i, m := range j.Moves {
			if !bytes.Equal(m.Move, s.Legal[i]) || len(m.Twins) > 0 || !bytes.Equal(m.Move, best) && m.Chance > j.Chance-0.15 {
				t.Errorf("after %d %s: %+v", after, s.Legal[i], m)
			}
		}
	}
}

// TestJudgeAllElsewhere judges nothing within a turn, nor at its end while there is time.
func TestJudgeAllElsewhere(t *testing.T) {
	setup, moves := majority(t)
	for n, m := range moves[:60] {
		s := sightAfter(t, setup, moves[:n], m.Seat)
		var v rules.View
		if err := json.Unmarshal(s.View, &v); err != nil {
			t.Fatal(err)
		}
		if v.Window != nil && v.Window.Kind != rules.WindowEndTurn {
			continue
		}
		if j, err := JudgeAll(t.Context(), s, engine.Trial{Seed: 1}); err != nil || len(j.Moves) > 0 {
			t.Errorf("after %d moves: %+v, %v", n, j, err)
		}
	}
}

// TestTwinsAreOneChoice: any of three Drive-bys is the same, and any two of them; so is any
// hidden gangster of a power, except the one who attacks.
func TestTwinsAreOneChoice(t *testing.T) {
	casino, pass := rules.At(named("B4.0")[0]), rules.Move{Type: rules.TypePass}
	lure := func(gangster string) rules.Move {
		return rules.Move{Type: rules.TypeTurncoat, Card: named("TURNCOAT.0")[0], Seat: 1, Place: rules.Hidden, Gangster: named(gangster)[0]}
	}
	for _, c := range []struct {
		open  rules.OpenWindow
		moves []rules.Move
		want  []int // how many moves each choice has
	}{
		{
			rules.OpenWindow{Kind: rules.WindowDriveby},
			[]rules.Move{{Type: rules.TypeDriveby, Cards: named("DRIVEBY.0", "DRIVEBY.1", "DRIVEBY.2"), Seat: 1, Place: casino}, pass},
			[]int{3, 3, 1, 1},
		},
		{
			rules.OpenWindow{Kind: rules.WindowAttack, Gang: rules.SetOf(named("G3.1")...)},
			[]rules.Move{lure("G2.0"), lure("G3.0"), lure("G3.1"), lure("G3.2"), pass},
			[]int{1, 2, 1, 1},
		},
	} {
		at := situation{moves: c.moves}
		at.Depth, at.Windows[0] = 1, c.open
		var twins []int
		for _, choice := range at.choices() {
			twins = append(twins, len(choice))
		}
		if !slices.Equal(twins, c.want) {
			t.Errorf("%s: %v", c.open.Kind, at.choices())
		}
	}
}

// TestThinkerWithAnotherLog: a player with the log of another game plays by what it sees.
func TestThinkerWithAnotherLog(t *testing.T) {
	sights := sightsOf(t, 3)
	r, tried := rand.New(rand.NewPCG(1, 9)), 0
	for i, s := range sights {
		if i%7 > 0 {
			continue
		}
		other := s
		if other.Log = sights[r.IntN(len(sights))].Log; len(other.Log) == len(s.Log) {
			other.Log = nil
		}
		if _, _, err := ponder(other); err == nil {
			continue // it makes no difference
		}
		tried++
		body, err := thinker{1, hardTurns}.Choose(t.Context(), other)
		if want, _ := (normal{}).Choose(t.Context(), s); err != nil || !bytes.Equal(body, want) {
			t.Errorf("sight %d: %s, %v, want %s", i, body, err, want)
		}
	}
	if tried == 0 {
		t.Error("no log made a difference")
	}
}
