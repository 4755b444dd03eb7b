package nearest_test

import (
	"testing"

	"noir/internal/nearest"
)

// TestOf: a slip or two and a beginning are understood, and nothing is made of other words.
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
