package kit

import (
	"fmt"

	"noir/engine"
	"noir/tui"
)

// A window of at least sideWidth×sideHeight cells has the log at its side.
const (
	sideWidth  = 112
	sideHeight = 20
	logWidth   = 32
	logGap     = 2
)

// TableWidth returns the width of a table in a window of w×h cells, and whether the log stands
// beside it.
func TableWidth(w, h int) (cells int, log bool) {
	if w < sideWidth || h < sideHeight {
		return w, false
	}
	return w - logWidth - logGap, true
}

// Log draws the log at the side on h lines, the newest move at the bottom. tell words a move and
// what followed from it, a sentence each, or nothing.
func Log(th *tui.Theme, h int, log []engine.Line, tell func(engine.Line) []string) Block {
	const indent = "    "
	var lines []string
	room := h - 2
	for _, l := range log[max(0, len(log)-h):] {
		start, style := fmt.Sprintf("%3d ", l.Ply), th.Text
		for _, sentence := range tell(l) {
			for _, part := range Wrap(sentence, logWidth-4-len(indent)) {
				lines = append(lines, th.Smoke.Render(start)+style.Render(part))
				start = indent
			}
			style = th.Smoke
		}
	}
	lines = lines[max(0, len(lines)-room):]
	return Panel(th, logWidth, th.Words("the story so far"), append(lines, make([]string, room-len(lines))...)...)
}

// WithLog puts a log beside a table; an empty one takes no space.
func WithLog(table, log Block) Block {
	if log.Height() == 0 {
		return table
	}
	return Beside(logGap, table, log)
}
