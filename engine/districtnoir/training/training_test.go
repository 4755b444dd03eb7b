package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"flag"
	"fmt"
	"math"
	"os"
	"runtime"
	"strings"
	"testing"

	"noir/engine/districtnoir/compact"
	"noir/engine/districtnoir/network"
	"noir/engine/districtnoir/search"
)

// ofSmall is the sum of the weights of a small course. While it stays, the embedded weights are what the command gives.
const ofSmall = "c34b8f41a1b27134ac0d127e804310d4b9684ff2f78c93130cc237728d45ddf0"

// TestWeightsAreStated: the embedded weights are those whose sum the documentation states beside the command.
func TestWeightsAreStated(t *testing.T) {
	text, err := os.ReadFile("../../../docs/house.md")
	if err != nil {
		t.Fatal(err)
	}
	sum := fmt.Sprintf("%x", sha256.Sum256(network.Learned.Encode()))
	if !strings.Contains(string(text), sum) {
		t.Errorf("docs/house.md does not state %s", sum)
	}
}

// TestLearningRepeats: the weights follow from the course alone, and are still the same.
func TestLearningRepeats(t *testing.T) {
	quiet := func(string, ...any) {}
	small := course{seed: 3, games: 2 * batch}
	first := small.learn(quiet).Encode()
	if !bytes.Equal(first, small.learn(quiet).Encode()) {
		t.Error("the same course gives other weights")
	}
	if runtime.GOARCH == "amd64" { // others round otherwise
		if got := fmt.Sprintf("%x", sha256.Sum256(first)); got != ofSmall {
			t.Errorf("a small course gives %s, want %s: run the training again, embed its weights and state both sums", got, ofSmall)
		}
	}
	small.seed++
	if bytes.Equal(first, small.learn(quiet).Encode()) {
		t.Error("another seed gives the same weights")
	}
}

// What the best response is measured by.
var (
	responseGames  = flag.Int("response-games", 5*batch, "games by which a best response to the house is learned")
	responseSearch = flag.Int("response-search", 0, "games that the house searches for a decision meanwhile; 0: it plays by its policy")
	responsePairs  = flag.Int("response-pairs", 0, "mirrored pairs that it plays against boss, with a search of its own and without one")
)

// TestBestResponse learns a best response to the house and holds it against the policy, and against boss:
//
//	go test ./engine/districtnoir/training -run TestBestResponse -v -timeout 0 -response-games 640000 -response-pairs 100
func TestBestResponse(t *testing.T) {
	searching := func(w *network.Weights, games int) player {
		return func(s *compact.Scene, c *compact.Chance) compact.Move {
			return search.Thinker{Networks: w}.Search(context.Background(), s, games, c)
		}
	}
	before := network.Learned.Encode()
	l := course{seed: 9, games: *responseGames, against: follow(network.Learned)}
	if *responseSearch > 0 {
		l.against = searching(network.Learned, *responseSearch)
	}
	response := l.learn(t.Logf)
	if !bytes.Equal(before, network.Learned.Encode()) {
		t.Fatal("the house has learned")
	}
	won, doubt := meet(follow(response), follow(network.Learned), max(500, 10**responsePairs))
	t.Logf("against the policy %.1f ± %.1f %%", 100*won, 100*doubt)
	if won+2*doubt < 0.5 {
		t.Errorf("the response wins %.3f ± %.3f: it has unlearned", won, doubt)
	}
	if *responsePairs > 0 {
		boss := searching(network.Learned, 4_000)
		won, doubt = meet(follow(response), boss, *responsePairs)
		t.Logf("against boss %.1f ± %.1f %% of %d pairs", 100*won, 100*doubt, *responsePairs)
		won, doubt = meet(searching(response, 4_000), boss, *responsePairs)
		t.Logf("with the search of boss %.1f ± %.1f %% of %d pairs", 100*won, 100*doubt, *responsePairs)
	}
}

// meet plays mirrored pairs of games and returns what part of them one of two players wins, and half the width of its
// interval of 95 %.
func meet(one, two player, pairs int) (won, doubt float64) {
	c := compact.Chance(21)
	squares := 0.0
	for range pairs {
		dealt, pair := deal(&c), 0.0
		for seat := range uint8(compact.Seats) {
			p := dealt
			var done record
			for !p.Settled() {
				s, next := done.scene(p), two
				if p.Turn == seat {
					next = one
				}
				m := next(&s, &c)
				done.note(&s, m)
				p.Make(m)
			}
			pair += float64(of(float32(1+p.Outcome())/2, seat)) / compact.Seats
		}
		won += pair / float64(pairs)
		squares += pair * pair / float64(pairs)
	}
	return won, 1.96 * math.Sqrt((squares-won*won)/float64(pairs))
}

// TestPlainLesson: what is always so is learned.
func TestPlainLesson(t *testing.T) {
	c := compact.Chance(1)
	s := newLearner(&c)
	missed := 0.0
	for n := range 300 {
		for range batch {
			p := deal(&c)
			in := network.TableInputs(&p)
			truth := float32(0)
			if p.Row[1] == compact.Eight {
				truth = 1
			}
			l := s.weights.Value.Look(&in)
			off := network.Logistic(s.weights.Value.Out(0, &l)) - truth
			if n >= 250 {
				missed += math.Abs(float64(off)) / (50 * batch)
			}
			s.value.backward(&l, []delta{{0, off}}, &in)
		}
		s.value.Step(rateFirst, 1./batch)
	}
	if missed > 0.02 {
		t.Errorf("the value is off by %.3f after a plain lesson", missed)
	}
}

// TestMoveThatGainsIsLearned: of a decision that comes again and again the policy learns to make the move that gains.
func TestMoveThatGainsIsLearned(t *testing.T) {
	c := compact.Chance(2)
	s := newLearner(&c)
	p := deal(&c)
	var a action
	for range 400 {
		for range 8 {
			a.look(&p, &s.judge)
			a.choose(s.weights, &c)
			if a.made == compact.Take {
				a.gain = 0.1
			}
			s.improve(&a, bonusFirst)
		}
		s.policy.Step(rateFirst, 1./8)
	}
	if chance := a.chances[compact.Take]; chance < 0.8 {
		t.Errorf("the move that gains is made with a chance of %.2f", chance)
	}
}

// TestCreditStopsWithTheRound: what is dealt in the next round is nobody's merit, and a seat's gain is the other's loss.
func TestCreditStopsWithTheRound(t *testing.T) {
	g := game{outcome: 1, borders: []border{{action: 2, worth: 0.6}}, actions: []action{
		{seat: 0, judged: 0.5}, {seat: 1, judged: 0.5}, {seat: 1, judged: 0.9},
	}}
	g.credit()
	near := func(got, want float32) bool { return math.Abs(float64(got-want)) < 1e-6 }
	if !near(g.actions[2].gain, -0.1) || !near(g.actions[1].gain, -0.1) || !near(g.actions[0].gain, 0.1*creditFades) {
		t.Errorf("gains %.3f, %.3f, %.3f", g.actions[0].gain, g.actions[1].gain, g.actions[2].gain)
	}
	if !near(g.actions[1].outcome, 0.6) || !near(g.actions[2].outcome, 1) {
		t.Errorf("outcomes %.3f, %.3f", g.actions[1].outcome, g.actions[2].outcome)
	}
}
