package review_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"testing"
	"time"

	"noir/data"
	"noir/data/review"
	"noir/engine"
	"noir/engine/noirburg"
	"noir/engine/noirburg/rules"
)

// puzzles are all that a store keeps.
func puzzles(t *testing.T, store data.Store) map[int64]data.Puzzle {
	t.Helper()
	all, today := map[int64]data.Puzzle{}, data.DateOf(time.Now())
	for d := range data.Date(9) {
		p, err := store.Puzzle(t.Context(), today+1+d)
		if errors.Is(err, data.ErrNotFound) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		all[p.ID] = p
	}
	return all
}

// TestPuzzlesAreFound where every move but one is certainly a blunder, at tables open to others.
func TestPuzzlesAreFound(t *testing.T) {
	for what, c := range map[string]struct {
		critic ruler
		change func(*data.Match)
		want   int
	}{
		"a clear answer":       {ruler{loss: 0.2, worlds: 10_000}, nil, 2},
		"two answers":          {ruler{loss: 0.1, worlds: 10_000}, nil, 0},
		"which may be chance":  {ruler{loss: 0.2, worlds: 9}, nil, 0},
		"of a private table":   {ruler{loss: 0.2, worlds: 10_000}, func(m *data.Match) { m.Private = true }, 0},
		"of one that was shut": {ruler{loss: 0.2, worlds: 10_000}, func(m *data.Match) { m.NoSpectators = true }, 0},
		"of one that goes on":  {ruler{loss: 0.2, worlds: 10_000}, func(m *data.Match) { m.Origin.Match = "m0" }, 0},
		"alone with the house": {ruler{loss: 0.2, worlds: 10_000}, func(m *data.Match) {
			m.Private, m.Seats[1].Kind = true, data.Bot
		}, 2},
		"and one that was rated": {ruler{loss: 0.2, worlds: 10_000}, func(m *data.Match) { m.Rated = true }, 2},
	} {
		store := open(t)
		m := play(t, store, c.critic, "m1", 2, shortly(t, c.critic, 7))
		if c.change != nil {
			c.change(&m)
		}
		made := of(t, reviewer(t, store, atOnce, c.critic), m)
		found := puzzles(t, store)
		if len(found) != c.want {
			t.Errorf("%s: %d puzzles, want %d", what, len(found), c.want)
		}
		for _, p := range found {
			checkPuzzle(t, c.critic, m, made, p)
		}
	}
}

// checkPuzzle checks that a puzzle is one of the decisions of a review, with all legal moves.
func checkPuzzle(t *testing.T, g ruler, m data.Match, made review.Review, p data.Puzzle) {
	t.Helper()
	steps, err := engine.Replay(g, m.Setup(), data.Moves(m.Moves[:p.After]))
	if err != nil {
		t.Fatal(err)
	}
	legal := steps[p.After].State.Legal(p.Seat)
	for i, move := range legal {
		want := data.Weighed{Move: move, Chance: max(0, 0.9-0.2*float64(i))}
		if got, ok := p.Weigh(move); !ok || string(got.Move) != string(want.Move) || fmt.Sprintf("%.4f", got.Chance) != fmt.Sprintf("%.4f", want.Chance) {
			t.Errorf("%+v, want %+v", got, want)
		}
	}
	if len(p.Moves) != len(legal) || len(legal) < 3 || !reflect.DeepEqual(p.Best().Move, legal[0]) {
		t.Errorf("%+v of %d legal moves", p, len(legal))
	}
	if _, ok := p.Weigh(engine.Resign); ok {
		t.Error("giving up is weighed")
	}
	for _, d := range made.Decisions {
		if d.Ply == p.After+1 && d.Seat == p.Seat && m.ID == p.Match && m.Game == p.Game {
			return
		}
	}
	t.Errorf("%+v is no decision", p)
}

// uneven finds the moves the more different, the later in the game, when it judges them all.
type uneven struct{ ruler }

func (g uneven) JudgeAll(_ context.Context, s engine.Sight, _ engine.Trial) (engine.Judgement, error) {
	return g.judgement(s.Legal, g.loss+0.01*float64(len(s.Log))), nil
}

