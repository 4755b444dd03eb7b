package main

import (
	"bytes"
	"testing"

	"noir/engine/districtnoir/compact"
	"noir/engine/districtnoir/network"
)

// TestLearningRepeats: the weights follow from the course, and learning takes surprise away.
func TestLearningRepeats(t *testing.T) {
	quiet := func(string, ...any) {}
	small := course{seed: 3, games: 300, taught: 2, generations: 1}
	small.workers = 1
	first := small.learn(quiet).Encode()
	small.workers = 3
	second := small.learn(quiet).Encode()
	if !bytes.Equal(first, second) {
		t.Error("three workers give other weights than one")
	}
	small.seed++
	if bytes.Equal(first, small.learn(quiet).Encode()) {
		t.Error("another seed gives the same weights")
	}
}

// TestPlainLesson: what is always so is learned.
func TestPlainLesson(t *testing.T) {
	c := compact.Chance(1)
	var all []outcome
	for range 2_000 {
		p := deal(&c)
		o := outcome{in: network.TableInputs(&p), next: -1}
		if p.Row[1] == compact.Eight {
			o.chance = 1
		}
		all = append(all, o)
	}
	w := (course{}).learn(func(string, ...any) {})
	if loss := fitValue(&w.Values[0], all, 10, &c); loss > 0.05 {
		t.Errorf("%.3f bits are left of a plain lesson", loss)
	}
}
