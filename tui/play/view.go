package play

import (
	"errors"
	"slices"

	"noir/matchmaking"
	"noir/tui"
)

// view is the picture of a table.
type view struct {
	*sight
	edges edges
	sheet *sheet
	cover *cover
	lines []string // room for the page
}

// View draws a title line, the table or the score sheet, and a line for remarks.
func (v *view) View(w, h int, th *tui.Theme) []string {
	v.edges.draw(w, h, th)
	lines, below := slices.Grow(v.lines[:0], h)[:h], h-len(v.edges.foot)
	v.lines = lines
	clear(lines)
	lines[0] = v.edges.head
	copy(lines[below:], v.edges.foot)
	copy(lines[headLines:below], v.body(th, w, below-headLines))
	if v.cover.overlay == nil {
		return lines
	}
	return v.cover.draw(lines, w, h, th)
}

func (v *view) body(th *tui.Theme, w, h int) []string {
	switch {
	case v.board == nil, errors.Is(v.ended, matchmaking.ErrClosed):
		return stranded{v.sight}.draw(th, w, h)
	case v.sheet.on:
		return v.sheet.draw(th, w, h)
	}
	return v.board.View(w, h, v.session.Now(), th)
}
