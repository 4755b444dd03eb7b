package main

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"

	"noir/engine/noirburg/network"
	"noir/engine/weights"
)

// ofSmall is the sum of the weights of a small course. While it stays, the embedded weights are what the command gives.
const ofSmall = "7fa4bf8157ea0603255c8743c65ddcc6e3e59d09bef47c8d0e48ce66b9657bad"

// TestWeightsAreStated: the embedded weights are those whose sum the documentation states beside the command.
func TestWeightsAreStated(t *testing.T) {
	text, err := os.ReadFile("../../../docs/house.md")
	if err != nil {
		t.Fatal(err)
	}
	sum := fmt.Sprintf("%x", sha256.Sum256(weights.Encode(network.Learned.Parts())))
	if !strings.Contains(string(text), sum) {
		t.Errorf("docs/house.md does not state %s", sum)
	}
}

// TestLearningRepeats: the weights follow from the course alone, and are still the same.
func TestLearningRepeats(t *testing.T) {
	learned := func(l course) []byte {
		return weights.Encode(l.learn(func(string, ...any) {}).Parts())
	}
	small := course{seed: 3, reflex: 2 * batch, games: 2 * batch}
	first := learned(small)
	if !bytes.Equal(first, learned(small)) {
		t.Error("the same course gives other weights")
	}
	if runtime.GOARCH == "amd64" { // others round otherwise
		if got := fmt.Sprintf("%x", sha256.Sum256(first)); got != ofSmall {
			t.Errorf("a small course gives %s, want %s: run the training again, embed its weights and state both sums", got, ofSmall)
		}
	}
	small.seed++
	if bytes.Equal(first, learned(small)) {
		t.Error("another seed gives the same weights")
	}
}
