package nearest_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"noir/internal/nearest"
)

// TestOf: one or two slips, and beginnings, are recognised; other words match nothing.
func TestOf(t *testing.T) {
	words := []string{"play", "replay", "rankings", "watch", "move"}
	for typed, want := range map[string]string{
		"raplay": "replay", "plya": "play", "rankigns": "rankings", "rank": "rankings", "wach": "watch",
		"nosuch": "", "dance": "", "x": "", "": "", "r": "",
	} {
		if got := nearest.Of(typed, words); got != want {
			t.Errorf("%q is taken for %q, want %q", typed, got, want)
		}
	}
}

// TestAWordThatIsMeantHasAPart of the mistyped one, whatever the slips; nothing is lost between the parts.
func TestAWordThatIsMeantHasAPart(t *testing.T) {
	const letters = "abç_1"
	chance := rand.New(rand.NewPCG(1, 2))
	some := func(most int) (word []rune) {
		for range chance.IntN(most + 1) {
			word = append(word, []rune(letters)[chance.IntN(5)])
		}
		return word
	}
	for meant := 0; meant < 20_000; {
		word := some(9)
		typed := slices.Clone(word)
		for range chance.IntN(3) {
			at := chance.IntN(len(typed) + 1)
			typed = slices.Replace(typed, at, min(at+chance.IntN(2), len(typed)), some(1)...)
		}
		if chance.IntN(4) == 0 {
			word = append(word, some(9)...)
		}
		parts := nearest.Parts(string(typed))
		if strings.Join(parts[:], "") != string(typed) {
			t.Fatalf("%q has the parts %q", string(typed), parts)
		}
		if nearest.Of(string(typed), []string{string(word)}) == "" {
			continue
		}
		meant++
		if !slices.ContainsFunc(parts[:], func(part string) bool { return strings.Contains(string(word), part) }) {
			t.Fatalf("%q is taken for %q, which has none of %q", string(typed), string(word), parts)
		}
	}
}
