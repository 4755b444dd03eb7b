package search

import (
	"math/rand/v2"
	"slices"
	"testing"

	"noir/engine"
	"noir/engine/noirburg/network"
	"noir/engine/noirburg/rules"
)

// minded plays a game of a number of seats by the network, and shows each seat's options.
func minded(t *testing.T, seats int, show func(s *scene, seat engine.Seat, options []option)) *scene {
	t.Helper()
	s := newScene(network.Learned)
	s.begin(dealt(t, seats, 7).State.(*rules.Position))
	r := rand.New(rand.NewPCG(1, uint64(seats)))
	for !s.Over() {
		s.think(engine.Spectator, func(seat engine.Seat) rules.Move {
			options := s.minds[seat].ponder(&s.Position, seat)
			show(&s, seat, options)
			if r.IntN(8) == 0 {
				return options[r.IntN(len(options))].Move
			}
			return best(options).Move
		})
	}
	return &s
}

// TestOptionsAreLegal: at tables of every size the rules allow every move that is considered, whichever is made, each is
// considered once, and one of them does nothing; between them games have moves of all types.
func TestOptionsAreLegal(t *testing.T) {
	types := map[string]int{}
	for seats := rules.MinSeats; seats <= rules.Hideouts; seats++ {
		minded(t, seats, func(s *scene, seat engine.Seat, options []option) {
			var bodies []string
			for _, o := range options {
				if code := s.Refusal(o.Move, seat, engine.ByPlayer); code != "" {
					t.Fatalf("seat %d: %s is refused: %s", seat, o.Body(), code)
				}
				if o.chance < 0 || o.chance > 1 {
					t.Fatalf("seat %d: %s wins %g", seat, o.Body(), o.chance)
				}
				types[o.Type+o.Use]++
				bodies = append(bodies, string(o.Body()))
			}
			idle := rules.TypeEndTurn
			if s.Depth > 0 {
				idle = rules.TypePass
			}
			if s.Phase != rules.SetUp && !s.MustArrange() && !slices.ContainsFunc(options, func(o option) bool { return o.Type == idle }) {
				t.Fatalf("seat %d considers only %v", seat, bodies)
			}
		})
	}
	for _, kind := range []string{
		rules.TypeMulligan, rules.TypeArrange, rules.TypeAttack, rules.TypeOpen, rules.TypeMoveHideout, rules.TypeDiscard,
		rules.TypeDraw, rules.TypeEndTurn, rules.TypePass, rules.TypePoker, rules.TypePolice + rules.UseRaid,
		rules.TypePolice + rules.UseStop, rules.TypeBribe, rules.TypeDriveby, rules.TypeTurncoat,
	} {
		if types[kind] == 0 {
			t.Errorf("%s is never considered", kind)
		}
	}
}

// TestAMindKnowsItsOwnHandOnly: with other cards in the hands of its rivals and another deck it thinks the same.
func TestAMindKnowsItsOwnHandOnly(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	minded(t, 4, func(s *scene, seat engine.Seat, options []option) {
		if r.IntN(5) > 0 {
			return
		}
		other := s.Position
		hidden := slices.Clone(other.Deck)
		for o := range engine.Seat(other.Seats()) {
			if o != seat {
				hidden = append(hidden, other.Of(o).Hand.Cards()...)
			}
		}
		r.Shuffle(len(hidden), func(i, j int) { hidden[i], hidden[j] = hidden[j], hidden[i] })
		for o := range engine.Seat(other.Seats()) {
			if n := other.Of(o).Hand.Len(); o != seat {
				other.Of(o).Hand, hidden = rules.SetOf(hidden[:n]...), hidden[n:]
			}
		}
		other.Deck = hidden
		was := slices.Clone(options)
		m := s.minds[seat]
		for i, o := range m.ponder(&other, seat) {
			if string(o.Body()) != string(was[i].Body()) || o.chance-was[i].chance > 1e-4 || was[i].chance-o.chance > 1e-4 {
				t.Fatalf("seat %d: %s wins %g, with other hidden cards %s %g", seat, was[i].Body(), was[i].chance, o.Body(), o.chance)
			}
		}
	})
}

// TestLessons: without exploring, a moment learns the result of the game, or how far it was from what came next.
func TestLessons(t *testing.T) {
	for _, reflex := range []bool{true, false} {
		from := *dealt(t, 3, 3).State.(*rules.Position)
		play := func(trace float64) []Moment {
			return Lesson{Net: network.Learned, Reflex: reflex, Trace: trace}.Play(from, rand.New(rand.NewPCG(1, 2)))
		}
		results, soft := play(1), play(0.5)
		if len(results) != len(soft) || len(results) < 30 {
			t.Fatalf("%d moments, then %d", len(results), len(soft))
		}
		won, other := 0, 0
		for i, m := range results {
			switch {
			case m.Inputs != soft[i].Inputs:
				t.Fatalf("moment %d is another one", i)
			case m.Chance == 1:
				won++
			case m.Chance != 0:
				t.Errorf("moment %d learns %g, no result", i, m.Chance)
			}
			if soft[i].Chance != m.Chance {
				other++
			}
		}
		if won == 0 || won == len(results) || other < len(results)/2 {
			t.Errorf("%d of %d moments are won, %d learn from the next", won, len(results), other)
		}
	}
}
