package search

import (
	"context"
	"errors"
	"testing"

	"noir/engine/districtnoir/compact"
	"noir/engine/districtnoir/network"
)

// TestSolve holds the exact last round against trying everything.
func TestSolve(t *testing.T) {
	for seed := range 200 {
		p := position(t, seed, 38+seed%8)
		if got, want := (ending{}).solve(p, -1, 1), minimax(&p); got != want {
			t.Fatalf("seed %d: %d, want %d: %+v", seed, got, want, p)
		}
	}
}

// minimax plays every game to its very end.
func minimax(p *compact.Position) int {
	if p.Over() {
		return p.Outcome()
	}
	best := -2
	sign := 1 - 2*int(p.Turn)
	for m := p.Moves(); m != 0; m = m.Rest() {
		next := *p
		next.Make(m.First())
		best = max(best, sign*minimax(&next))
	}
	return sign * best
}

// winning is a table at which the seat on move wins by a take, now or never.
func winning() compact.Position {
	p := compact.Position{
		Length: 5, Turn: 1, Actions: 5,
		Hands: [compact.Seats]compact.Cards{1: 3 * compact.One(compact.Eight)},
		Took:  [compact.Seats]bool{0: true},
	}
	p.Row = [len(p.Row)]compact.Kind{compact.Police, compact.Minus3, compact.Minus1, compact.Minus3, compact.Minus1}
	p.Tableau[1] = compact.One(compact.Harbor) + compact.One(compact.CityHall)
	return p
}

// searches are the ways to choose, with as many games as a test may take.
var searches = map[string]func(context.Context, *compact.Scene, *compact.Chance) compact.Move{
	"sample": func(ctx context.Context, s *compact.Scene, c *compact.Chance) compact.Move {
		return House.Sample(ctx, s, 50, c)
	},
	"search": func(ctx context.Context, s *compact.Scene, c *compact.Chance) compact.Move {
		return House.Search(ctx, s, 600, c)
	},
}

func TestSearchesWinAtOnce(t *testing.T) {
	p := winning()
	for name, search := range searches {
		c := compact.Chance(1)
		if m := search(t.Context(), sight(p), &c); m != compact.Take {
			t.Errorf("%s makes move %d", name, m)
		}
	}
}

// TestFollowWins: a game that is played on by the network ends with the take that wins.
func TestFollowWins(t *testing.T) {
	for seed := range 50 {
		p, c := winning(), compact.Chance(seed)
		if m := Follow(network.Learned, &p, &c); m != compact.Take {
			t.Fatalf("seed %d: move %d", seed, m)
		}
	}
}

// TestSearchesAgain wants the same move for the same scene and chance, and one that
// is legal even when there is no time.
func TestSearchesAgain(t *testing.T) {
	done, cancel := context.WithCancel(t.Context())
	cancel()
	for actions := range compact.GameEnd - 2 {
		s := sight(position(t, actions, actions))
		for name, search := range searches {
			one, two := compact.Chance(actions), compact.Chance(actions)
			first, second := search(t.Context(), s, &one), search(t.Context(), s, &two)
			if first != second || !s.Table.Moves().Has(first) {
				t.Errorf("after %d actions %s makes moves %d and %d", actions, name, first, second)
			}
			if m := search(done, s, &one); !s.Table.Moves().Has(m) {
				t.Errorf("after %d actions %s makes move %d without time", actions, name, m)
			}
		}
	}
}

// TestJudge wants chances of all moves, and 1 for one that wins at once, whether or
// not the cards are known.
func TestJudge(t *testing.T) {
	p := winning()
	one, two := compact.Chance(1), compact.Chance(1)
	hidden, err := House.Judge(t.Context(), sight(p), 600, &one)
	if err != nil {
		t.Fatal(err)
	}
	open, err := House.JudgeOpen(t.Context(), position(t, 1, 30), 600, &two)
	if err != nil {
		t.Fatal(err)
	}
	if hidden[compact.Take] != 1 || hidden[compact.Eight] == 1 {
		t.Errorf("chances %v", hidden)
	}
	for m, chance := range open {
		if chance < 0 || chance > 1 {
			t.Errorf("move %d wins %g", m, chance)
		}
	}
	done, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := House.Judge(done, sight(p), 600, &one); !errors.Is(err, context.Canceled) {
		t.Errorf("a judgement without time: %v", err)
	}
	if _, err := House.JudgeOpen(done, p, 600, &one); !errors.Is(err, context.Canceled) {
		t.Errorf("an open judgement without time: %v", err)
	}
}

func TestBetterHalf(t *testing.T) {
	c := Chances{compact.Five: 0.2, compact.Six: 0.5, compact.Seven: 0.4, compact.Eight: 0.5, compact.Take: 0.1}
	among := compact.Moves(0).With(compact.Take)
	for k := compact.Five; k <= compact.Eight; k++ {
		among = among.With(compact.Move(k))
	}
	half := compact.Moves(0).With(compact.Move(compact.Six)).With(compact.Move(compact.Seven)).With(compact.Move(compact.Eight))
	if got := c.better(among); got != half {
		t.Errorf("the better half of %x is %x, want %x", among, got, half)
	}
	if best := c.Best(among); best != compact.Move(compact.Six) {
		t.Errorf("the best is %d", best)
	}
}

// BenchmarkPlayout plays a first round by the policy and values what comes of it.
func BenchmarkPlayout(b *testing.B) {
	deal := position(b, 1, 0)
	c := compact.Chance(1)
	b.ReportAllocs()
	for b.Loop() {
		p := deal
		thisRound(network.Learned, &p).play(&p, &c)
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "games/s")
}

// BenchmarkSample chooses as hard does when a game begins.
func BenchmarkSample(b *testing.B) {
	s := sight(position(b, 1, 0))
	for b.Loop() {
		c := compact.Chance(1)
		House.Sample(b.Context(), s, 48, &c)
	}
}

// BenchmarkSearch chooses when a game begins, and when its last round does.
func BenchmarkSearch(b *testing.B) {
	for name, actions := range map[string]int{"first": 0, "last": 36} {
		b.Run(name, func(b *testing.B) {
			s := sight(position(b, 1, actions))
			for b.Loop() {
				c := compact.Chance(1)
				House.Search(b.Context(), s, 4000, &c)
			}
		})
	}
}
