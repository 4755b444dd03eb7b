package sampler

import (
	"context"
	"math"
	"slices"
	"testing"

	"noir/engine/districtnoir/compact"
)

// scenes calls f in each decision of some games of the heuristic, with the whole position.
func scenes(t *testing.T, games int, f func(p compact.Position, s *compact.Scene)) {
	t.Helper()
	c := compact.Chance(1)
	for range games {
		var deck [compact.DeckSize]compact.Kind
		compact.Deck.List(&deck)
		c.Shuffle(deck[:])
		p := compact.New(&deck, uint8(c.Below(compact.Seats)))
		var answers [compact.Seats][]compact.Answer
		for !p.Settled() && !p.Over() {
			seen := p
			seen.Hands[1-p.Turn], seen.Deals = 0, [compact.Rounds][compact.Seats]compact.Cards{}
			f(p, &compact.Scene{Table: seen, Answers: answers[1-p.Turn]})
			m := choose(&p, &c)
			seen.Hands = [compact.Seats]compact.Cards{}
			answers[p.Turn] = append(answers[p.Turn], compact.Answer{Before: seen, Move: m})
			p.Make(m)
		}
	}
}

// TestChoose wants a legal move, the same again, and one that is legal without time.
func TestChoose(t *testing.T) {
	done, cancel := context.WithCancel(t.Context())
	cancel()
	scenes(t, 2, func(_ compact.Position, s *compact.Scene) {
		one, two := compact.Chance(s.Table.Actions), compact.Chance(s.Table.Actions)
		first, second := Choose(t.Context(), s, 5, &one), Choose(t.Context(), s, 5, &two)
		if first != second || !s.Table.Moves().Has(first) {
			t.Fatalf("after %d actions moves %d and %d", s.Table.Actions, first, second)
		}
		if m := Choose(done, s, 5, &one); !s.Table.Moves().Has(m) {
			t.Fatalf("after %d actions move %d without time", s.Table.Actions, m)
		}
	})
}

// TestHandsFit wants hands of as many cards as the rival holds, all of them unseen.
func TestHandsFit(t *testing.T) {
	scenes(t, 3, func(p compact.Position, s *compact.Scene) {
		c := compact.Chance(s.Table.Actions)
		for _, hand := range hands(s, 5, &c) {
			for k := range compact.Kinds {
				if hand.Count(k) > s.Unseen().Count(k) {
					t.Fatalf("after %d actions %x is held of %x", p.Actions, hand, s.Unseen())
				}
			}
			if hand.Len() != p.Hands[1-p.Turn].Len() {
				t.Fatalf("after %d actions %x is held, want %d cards", p.Actions, hand, p.Hands[1-p.Turn].Len())
			}
		}
	})
}

// TestHandsAreLikely wants hands that differ and that make what the rival has played likelier than hands drawn
// without regard to it.
func TestHandsAreLikely(t *testing.T) {
	decisions, alike, kept, drawn := 0, 0, 0.0, 0.0
	scenes(t, 20, func(_ compact.Position, s *compact.Scene) {
		clues := cluesOf(s)
		if len(clues) == 0 || s.Held() < 2 {
			return
		}
		mean := func(of []compact.Cards) (sum float64) {
			for _, hand := range of {
				weight := 1.0
				for _, k := range clues {
					weight *= k.weight(hand)
				}
				sum += weight / float64(len(of))
			}
			return sum
		}
		one, other := compact.Chance(s.Table.Actions), compact.Chance(s.Table.Actions)
		own := hands(s, 8, &one)
		decisions++
		if len(slices.Compact(slices.Sorted(slices.Values(own)))) == 1 {
			alike++
		}
		kept += mean(own)
		drawn += mean(hands(&compact.Scene{Table: s.Table}, 8, &other))
	})
	if decisions < 100 || alike > decisions/10 {
		t.Errorf("in %d of %d decisions all hands are the same", alike, decisions)
	}
	if kept < 1.05*drawn {
		t.Errorf("what was played is as likely as %g with the hands that are kept, %g with any", kept, drawn)
	}
}

// TestEstimate: what is settled is worth its points, one seat's gain is the other's loss, and who takes more is ahead.
func TestEstimate(t *testing.T) {
	f := tables()
	own := 3*compact.One(compact.Eight) + compact.One(compact.Five) + compact.One(compact.Six) + compact.One(compact.Seven) + compact.One(compact.Plus4)
	rival := 2*compact.One(compact.Seven) + compact.One(compact.Minus3)
	if got, want := f.estimate(own, rival, 0, 0), float64(compact.Lead(own, rival)); math.Abs(got-want) > 1e-4 {
		t.Errorf("at the end %g, want %g", got, want)
	}
	for mine := range takes + 1 {
		for theirs := range takes + 1 {
			if one, other := f.estimate(own, rival, mine, theirs), f.estimate(rival, own, theirs, mine); math.Abs(one+other) > 1e-3 {
				t.Errorf("%d and %d takes: %g and %g", mine, theirs, one, other)
			}
		}
	}
	if f.estimate(0, 0, 4, 2) <= 1 {
		t.Errorf("four takes beside two are worth %g", f.estimate(0, 0, 4, 2))
	}
}

// TestWorth: more points and more cities are worth more, and a long lead before the last round nearly everything.
func TestWorth(t *testing.T) {
	p := compact.Position{Actions: compact.GameEnd - 12}
	level := worth(&p)
	p.Tableau[0] = compact.One(compact.Harbor) + compact.One(compact.Police)
	if cities := worth(&p); cities <= level {
		t.Errorf("two cities are worth %.3f, none %.3f", cities, level)
	}
	p.Tableau[0] = 5*compact.One(compact.Eight) + 4*compact.One(compact.Seven) + 4*compact.One(compact.Six)
	if far := worth(&p); far < 0.9 {
		t.Errorf("a long lead is worth %.3f", far)
	}
	p.Turn = 1
	if behind := worth(&p); behind > 0.1 {
		t.Errorf("a long lead of the other is worth %.3f", behind)
	}
}

// BenchmarkChoose decides at the beginning of a game.
func BenchmarkChoose(b *testing.B) {
	var deck [compact.DeckSize]compact.Kind
	compact.Deck.List(&deck)
	c := compact.Chance(1)
	c.Shuffle(deck[:])
	p := compact.New(&deck, 0)
	p.Hands[1], p.Deals = 0, [compact.Rounds][compact.Seats]compact.Cards{}
	for b.Loop() {
		Choose(b.Context(), &compact.Scene{Table: p}, Worlds, &c)
	}
}
