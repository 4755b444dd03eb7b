package engine

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
)

// Seed determines all chance in a game.
type Seed [32]byte

// String returns the seed in hexadecimal, as records show it.
func (s Seed) String() string { return hex.EncodeToString(s[:]) }

// Commit returns the promise published before the first card is dealt: "sha256:" and the hash of
// the seed's bytes in hexadecimal.
func (s Seed) Commit() string {
	sum := sha256.Sum256(s[:])
	return "sha256:" + hex.EncodeToString(sum[:])
}

// ParseSeed reads what String wrote.
func ParseSeed(text string) (Seed, error) {
	raw, err := hex.DecodeString(text)
	if err != nil || len(raw) != len(Seed{}) {
		return Seed{}, fmt.Errorf("a seed is %d bytes in hexadecimal", len(Seed{}))
	}
	return Seed(raw), nil
}

// Chance is a game's one stream of random numbers, ChaCha8 of its seed. It is a value: a copy
// continues independently from the same point, so a position that holds one is unchanged when a
// later position draws.
type Chance struct{ stream rand.ChaCha8 }

// Chance returns the stream of the seed, from its start.
func (s Seed) Chance() Chance { return Chance{stream: *rand.NewChaCha8(s)} }

// IntN returns the next number in [0, n).
func (c *Chance) IntN(n int) int { return rand.New(&c.stream).IntN(n) }

// Roll returns the next throw of a six-sided die.
func (c *Chance) Roll() int { return 1 + c.IntN(6) }

// Shuffle puts a deck into random order, from its last card down (protocol, section 5).
func Shuffle[C any](c *Chance, deck []C) {
	for i := len(deck) - 1; i > 0; i-- {
		j := c.IntN(i + 1)
		deck[i], deck[j] = deck[j], deck[i]
	}
}
