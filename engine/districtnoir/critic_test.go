package districtnoir

import (
	"context"
	"errors"
	"reflect"
	"testing"

	"noir/engine"
)

// TestCritic judges decisions of a game both ways.
func TestCritic(t *testing.T) {
	p := deal(t, 3)
	var log []engine.Line
	for !p.Over() {
		if p.actions()%11 == 0 {
			checkJudgements(t, p, log)
		}
		seat := p.Turn
		next, ply := apply(t, p, seat, engine.ByPlayer, p.Legal(seat)[0])
		log = append(log, ply.Line(len(log)+1, next.Turn, 0))
		p = next
	}
	if _, err := (Game{}).JudgeOpen(t.Context(), p, p.Turn, engine.Trial{Seed: 1}); err == nil {
		t.Error("judges a game that is over")
	}
	if _, err := (Game{}).JudgeOpen(t.Context(), deal(t, 3), other(deal(t, 3).Turn), engine.Trial{Seed: 1}); err == nil {
		t.Error("judges for a seat that is not asked")
	}
}

// checkJudgements checks that there is a chance for each legal move, in their order, that the
// highest is the decision's, and that the same seed gives the same.
func checkJudgements(t *testing.T, p position, log []engine.Line) {
	t.Helper()
	s := sightOf(p, log)
	for name, judge := range map[string]func() (engine.Judgement, error){
		"what the seat knows": func() (engine.Judgement, error) { return Game{}.Judge(t.Context(), s, engine.Trial{Seed: 7}) },
		"open cards": func() (engine.Judgement, error) {
			return Game{}.JudgeOpen(t.Context(), p, p.Turn, engine.Trial{Seed: 7})
		},
	} {
		first, err := judge()
		if err != nil {
			t.Fatal(err)
		}
		second, err := judge()
		if err != nil || !reflect.DeepEqual(first, second) {
			t.Errorf("%s: judged %+v, then %+v, %v", name, first, second, err)
		}
		if len(first.Moves) != len(s.Legal) || first.Worlds < 1 {
			t.Fatalf("%s: %+v of %s", name, first, s.Legal)
		}
		for i, m := range first.Moves {
			if string(m.Move) != string(s.Legal[i]) || m.Chance < 0 || m.Chance > first.Chance || first.Chance > 1 {
				t.Errorf("%s: %s has the chance %g of %g", name, m.Move, m.Chance, first.Chance)
			}
		}
	}
}

// TestCriticSees shows the critic a table at which only the take wins.
func TestCriticSees(t *testing.T) {
	p := table()
	p.round = rounds
	p.tableau = [seats]Tally{Count(Six, Six, Seven, Seven, Eight, Eight), Count(Harbor, CityHall)}
	p.row = []Card{Police, Minus3, Minus3, Minus2, Minus1}
	p.hands[0] = Count(Five)
	hidden, err := Game{}.Judge(t.Context(), sightOf(p, nil), engine.Trial{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	open, err := Game{}.JudgeOpen(t.Context(), p, 1, engine.Trial{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	for _, j := range []engine.Judgement{hidden, open} {
		if best := j.Best(); string(best.Move) != string(Take()) || best.Chance != 1 || j.Moves[0].Chance == 1 {
			t.Errorf("judged %+v", j)
		}
	}
}

func TestCriticNeedsTime(t *testing.T) {
	done, cancel := context.WithCancel(t.Context())
	cancel()
	p := deal(t, 1)
	if _, err := (Game{}).Judge(done, sightOf(p, nil), engine.Trial{Seed: 1}); !errors.Is(err, context.Canceled) {
		t.Errorf("judged without time: %v", err)
	}
	if _, err := (Game{}).JudgeOpen(done, p, p.Turn, engine.Trial{Seed: 1}); !errors.Is(err, context.Canceled) {
		t.Errorf("judged open cards without time: %v", err)
	}
}

// BenchmarkJudge judges the first decision of a game both ways: it has the most hands and the
// longest games.
func BenchmarkJudge(b *testing.B) {
	p := deal(b, 1)
	s := sightOf(p, nil)
	b.Run("hidden", func(b *testing.B) {
		for b.Loop() {
			if _, err := (Game{}).Judge(b.Context(), s, engine.Trial{Seed: 1}); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("open", func(b *testing.B) {
		for b.Loop() {
			if _, err := (Game{}).JudgeOpen(b.Context(), p, p.Turn, engine.Trial{Seed: 1}); err != nil {
				b.Fatal(err)
			}
		}
	})
}
