package bench

import (
	"strings"
	"testing"
)

func TestTitleIsFollowed(t *testing.T) {
	const stream = "\x1b]2;your move - noir\a\x1b[?2026hcards\x1b]0;other\a\x1b]2;District Noir\a"
	for size := 1; size <= len(stream); size++ { // however it is cut to pieces
		var w title
		var seen []string
		for rest := stream; rest != ""; {
			n := min(size, len(rest))
			w.read([]byte(rest[:n]))
			if rest = rest[n:]; w.text != "" && (len(seen) == 0 || seen[len(seen)-1] != w.text) {
				seen = append(seen, w.text)
			}
		}
		if got := strings.Join(seen, "|"); got != "your move - noir|District Noir" && size < 20 || w.text != "District Noir" {
			t.Errorf("in pieces of %d: %q", size, got)
		}
	}
	var w title
	w.read([]byte(titleStart + strings.Repeat("x", 2*maxTitle)))
	if len(w.part) > 0 {
		t.Errorf("%d bytes are kept", len(w.part))
	}
}
