package kit

import "strings"

// Size is how large a card is drawn.
type Size int8

// The sizes of a card, its frame included. A small card is the part of one that others leave in
// sight; see Tile.
const (
	Small  Size = iota // 4×2
	Medium             // 7×5
	Large              // 11×7
	Huge               // 15×9
)

// Cells returns the width and the height of a card.
func (s Size) Cells() (w, h int) {
	cells := [...][2]int{Small: {4, 2}, Medium: {7, 5}, Large: {11, 7}, Huge: {15, 9}}[s]
	return cells[0], cells[1]
}

// mediumPips are the lines of a medium card by its number: n is the sign, * one glyph.
var mediumPips = [...][3]string{
	1: {"n    ", "  *  ", "    n"},
	2: {"n   *", "     ", "*   n"},
	3: {"n   *", "  *  ", "*   n"},
	4: {"n * *", "     ", "* * n"},
	5: {"n * *", "  *  ", "* * n"},
	6: {"n * *", " * * ", "* * n"},
	7: {"n * *", "* * *", "* * n"},
	8: {"n * *", "** **", "* * n"},
}

// largePips are the glyphs in the three rows of a larger card, and pipRows such rows.
var (
	largePips = [...][3]int{1: {0, 1, 0}, 2: {1, 0, 1}, 3: {1, 1, 1}, 4: {2, 0, 2}, 5: {2, 1, 2}, 6: {2, 2, 2}, 7: {3, 1, 3}, 8: {3, 2, 3}}
	pipRows   = map[Size][4]string{
		Large: {"         ", "    *    ", "  *   *  ", "*   *   *"},
		Huge:  {"             ", "      *      ", "   *     *   ", " *    *    * "},
	}
)

// Pips are the lines within the frame of a card, medium at least, that shows a number up to 8 as a
// playing card does: its sign in two corners, and as many glyphs as the number. A larger card also
// has a glyph in the other two corners.
func (s Size) Pips(n int, sign, glyph string) []string {
	w, h := s.Cells()
	lines := append(make([]string, 0, h), mediumPips[n][:]...)
	if s > Medium {
		rows, air := pipRows[s], s == Huge
		lines = append(lines[:0], " n"+strings.Repeat(" ", w-6)+"* ")
		for i, k := range largePips[n] {
			if air && i > 0 {
				lines = append(lines, rows[0])
			}
			lines = append(lines, rows[k])
		}
		lines = append(lines, " *"+strings.Repeat(" ", w-6)+"n ")
	}
	fill := strings.NewReplacer("n", sign, "*", glyph)
	for i := range lines {
		lines[i] = fill.Replace(lines[i])
	}
	return lines
}
