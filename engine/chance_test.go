package engine_test

import (
	"crypto/sha256"
	"encoding/hex"
	"math/rand/v2"
	"slices"
	"testing"

	"noir/engine"
)

var seed = engine.Seed([]byte("the bell rings twice at midnight"))

func TestSeedText(t *testing.T) {
	const text = "7468652062656c6c2072696e6773207477696365206174206d69646e69676874"
	if got := seed.String(); got != text {
		t.Errorf("the seed is written %s", got)
	}
	if back, err := engine.ParseSeed(text); err != nil || back != seed {
		t.Errorf("the seed is read as %v, %v", back, err)
	}
	for _, wrong := range []string{"", text[2:], text + "00", "zz" + text[2:], text[1:]} {
		if back, err := engine.ParseSeed(wrong); err == nil || back != (engine.Seed{}) {
			t.Errorf("%q is read as %v", wrong, back)
		}
	}
}

func TestCommit(t *testing.T) {
	hash := sha256.Sum256([]byte("the bell rings twice at midnight"))
	if got, want := seed.Commit(), "sha256:"+hex.EncodeToString(hash[:]); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if other := (engine.Seed{1}).Commit(); other == seed.Commit() {
		t.Error("two seeds have one commit")
	}
}

// TestChanceIsOneStream holds every kind of draw against the generator itself.
func TestChanceIsOneStream(t *testing.T) {
	chance := seed.Chance()
	want := rand.New(rand.NewChaCha8(seed))
	for i := range 5_000 {
		n := 1 + i%83
		if got, want := chance.IntN(n), want.IntN(n); got != want {
			t.Fatalf("draw %d of %d gives %d, want %d", i, n, got, want)
		}
		if got, want := chance.Roll(), 1+want.IntN(6); got != want {
			t.Fatalf("roll %d gives %d, want %d", i, got, want)
		}
	}
	deck, shuffled := numbers(83), numbers(83)
	engine.Shuffle(&chance, deck)
	for i := len(shuffled) - 1; i > 0; i-- {
		j := want.IntN(i + 1)
		shuffled[i], shuffled[j] = shuffled[j], shuffled[i]
	}
	if !slices.Equal(deck, shuffled) {
		t.Errorf("shuffled %v, want %v", deck, shuffled)
	}
}

// TestChanceGolden pins the stream: the records of past games depend on it.
func TestChanceGolden(t *testing.T) {
	chance := seed.Chance()
	deck := numbers(10)
	engine.Shuffle(&chance, deck)
	rolls := []int{chance.Roll(), chance.Roll(), chance.Roll()}
	if want := []int{8, 9, 2, 4, 3, 5, 7, 1, 0, 6}; !slices.Equal(deck, want) {
		t.Errorf("shuffled %v, want %v", deck, want)
	}
	if want := []int{2, 5, 5}; !slices.Equal(rolls, want) {
		t.Errorf("rolled %v, want %v", rolls, want)
	}
}

// TestChanceIsAValue draws from a copy: the original goes on as if it had not been.
func TestChanceIsAValue(t *testing.T) {
	chance, untouched := seed.Chance(), seed.Chance()
	for range 7 { // to the middle of a block of the generator
		chance.Roll()
		untouched.Roll()
	}
	branch := chance
	var drawn []int
	for range 100 {
		drawn = append(drawn, branch.IntN(1000))
	}
	for i := range drawn {
		got, want := chance.IntN(1000), untouched.IntN(1000)
		if got != want || got != drawn[i] {
			t.Fatalf("draw %d gives %d, in a copy %d, want %d", i, got, drawn[i], want)
		}
	}
}

// TestShuffleIsFair counts where each of four cards goes.
func TestShuffleIsFair(t *testing.T) {
	const times = 24_000
	chance := seed.Chance()
	seen := map[[4]int]int{}
	for range times {
		deck := [4]int{0, 1, 2, 3}
		engine.Shuffle(&chance, deck[:])
		seen[deck]++
	}
	if len(seen) != 24 {
		t.Errorf("%d of 24 orders", len(seen))
	}
	for order, n := range seen {
		if n < 850 || n > 1150 { // nearly five standard deviations
			t.Errorf("order %v comes %d times in %d", order, n, times)
		}
	}
}

func numbers(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}
