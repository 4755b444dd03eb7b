package kit

import (
	"fmt"

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
	const indent = "    "
	var lines []string
	room := h - 2
	for _, l := range log[max(0, len(log)-h):] {
		start, style := fmt.Sprintf("%3d ", l.Ply), th.Text
		for _, sentence := range tell(l) {
			for _, part := range Wrap(sentence, w-4-len(indent)) {
				lines = append(lines, th.Smoke.Render(start)+style.Render(part))
				start = indent
			}
			style = th.Smoke
		}
	}
	lines = lines[max(0, len(lines)-room):]
	return Panel(th, w, th.Words("the story so far"), append(lines, make([]string, room-len(lines))...)...)
}

// WithLog puts a log beside a table; an empty one takes no space.
func WithLog(table, log Block) Block {
	if log.Height() == 0 {
		return table
	}
	return Beside(logGap, table, log)
}
