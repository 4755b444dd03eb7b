package command

import (
	"strings"
	"testing"
)

// TestALongTextEndsWithAWholeCharacter, wherever it is cut, be it one of several bytes or of several code points.
func TestALongTextEndsWithAWholeCharacter(t *testing.T) {
	for _, character := range []string{"k", "\u0448", "\U0001F44D\U0001F3FD", "\u1112\u1161\u11ab"} {
		for before := range 4 {
			start := strings.Repeat("x", before)
			end, whole := strings.CutPrefix(clean(start+strings.Repeat(character, longest)), start)
			count := strings.Count(end, character)
			if !whole || end != strings.Repeat(character, count) || count != (longest-before)/len([]rune(character)) {
				t.Errorf("of %q after %d others %d are left: %q", character, before, count, end)
			}
		}
	}
}
