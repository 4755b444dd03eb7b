// Package kit draws the parts of screens: lines and columns of text, cards, clocks, rules, bars,
// the log. Everything is a pure function of a Theme; widths are in terminal cells and do not count
// escape codes.
package kit

import (
	"math"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"noir/internal/language"
	"noir/tui/width"
)

// Width returns how many cells a line takes.
func Width(s string) int { return width.Of(s) }

// Cut returns at most the first w cells of a line.
func Cut(s string, w int) string {
	if Width(s) <= w {
		return s
	}
	return ansi.Truncate(s, max(0, w), "")
}

// Pad returns exactly w cells: the line cut, or filled with blanks.
func Pad(s string, w int) string {
	cells := Width(s)
	if cells > w {
		s = Cut(s, w)
		cells = Width(s) // a wide character at the edge leaves one cell free
	}
	return s + strings.Repeat(" ", max(0, w-cells))
}

// Center returns exactly w cells with the text in the middle.
func Center(s string, w int) string {
	cells := Width(s)
	if cells > w {
		return Pad(s, w)
	}
	left := (w - cells) / 2
	return strings.Repeat(" ", left) + s + strings.Repeat(" ", w-cells-left)
}

// Spread puts two texts at the ends of a line of w cells. If space is short it cuts the left one
// first.
func Spread(w int, left, right string) string {
	right = Cut(right, w)
	if right == "" {
		return Pad(left, w)
	}
	room := w - Width(right)
	left = Cut(left, room-1)
	return left + strings.Repeat(" ", max(0, room-Width(left))) + right
}

// Wrap is width.Wrap that also takes an empty text or no room.
func Wrap(s string, w int) []string {
	if w < 1 || s == "" {
		return nil
	}
	lines := width.Wrap(s, w)
	for i := range lines {
		lines[i] = Cut(lines[i], w) // a blank at the start of a line may be beyond it
	}
	return lines
}

// Shorten is Wrap with at most h lines. If it must drop words, the last line ends in more.
func Shorten(s string, w, h int, more string) []string {
	lines := Wrap(s, w)
	switch {
	case len(lines) <= h:
		return lines
	case h < 1:
		return nil
	}
	last := lines[h-1]
	for Width(last+more) > w && strings.Contains(last, " ") {
		last = last[:strings.LastIndex(last, " ")]
	}
	return append(lines[:h-1], Cut(last, w-Width(more))+more)
}

// Flow puts styled words on lines of at most w cells, separated by blanks. It breaks no word.
func Flow(words []string, w int) []string {
	var lines []string
	line, used := "", 0
	for _, word := range words {
		need := Width(word)
		switch {
		case used == 0:
			line, used = word, need
		case used+1+need <= w:
			line, used = line+" "+word, used+1+need
		default:
			lines = append(lines, line)
			line, used = word, need
		}
	}
	if used > 0 {
		lines = append(lines, line)
	}
	return lines
}

// Join joins the texts that are not empty.
func Join(between string, texts ...string) string {
	kept := make([]string, 0, len(texts))
	for _, s := range texts {
		if s != "" {
			kept = append(kept, s)
		}
	}
	return strings.Join(kept, between)
}

// FirstFit returns the first text that fits into w cells, or the last one cut.
func FirstFit(w int, texts ...string) string {
	for _, s := range texts {
		if Width(s) <= w {
			return s
		}
	}
	return Cut(texts[len(texts)-1], w)
}

// Cards counts cards in words: no cards, one card, 3 cards.
func Cards(r *language.Reader, n int) string {
	if n == 0 {
		return r.Words("no cards")
	}
	return r.Several(n, "one card", "%d cards")
}

// Rolled is a number on its way from 0 to n, at a part of the way from 0 to 1.
func Rolled(n int, part float64) int { return int(math.Round(float64(n) * part)) }
