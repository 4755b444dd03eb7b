package kit

import (
	"noir/engine"
	"noir/tui"
)

// logGap is the space between a table and the log.
const logGap = 2

// TableWidth returns the width of a table in a window of w×h cells, and that of the log beside it,
// 0 for none.
func TableWidth(w, h int) (table, log int) {
	switch {
	case w < 112 || h < 20:
		return w, 0
	case w < 180 || h < 44:
		log = 32
	default:
		log = 54
	}
	return w - log - logGap, log
}

// Log draws the log at the side on h lines of w cells, the newest move at the bottom. tell words a
// move and what followed from it, a sentence each, or nothing.
func Log(th *tui.Theme, w, h int, log []engine.Line, tell func(engine.Line) []string) Block {
	const indent = "  "
	side := th.Ash.Render(th.Glyphs.Vertical) + " "
	room := w - Width(th.Glyphs.Vertical+" ")
	var lines []string
	for _, l := range log[max(0, len(log)-h):] {
		start, style := "", th.Text
		for _, sentence := range tell(l) {
			for _, part := range Wrap(sentence, room-len(indent)) {
				lines = append(lines, side+style.Render(start+part))
				start = indent
			}
			style = th.Smoke
		}
	}
	lines = append(make([]string, 0, h), lines[max(0, len(lines)-h+1):]...)
	lines = append([]string{side + th.Bright.Render(th.Words("The story so far"))}, lines...)
	for len(lines) < h {
		lines = append(lines, side)
	}
	return Lines(lines...).Widen(w)
}

// WithLog puts a log beside a table; an empty one takes no space.
func WithLog(table, log Block) Block {
	if log.Height() == 0 {
		return table
	}
	return Beside(logGap, table, log)
}
