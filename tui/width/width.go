// Package width tells how texts fill the cells of a terminal. It agrees with
// ansi.StringWidth and takes a fraction of its time for what card tables are
// made of: ASCII, lines, arrows, blocks, and colours between them.
package width

import (
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// Sign returns the first character of a text and how many bytes it takes, if it fills
// one cell by itself, whatever comes after it; 0 bytes if that takes a closer look.
func Sign(s string) (r rune, n int) {
	r, n = alone(s)
	if n > 0 && n < len(s) && s[n] >= utf8.RuneSelf {
		if _, after := alone(s[n:]); after == 0 {
			return r, 0 // it may be part of what comes next, as a letter is of its accent
		}
	}
	return r, n
}

// alone returns the first character of a text and how many bytes it takes if it fills
// one cell and joins none before it; 0 bytes if not.
func alone(s string) (r rune, n int) {
	if s == "" {
		return 0, 0
	}
	if c := s[0]; c < utf8.RuneSelf {
		if c >= ' ' && c < ansi.DEL {
			return rune(c), 1
		}
		return 0, 0
	}
	r, n = utf8.DecodeRuneInString(s)
	switch {
	case r >= 0x2500 && r < 0x25F8, r >= 0x2190 && r < 0x2200: // lines, blocks, shapes; arrows
	case r >= 0xA0 && r < 0x100 && r != 0xAD, r == '–', r == '−':
	default:
		return r, 0
	}
	return r, n
}

// Of returns how many cells a line takes. Escape codes take none.
func Of(s string) int {
	w := 0
	for rest := s; rest != ""; {
		if _, n := alone(rest); n > 0 {
			rest = rest[n:]
			w++
		} else if n := Style(rest); n > 0 {
			rest = rest[n:]
		} else {
			return ansi.StringWidth(s)
		}
	}
	return w
}

// Decode returns what a text begins with as ansi.DecodeSequence does: a cluster of characters or a sequence, how many
// cells and how many bytes it takes. It is made here and nowhere else, so that tests need not watch it for races.
//
//go:noinline
func Decode(s string, p *ansi.Parser) (text string, w, n int) {
	text, w, n, _ = ansi.DecodeSequence(s, ansi.NormalState, p)
	return text, w, n
}

// Style returns how many bytes a change of style (SGR) at the beginning of a text takes; 0 if the text begins
// otherwise.
func Style(s string) int {
	if len(s) < 3 || s[0] != ansi.ESC || s[1] != '[' {
		return 0
	}
	for i := 2; i < len(s); i++ {
		switch c := s[i]; {
		case c == 'm':
			return i + 1
		case (c < '0' || c > '9') && c != ';' && c != ':':
			return 0
		}
	}
	return 0
}
