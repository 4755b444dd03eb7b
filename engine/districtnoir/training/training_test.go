package main

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"

	"noir/engine/districtnoir/compact"
	"noir/engine/districtnoir/network"
)

// ofSmall is the sum of the weights of a small course. While it stays, the embedded weights are what the command gives.
const ofSmall = "1c4e5e67a77e71d569b78cf6660272bda9d59a35625ae6ce55d6d576b82e1ce8"

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
	small := course{seed: 3, games: 300, taught: 2, generations: 1}
	small.workers = 1
	first := small.learn(quiet).Encode()
	small.workers = 3
	second := small.learn(quiet).Encode()
	if !bytes.Equal(first, second) {
		t.Error("three workers give other weights than one")
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
