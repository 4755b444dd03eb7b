// Package kit draws the parts that screens are made of: lines and columns of
// text, cards, clocks, rules, bars. Everything is a pure function of a Theme;
// widths are in terminal cells and count no escape codes.
package kit

import (
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// Width returns how many cells a line takes.
func Width(s string) int { return ansi.StringWidth(s) }

// Cut returns at most the first w cells of a line.
func Cut(s string, w int) string { return ansi.Truncate(s, max(0, w), "") }

// Pad returns exactly w cells: the line cut, or filled with blanks.
func Pad(s string, w int) string {
	cells := Width(s)
	if cells > w {
		s = Cut(s, w)
		cells = Width(s) // a wide sign at the edge leaves one cell free
	}
	return s + strings.Repeat(" ", max(0, w-cells))
}

// Center returns exactly w cells with the text in their middle.
func Center(s string, w int) string {
	return Pad(strings.Repeat(" ", max(0, w-Width(s))/2)+s, w)
}

// Spread puts two texts at the ends of a line of w cells. The right one stays
// whole as long as it fits, the left one is cut.
func Spread(w int, left, right string) string {
	right = Cut(right, w)
	if right == "" {
		return Pad(left, w)
	}
	return Pad(left, w-Width(right)-1) + Cut(" ", w-Width(right)) + right
}

// Wrap breaks a text at its blanks into lines of at most w cells. A longer word
// is broken.
func Wrap(s string, w int) []string {
	if w < 1 || s == "" {
		return nil
	}
	lines := strings.Split(ansi.Wrap(s, w, ""), "\n")
	for i := range lines {
		lines[i] = Cut(lines[i], w) // a blank at the start of a line may stand beyond it
	}
	return lines
}

// Flow lays words of any style on lines of at most w cells, with a blank between
// two. No word is broken.
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

// Join puts the texts that are not empty beside one another.
func Join(between string, texts ...string) string {
	kept := make([]string, 0, len(texts))
	for _, s := range texts {
		if s != "" {
			kept = append(kept, s)
		}
	}
	return strings.Join(kept, between)
}

// FirstFit returns the first text that fits into w cells, or as much as does of
// the last.
func FirstFit(w int, texts ...string) string {
	for _, s := range texts {
		if Width(s) <= w {
			return s
		}
	}
	return Cut(texts[len(texts)-1], w)
}
