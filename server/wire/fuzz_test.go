package wire

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"golang.org/x/time/rate"

	"noir/matchmaking"
)

// FuzzLines: whatever comes in, each of its lines is one line: either of a kind
// that there is, with what that kind needs, or refused.
func FuzzLines(f *testing.F) {
	for _, seed := range []string{
		`{"type":"move","ply":1,"move":{"type":"take"}}`, `{"type":"say","phrase":"hello"}`, "{\"type\":\"resign\"}\r\n{\"type\":\"leave\"}\n\n",
		`{"type":"say","phrase":"\u202ehello"}`, `{"type":"move","ply":1.5,"move":[]}`, "\x00\xff\n", "null\n[[[[",
		strings.Repeat("x", maxLine+1) + "\n" + `{"type":"rematch"}`, `{"TYPE":"move","type":"say"}`,
		`{"type":"say","text":"\u001b[2Jhello"}`, `{"type":"say","text":"hello","phrase":"hello"}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, input []byte) {
		want := bytes.Split(input, []byte("\n"))
		if last := len(want) - 1; len(want[last]) == 0 {
			want = want[:last]
		}
		lines := make(chan line)
		go readLines(t.Context(), bytes.NewReader(input), rate.NewLimiter(rate.Inf, 0), lines)
		read := 0
		for l := range lines {
			if read < len(want) {
				checkLine(t, l, bytes.TrimRight(want[read], "\r"))
			}
			read++
		}
		if read != len(want) {
			t.Errorf("%d lines were read as %d", len(want), read)
		}
	})
}

// checkLine holds a line that was read against its bytes.
func checkLine(t *testing.T, l line, raw []byte) {
	t.Helper()
	if long := len(raw) > maxLine; long != errors.Is(l.err, errTooLong) {
		t.Errorf("%d bytes: %v", len(raw), l.err)
	}
	if l.err != nil {
		if r, expected := newRefusal(l.err, l); !expected || r.Code == "" || r.Message == "" {
			t.Errorf("%q is refused with %+v", raw, r)
		}
		return
	}
	if !json.Valid(raw) || !kinds[l.Type] {
		t.Errorf("%q was read as %+v", raw, l)
	}
	switch l.Type {
	case "move":
		if l.Ply == nil || !json.Valid(l.Move) || !isObject(l.Move) {
			t.Errorf("%q was read as the move %q", raw, l.Move)
		}
	case "say":
		if (l.Text == "") == (l.Phrase == "") || l.Text == "" && !slices.Contains(matchmaking.Phrases[:], l.Phrase) {
			t.Errorf("%q says %q", raw, l.Phrase)
		}
	}
}
