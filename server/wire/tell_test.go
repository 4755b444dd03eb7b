package wire

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"noir/engine"
	"noir/matchmaking"
)

// TestAnAnswerIsToldWhereItWasGiven: after the plies shown when it was given, and before its
// results.
func TestAnAnswerIsToldWhereItWasGiven(t *testing.T) {
	frame := func(plies int, kept matchmaking.Kept) matchmaking.Frame {
		f := matchmaking.Frame{Kept: kept}
		for n := range plies {
			f.Log = append(f.Log, engine.Line{Ply: n + 1})
		}
		return f
	}
	for _, c := range []struct {
		name   string
		frames []matchmaking.Frame
		want   []string
	}{
		{"taken up", []matchmaking.Frame{frame(2, matchmaking.Kept{Ply: 3, Now: true})},
			[]string{"start 0", "event 1", "event 2", "passed 3"}},
		{"taken up when it was released", []matchmaking.Frame{frame(3, matchmaking.Kept{Ply: 3})},
			[]string{"start 0", "event 1", "event 2", "event 3"}},
		{"seen at once", []matchmaking.Frame{frame(1, matchmaking.Kept{}), frame(1, matchmaking.Kept{Ply: 2, Now: true}), frame(2, matchmaking.Kept{Ply: 2})},
			[]string{"start 0", "event 1", "passed 2", "event 2"}},
		{"seen late", []matchmaking.Frame{frame(1, matchmaking.Kept{}), frame(4, matchmaking.Kept{Ply: 3})},
			[]string{"start 0", "event 1", "event 2", "passed 3", "event 3", "event 4"}},
	} {
		var out bytes.Buffer
		told := teller{link: newLink(&out)}
		for _, f := range c.frames {
			told.tell(f)
		}
		var got []string
		for line := range strings.Lines(out.String()) {
			var m struct {
				Type string
				Ply  int
			}
			if err := json.Unmarshal([]byte(line), &m); err != nil {
				t.Fatal(err)
			}
			got = append(got, fmt.Sprint(m.Type, " ", m.Ply))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
