package play

import (
	"strings"
	"testing"
)

func TestAdviceEndsInWhatToDo(t *testing.T) {
	t.Parallel()
	const unwritten = "That could not be saved just now. Nothing has changed: try again."
	for _, c := range []struct {
		text string
		w, h int
		want string
	}{
		{unwritten, 78, 1, unwritten},
		{unwritten, 38, 3, "That could not be saved just now.|Nothing has changed: try again."},
		{unwritten, 38, 1, "Nothing has changed: try again."},
		{unwritten, 30, 1, "Try again."},
		{"The server is going down; try again in a minute.", 30, 1, "Try again in a minute."},
		{"It is a long way to Hoboken on foot", 20, 1, "It is a long way to…"},
		{"It is a long way to Hoboken on foot", 20, 2, "It is a long way to|Hoboken on foot"},
	} {
		if got := strings.Join(advice(nil, c.text, c.w, c.h, "…"), "|"); got != c.want {
			t.Errorf("%q on %d×%d cells is %q, want %q", c.text, c.w, c.h, got, c.want)
		}
	}
}
