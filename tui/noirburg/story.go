package noirburg

import (
	"slices"

	"noir/engine"
	"noir/tui/kit"
)

// storyView draws the newest moves.
type storyView struct {
	brush
	told map[int]string // worded lines of the log, by their plies
}

// lines words the newest moves on h lines, the newest last.
func (p storyView) lines(h int) kit.Block {
	var lines []string
	for _, l := range slices.Backward(p.Frame.Log) {
		told := p.retell(l)
		if told == "" {
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
