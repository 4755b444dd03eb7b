package main

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"math"
	"os"
	"runtime"
	"strings"
	"testing"

	"noir/engine/districtnoir/compact"
	"noir/engine/districtnoir/network"
)

// ofSmall is the sum of the weights of a small course. While it stays, the embedded weights are what the command gives.
const ofSmall = "108be2dcf45485e7a1859cb1d4cb1a0e1bbaf5edf1382ac655e785263c4b11f4"

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

// TestPlainLesson: what is always so is learned.
func TestPlainLesson(t *testing.T) {
	c := compact.Chance(1)
	s := newPupil(&c)
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
			s.value.blame(&l, []slant{{0, off}}, &in)
		}
		s.value.step(rateFirst, 1./batch)
	}
	if missed > 0.02 {
		t.Errorf("the value is off by %.3f after a plain lesson", missed)
	}
}

// TestMoveThatGainsIsLearned: of a decision that comes again and again the policy learns to make the move that gains.
func TestMoveThatGainsIsLearned(t *testing.T) {
	c := compact.Chance(2)
	s := newPupil(&c)
	p := deal(&c)
	var a action
	for range 400 {
		for range 8 {
			a.look(&p, &s.judge)
			a.choose(s.weights, &c)
			if a.made == compact.Take {
				a.gain = 0.1
			}
			s.improve(&a, heatFirst)
		}
		s.policy.step(rateFirst, 1./8)
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