// TestTheClearestPuzzlesAreKept of a match that has more than its share.
func TestTheClearestPuzzlesAreKept(t *testing.T) {
	store, g := open(t), uneven{ruler{loss: 0.2, worlds: 10_000}}
	made := of(t, reviewer(t, store, atOnce, g), play(t, store, g, "m1", 2, shortly(t, g, 7)))
	want := map[int]bool{}
	for _, d := range made.Decisions[len(made.Decisions)-2:] {
		want[d.Ply-1] = true
	}
	got := map[int]bool{}
	for _, p := range puzzles(t, store) {
		got[p.After] = true
	}
	if !maps.Equal(got, want) {
		t.Errorf("those after %v, not after %v, of %d", got, want, len(made.Decisions))
	}
}

// busy has too many moves to judge them all.
type busy struct{ ruler }

func (busy) JudgeAll(context.Context, engine.Sight, engine.Trial) (engine.Judgement, error) {
	return engine.Judgement{}, nil
}

// doubter finds the moves less different when it judges them all.
type doubter struct{ ruler }

func (g doubter) JudgeAll(_ context.Context, s engine.Sight, _ engine.Trial) (engine.Judgement, error) {
	return g.judgement(s.Legal, g.loss/2), nil
}

// TestNoPuzzleOfWhatIsDoubtful: there may be a better move among those not weighed, or the clear
// answer may have been chance.
func TestNoPuzzleOfWhatIsDoubtful(t *testing.T) {
	clear := ruler{loss: 0.2, worlds: 10_000}
	for _, g := range []engine.Game{busy{clear}, doubter{clear}} {
		store := open(t)
		of(t, reviewer(t, store, atOnce, g), play(t, store, g, "m1", 2, shortly(t, g, 7)))
		if found := puzzles(t, store); len(found) > 0 {
			t.Errorf("%T: %+v", g, found)
		}
	}
}

// eager is Noirburg with a critic for whom one answer to a window is far best: to pass, or the
// first card that can be thrown in.
type eager struct {
	noirburg.Game
	passes bool
}

func (g eager) Judge(ctx context.Context, s engine.Sight, trial engine.Trial, also ...json.RawMessage) (engine.Judgement, error) {
	j, err := g.JudgeAll(ctx, s, trial)
	for _, body := range append(also, s.Legal[0]) {
		j.Moves = append(j.Moves, engine.Judged{Move: body})
	}
	return j, err
}

func (g eager) JudgeOpen(_ context.Context, st engine.State, s engine.Seat, _ engine.Trial, also ...json.RawMessage) (j engine.Judgement, err error) {
	for _, body := range append(also, st.Legal(s)[0]) {
		j.Moves = append(j.Moves, engine.Judged{Move: body})
	}
	return j, nil
}

func (g eager) JudgeAll(_ context.Context, s engine.Sight, _ engine.Trial) (engine.Judgement, error) {
	j := engine.Judgement{Chance: 0.9, Worlds: 10_000}
	last := len(s.Legal) - 1
	if !bytes.Equal(s.Legal[last], rules.Pass()) {
		return engine.Judgement{}, nil
	}
	for i, body := range s.Legal {
		m := engine.Judged{Move: body, Chance: 0.5}
		if g.passes && i == last || !g.passes && i == 0 {
			m.Chance = j.Chance
		}
		j.Moves = append(j.Moves, m)
	}
	return j, nil
}

// TestNoPuzzleOfDoingNothing: what the clock would do is no answer to look for.
func TestNoPuzzleOfDoingNothing(t *testing.T) {
	for passes, want := range map[bool]int{true: 0, false: 2} {
		store, g := open(t), eager{passes: passes}
		of(t, reviewer(t, store, atOnce, g), play(t, store, g, "m1", 3, shortly(t, g, 120)))
		if found := puzzles(t, store); len(found) != want {
			t.Errorf("with passing best %v: %d puzzles, want %d", passes, len(found), want)
		}
	}
}
