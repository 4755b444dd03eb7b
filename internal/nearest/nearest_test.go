package nearest_test

import (
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
