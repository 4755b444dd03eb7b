package terminal

import (
	"strings"
	"testing"
	"unicode"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/vt"
)

// TestNothingIsTurned: letters that are read from right to left, and digits among them, stay in
// their cells, each for itself, however a terminal handles them; so do the characters next to them.
func TestNothingIsTurned(t *testing.T) {
	size := Size{Width: 30, Height: 2}
	s, e := screen{profile: colorprofile.ASCII}, vt.NewEmulator(30, 2)
	for _, said := range []string{"שלום", "سلام ١٢", "שלום 7", "plain"} {
		line := "spade says: " + said + " | 12 s"
		out := string(draw(&s, nil, line+"\nbelow", size))
		if _, err := e.WriteString(out); err != nil {
			t.Fatal(err)
		}
		for x, r := range []rune(line) {
			if got := strings.TrimSuffix(e.CellAt(x, 0).Content, leftToRight); got != string(r) && (r != ' ' || got != "") {
				t.Errorf("%q: cell %d shows %q, not %q", line, x, got, r)
			}
		}
		for i, r := range out {
			if unicode.In(r, unicode.Hebrew, unicode.Arabic, unicode.Nd) && r > 0x590 && !strings.HasPrefix(out[i+len(string(r)):], leftToRight) {
				t.Errorf("%q is not ended in %q", r, out)
			}
		}
	}
}
