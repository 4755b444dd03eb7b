package search

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"noir/engine"
	"noir/engine/noirburg/rules"
)

// TestCriticJudges judges decisions of a game, by sight and with open cards. The results are
// the same twice, include the move that was made, and are in the order of the legal moves.
func TestCriticJudges(t *testing.T) {
	const every = 53
	g := dealt(t, 4, 1)
	r := rand.New(rand.NewPCG(1, 8))
	for n := 1; len(g.Prompts()) > 0; n++ {
		asked := g.Prompts()
		s := g.sight(asked[r.IntN(len(asked))].Seat)
		body := choose(t, levelNormal, s)
		if n%every == 0 {
			odd := rand.New(rand.NewPCG(2, uint64(n))) // whoever made the move need not play well
			made, err := rules.Game{}.Complete(s.View, s.Seat, s.Legal[odd.IntN(len(s.Legal))], odd)
			if err != nil {
				t.Fatal(err)
			}
			blind := func() (engine.Judgement, error) { return Judge(t.Context(), s, engine.Trial{Seed: 5}, made) }
			open := func() (engine.Judgement, error) {
				return JudgeOpen(t.Context(), g.State, s.Seat, engine.Trial{Seed: 5}, made)
			}
			for _, judge := range []func() (engine.Judgement, error){blind, open} {
				if err := checkJudgement(judge, s.Legal, made); err != nil {
					t.Fatalf("move %d: %v", n, err)
				}
			}
		}
		g.plays(t, s.Seat, body)
	}
}

func checkJudgement(judge func() (engine.Judgement, error), legal []json.RawMessage, made json.RawMessage) error {
	j, err := judge()
	if err != nil {
		return err
	}
	if again, _ := judge(); !reflect.DeepEqual(j, again) {
		return fmt.Errorf("judged %+v, then %+v", j, again)
	}
	if !slices.ContainsFunc(j.Moves, func(m engine.Judged) bool { return bytes.Equal(m.Move, made) }) {
		return fmt.Errorf("%s is not among %+v", made, j)
	}
	if j.Chance != j.Best().Chance || j.Worlds < fewest {
		return fmt.Errorf("%+v", j)
	}
	last := 0
	for _, m := range j.Moves {
		move, _ := rules.ReadMove(m.Move)
		at := slices.IndexFunc(legal, func(entry json.RawMessage) bool {
			e, _ := rules.ReadEntry(entry)
			return e.Type == move.Type
		})
		if at < last || m.Chance < 0 || m.Chance > 1 {
			return fmt.Errorf("%s with %v at %d", m.Move, m.Chance, at)
		}
		last = at
	}
	return nil
}

// TestCriticSees shows the critic a position that is won by ending the turn, and lost by
// spending money.
func TestCriticSees(t *testing.T) {
	st := midgame(t, func(p *rules.Position) {
		p.Of(0).Money, p.Bank = rules.Majority(3), p.Bank-rules.Majority(3)+rules.StartMoney
		p.Of(0).Hand = rules.SetOf(named("B4.0")...)
		p.Of(1).Trophies = rules.SetOf(rules.HideoutOf(3), rules.HideoutOf(4))
		found(p, 1, "B4.1")
		found(p, 1, "B4.2")
		p.Countdown = rules.EndCount{On: true, Holder: 1, Left: 1}
	}, nil)
	blunder := rules.Move{Type: rules.TypeOpen, Card: named("B4.0")[0]}.Body()
	j, err := JudgeOpen(t.Context(), st, 0, engine.Trial{Seed: 1}, blunder)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range j.Moves {
		if won := m.Chance == 1; won == bytes.Equal(m.Move, blunder) {
			t.Errorf("%s wins %v", m.Move, m.Chance)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if j, err := JudgeOpen(ctx, st, 0, engine.Trial{Seed: 1}); !errors.Is(err, context.Canceled) {
		t.Errorf("%+v, %v without time", j, err)
	}
	if j, err := JudgeOpen(t.Context(), st, 0, engine.Trial{Seed: 1}, rules.Draw(9)); err == nil {
		t.Errorf("drawing nine cards: %+v", j)
	}
	if j, err := JudgeOpen(t.Context(), st, 1, engine.Trial{Seed: 1}); err == nil {
		t.Errorf("seat 1, which is not asked: %+v", j)
	}
}

// TestAMoveIsFoundAmongTheLegalOnes: each move that an entry stands for leads back to that entry.
func TestAMoveIsFoundAmongTheLegalOnes(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 5))
	kinds := map[string]int{}
	for g := dealt(t, 4, 2); len(g.Prompts()) > 0; {
		s := g.sight(g.Prompts()[0].Seat)
		p, _, err := ponder(s)
		if err != nil {
			t.Fatal(err)
		}
		var body json.RawMessage
		for _, i := range r.Perm(len(s.Legal)) {
			if body, err = (rules.Game{}).Complete(s.View, s.Seat, s.Legal[i], r); err != nil {
				t.Fatal(err)
			}
			if entry := p.entry(body); entry != i {
				t.Fatalf("%s is entry %d of %s, want %d", body, entry, s.Legal, i)
			}
			m, _ := rules.ReadMove(body)
			kinds[m.Type]++
		}
		g.plays(t, s.Seat, body)
	}
	if kinds[rules.TypeAttack] < 20 || kinds[rules.TypeDriveby] == 0 {
		t.Errorf("few of some: %v", kinds)
	}
}
