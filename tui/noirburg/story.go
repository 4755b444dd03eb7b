package noirburg

import (
	"slices"
	"strings"

	"noir/engine"
	"noir/engine/noirburg/rules"
	"noir/tui/kit"
)

// storyView draws the newest moves.
type storyView struct {
	brush
	told map[int]string // worded lines of the log, by their plies
}

// lines words the newest moves on h lines, the newest last, without what is routine.
func (p storyView) lines(h int) kit.Block {
	var lines []string
	for _, l := range slices.Backward(p.Frame.Log) {
		told := p.retell(l)
		if told == "" || len(lines) > 0 && p.routine(l, told) {
			continue
		}
		wrapped := kit.Wrap(told, p.measure())
		if len(lines)+len(wrapped) > h && len(lines) > 0 {
			break
		}
		for _, text := range slices.Backward(wrapped) {
			lines = append(lines, " "+p.th.Smoke.Render(text))
		}
	}
	slices.Reverse(lines)
	lines = lines[max(0, len(lines)-h):]
	return kit.Stack(kit.Lines(lines...), kit.Blank(h-len(lines)))
}

// routine reports whether a line only says that another mafia drew cards or ended its turn. The table shows that as
// well, and on few lines it would take the place of what has been done to the viewer.
func (p storyView) routine(l engine.Line, told string) bool {
	m, _ := rules.ReadMove(l.Move)
	rival := l.Seat != p.Frame.Seat
	return rival && (m.Type == rules.TypeDraw || m.Type == rules.TypeEndTurn) && !strings.Contains(told, between)
}

// before words the newest of what happened before a window, at most n things that take a line each, the
// newest last. The moves that have opened the window or lie in it are left out.
func (p storyView) before(w *rules.Window, n int) (told []string) {
	within := true
	for _, l := range slices.Backward(p.Frame.Log) {
		text := p.retell(l)
		m, _ := rules.ReadMove(l.Move)
		if within = within && (text == "" || opens(w, m.Type)); within || text == "" {
			continue
		}
		for _, part := range slices.Backward(strings.Split(text, between)) {
			if len(told) == n || kit.Width(part) > p.measure() {
				slices.Reverse(told)
				return told
			}
			told = append(told, part)
		}
	}
	slices.Reverse(told)
	return told
}

// opens reports whether a move of a type has opened a window, or one around it, or lies in it.
func opens(w *rules.Window, move string) bool {
	for ; w != nil; w = w.Outer {
		switch w.Kind {
		case move: // an attack, the end of a turn, Police, a Drive-by
			return true
		case rules.WindowPolice:
			if move == rules.TypeBribe {
				return true
			}
		}
	}
	return false
}

// retell words a line of the log, from the cache if possible.
func (p storyView) retell(l engine.Line) string {
	told, ok := p.told[l.Ply]
	if !ok {
		told = tell(p.speech, l)
		p.told[l.Ply] = told
	}
	return told
}

// side shows the moves at the side on h lines of w cells.
func (p storyView) side(w, h int) kit.Block {
	return kit.Log(p.th, w, h, p.Frame.Log, func(l engine.Line) []string { return []string{p.retell(l)} })
}
