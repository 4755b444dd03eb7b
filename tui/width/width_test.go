package width_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"noir/tui/width"
)

// TestSignsFillOneCell: every character that is taken for a sign is one cell wide, alone and before
// other characters.
func TestSignsFillOneCell(t *testing.T) {
	followers := []string{"", "a", "─", "\u0301", "\ufe0f", "\u200d👩", "世", "\x1b[m"}
	for r := rune(0); r <= utf8.MaxRune; r++ {
		text := string(r)
		if _, n := width.Sign(text); n == 0 {
			continue
		}
		for _, follows := range followers {
			both := text + follows
			if _, n := width.Sign(both); n == 0 {
				continue
			} else if n != len(text) {
				t.Errorf("%q: %d bytes", both, n)
			}
			if got, want := ansi.StringWidth(both), 1+ansi.StringWidth(follows); got != want {
				t.Errorf("%q takes %d cells, not %d", both, got, want)
			}
		}
	}
}

func TestWidthIsThatOfTheLibrary(t *testing.T) {
	pieces := []string{
		"a", "card", " ", "─", "┌┐", "▪▯", "→", "−3", "é", "e\u0301", "世", "👩‍🚀", "☎\ufe0f", "\u200d", "\t", "\x00",
		"\x1b[m", "\x1b[1;38;5;215m", "\x1b[4:3m", "\x1b[K", "\x1b[", "\x1b", "\x1b]0;x\a", "\x9b5C", "\xff", "\u00ad", "▶\ufe0f",
	}
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 8).Draw(t, "pieces"), "")
		if got, want := width.Of(text), ansi.StringWidth(text); got != want {
			t.Fatalf("%q takes %d cells, not %d", text, got, want)
		}
	})
}

func BenchmarkOf(b *testing.B) {
	line := "\x1b[38;5;243m─\x1b[m \x1b[1;38;5;255mmarlowe\x1b[m " + "\x1b[38;5;243m" + strings.Repeat("─", 60) + "\x1b[m"
	for b.Loop() {
		width.Of(line)
	}
}
