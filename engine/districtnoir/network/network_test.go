package network

import (
	"bytes"
	"math"
	"testing"

	"noir/engine/districtnoir/compact"
)

// table plays a deal at random up to a number of actions.
func table(t testing.TB, seed uint64, actions uint8) compact.Position {
	t.Helper()
	c := compact.Chance(seed)
	for range 100 {
		var deck [compact.DeckSize]compact.Kind
		compact.Deck.List(&deck)
		c.Shuffle(deck[:])
		p := compact.New(&deck, 0)
		for p.Actions < actions && !p.Over() {
			p.Make(p.Moves().At(c.Below(p.Moves().Len())))
		}
		if !p.Settled() {
			return p
		}
	}
	t.Fatalf("no game of seed %d lasts %d actions", seed, actions)
	return compact.Position{}
}

// TestWeights: the embedded weights are few enough, and the file is what they say.
func TestWeights(t *testing.T) {
	if len(embedded) > 200<<10 {
		t.Errorf("%d bytes of weights, want at most 200 KiB", len(embedded))
	}
	if !bytes.Equal(Learned.Encode(), embedded) {
		t.Error("the weights are written otherwise than they were read")
	}
	for _, from := range [][]byte{nil, embedded[1:]} {
		if err := new(Weights).Decode(from); err == nil {
			t.Errorf("%d bytes are read as weights", len(from))
		}
	}
}

// TestValueLearned: a player far ahead when the last round begins is likely to win, from either side.
func TestValueLearned(t *testing.T) {
	p := table(t, 1, 36)
	much := compact.Cards(0)
	for k := compact.Five; k <= compact.Eight; k++ {
		much += 4 * compact.One(k)
	}
	little := compact.One(compact.Minus3) + 2*compact.One(compact.Minus2)
	for ahead := range compact.Seats {
		p.Turn = 0
		p.Tableau[ahead], p.Tableau[1-ahead] = much, little
		if chance := Learned.Worth(&p); ahead == 0 && chance < 0.95 || ahead == 1 && chance > 0.05 {
			t.Errorf("seat %d is far ahead, and seat 0 has a chance of %.3f", ahead, chance)
		}
	}
}

// TestPolicyShares: the chances of all moves are one, and moves are drawn as often.
func TestPolicyShares(t *testing.T) {
	for seed := range uint64(20) {
		p := table(t, seed, uint8(seed))
		asked := Learned.Ask(&p)
		among := p.Moves()
		logits := asked.Logits(p.Hands[p.Turn], among)
		var drawn [moves]int
		c := compact.Chance(seed)
		const draws = 4000
		for range draws {
			drawn[Learned.Draw(&p, &c)]++
		}
		sum := 0.0
		for m := among; m != 0; m = m.Rest() {
			chance := logits.Chance(among, m.First(), 1)
			if share := float64(drawn[m.First()]) / draws; math.Abs(share-chance) > 0.04 {
				t.Errorf("seed %d: move %d has the chance %.3f and is drawn %.3f times", seed, m.First(), chance, share)
			}
			sum += chance
		}
		if math.Abs(sum-1) > 1e-6 {
			t.Errorf("seed %d: the chances are %g together", seed, sum)
		}
	}
}

// TestNothingIsAllocated by what a search does thousands of times.
func TestNothingIsAllocated(t *testing.T) {
	p := table(t, 3, 12)
	c := compact.Chance(1)
	for name, f := range map[string]func(){
		"value": func() { Learned.Worth(&p) },
		"draw":  func() { Learned.Draw(&p, &c) },
		"chance": func() {
			a := Learned.Ask(&p)
			l := a.Logits(p.Hands[p.Turn], p.Moves())
			l.Chance(p.Moves(), p.Moves().First(), 1)
		},
	} {
		if n := testing.AllocsPerRun(100, f); n != 0 {
			t.Errorf("%s allocates %g times", name, n)
		}
	}
}

func BenchmarkValue(b *testing.B) {
	p := table(b, 3, 12)
	b.ReportAllocs()
	for b.Loop() {
		Learned.Worth(&p)
	}
}

// BenchmarkPolicy draws a move.
func BenchmarkPolicy(b *testing.B) {
	p := table(b, 3, 12)
	c := compact.Chance(1)
	b.ReportAllocs()
	for b.Loop() {
		Learned.Draw(&p, &c)
	}
}

// BenchmarkHand weighs one more hand for a move that was seen.
func BenchmarkHand(b *testing.B) {
	p := table(b, 3, 12)
	asked := Learned.Ask(&p)
	b.ReportAllocs()
	for b.Loop() {
		logits := asked.Logits(p.Hands[p.Turn], p.Moves())
		logits.Chance(p.Moves(), p.Moves().First(), 1)
	}
}
