package search

import (
	"math"
	"testing"

	"noir/engine/districtnoir/compact"
)

// position plays a deal by the policy up to a number of actions.
func position(t testing.TB, seed, actions int) compact.Position {
	t.Helper()
	c := compact.Chance(seed)
	for range 100 {
		var deck [compact.DeckSize]compact.Kind
		compact.Deck.List(&deck)
		c.Shuffle(deck[:])
		p := compact.New(&deck, uint8(c.Below(compact.Seats)))
		for !p.Over() && int(p.Actions) < actions {
			p.Make(choose(&p, &c))
		}
		if !p.Settled() {
			return p
		}
	}
	t.Fatalf("no game of seed %d lasts %d actions", seed, actions)
	return compact.Position{}
}

// sight hides what the seat on move does not see.
func sight(p compact.Position) *compact.Scene {
	p.Hands[1-p.Turn] = 0
	p.Deals = [compact.Rounds][compact.Seats]compact.Cards{}
	return &compact.Scene{Table: p}
}

// TestHandsAreCounted wants every hand once, and as likely as it is among all ways
// to draw cards.
func TestHandsAreCounted(t *testing.T) {
	for actions := range compact.GameEnd - 2 {
		s := sight(position(t, actions, actions))
		b := House.believe(s)
		size := s.Held()
		met := map[guess]bool{}
		for i, one := range b.cases {
			hand, ways := one.hand, 1.0
			for k := range compact.Kinds {
				ways *= draws(b.unseen.Count(k), hand.Count(k))
			}
			want := ways / draws(b.unseen.Len(), size) * manners[one.manner].share
			if hand.Len() != size || met[one] || math.Abs(b.weight(i)-want) > 1e-9 {
				t.Fatalf("after %d actions hand %x of %d cards: %g, want %g of %d cards", actions, hand, hand.Len(), b.weight(i), want, size)
			}
			met[one] = true
		}
		if all := b.upTo[len(b.upTo)-1]; math.Abs(all/draws(b.unseen.Len(), size)-1) > 1e-9 {
			t.Fatalf("after %d actions %g ways", actions, all)
		}
	}
}

// draws is the number of ways to draw k of n.
func draws(n, k int) float64 {
	ways := 1.0
	for i := range k {
		ways *= float64(n-i) / float64(i+1)
	}
	return ways
}

func weightOf(b *belief, hand compact.Cards) float64 {
	sum := 0.0
	for i, one := range b.cases {
		if one.hand == hand {
			sum += b.weight(i)
		}
	}
	return sum
}

// TestWorldsFit wants worlds to be what the seat knows and a hand of the rival's, as often as
// it is likely.
func TestWorldsFit(t *testing.T) {
	for _, actions := range []int{0, 7, 16, 25, 38, 41} {
		s := sight(position(t, 5, actions))
		b := House.believe(s)

		next := b.worlds(s)
		const worlds = 20_000
		often := map[guess]int{}
		for range worlds {
			w := next()
			known := sight(w.Position).Table
			if known != s.Table {
				t.Fatalf("after %d actions the world of %+v is %+v", actions, s.Table, w)
			}
			hidden := w.Hands[1-w.Turn]
			often[guess{hidden, w.manner}]++
			if want := s.Held(); hidden.Len() != want || !within(hidden, b.unseen) {
				t.Fatalf("after %d actions the rival holds %x of %x, want %d cards", actions, hidden, b.unseen, want)
			}
		}
		for i, one := range b.cases {
			if share := float64(often[one]) / worlds; math.Abs(share-b.weight(i)) > 0.01 {
				t.Errorf("after %d actions %+v is dealt %.3f times, want %.3f", actions, one, share, b.weight(i))
			}
		}
	}
}

func within(part, whole compact.Cards) bool {
	for k := range compact.Kinds {
		if part.Count(k) > whole.Count(k) {
			return false
		}
	}
	return true
}

// TestMannerShows wants a rival who follows the policy, and one who moves at random, to be taken for it rather than
// for any other after two rounds.
func TestMannerShows(t *testing.T) {
	for name, c := range map[string]struct {
		manner uint8
		move   func(*compact.Position, *compact.Chance) compact.Move
	}{
		"follows": {follows, choose},
		"random": {drifts, func(p *compact.Position, c *compact.Chance) compact.Move {
			return p.Moves().At(c.Below(p.Moves().Len()))
		}},
	} {
		share, games := 0.0, 0.0
		for seed := range 100 {
			chance := compact.Chance(seed)
			p := position(t, seed, 0)
			seat := uint8(seed % compact.Seats)
			var answers []compact.Answer
			for !p.Settled() && (p.Round() < 2 || p.Turn != seat) {
				m := choose(&p, &chance)
				if p.Turn != seat {
					m = c.move(&p, &chance)
					answers = append(answers, compact.Answer{Before: sight(p).Table, Move: m})
				}
				p.Make(m)
			}
			if p.Settled() {
				continue
			}
			s := sight(p)
			s.Answers = answers
			share += weightOfManner(House.believe(s), c.manner)
			games++
		}
		if share /= games; share < 0.5 {
			t.Errorf("%s: taken for what it is with %.3f", name, share)
		}
	}
}

func weightOfManner(b *belief, manner uint8) float64 {
	sum := 0.0
	for i, one := range b.cases {
		if one.manner == manner {
			sum += b.weight(i)
		}
	}
	return sum
}

// TestCopiesCount: of a rival who has played one of two like cards, what it has left is as likely to be
// the other one as a card of which there is only one. It had two ways to hold both, and played either.
func TestCopiesCount(t *testing.T) {
	table := position(t, 1, 4)
	h := hint{move: compact.Move(compact.Seven), since: compact.One(compact.Seven), asked: House.Networks.Ask(&table)}
	for m := range compact.Kinds {
		h.appeal[m] = 1
	}
	e := evidence{hints: []hint{h}}
	for manner := range e.past {
		e.past[manner] = 1
	}
	// Unseen are now 7 and 8, after a 7 of two was played: of {7,7,8} the rival held 7 7 in one way and
	// 7 8 in two, and of those it played the 7 each second time.
	pair, mixed := e.of(compact.One(compact.Seven))[follows], e.of(compact.One(compact.Eight))[follows]
	if math.Abs(pair/mixed-1) > 1e-9 {
		t.Errorf("a second 7 is %g times as likely as an 8, want as likely", pair/mixed)
	}
}

// weight returns how likely the case with a number is.
func (b *belief) weight(i int) float64 {
	all := b.upTo[len(b.upTo)-1]
	if i == 0 {
		return b.upTo[0] / all
	}
	return (b.upTo[i] - b.upTo[i-1]) / all
}
