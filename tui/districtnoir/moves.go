package districtnoir

import (
	"slices"

	"noir/engine"
	"noir/tui/kit"
)

// storyView words the log, and caches it.
type storyView struct {
	brush
	told map[int][]string // by ply
}

// line words the newest moves, newest first, as far as they fit.
func (p storyView) line() string {
	told := make([]string, 0, 16)
	used := margin
	for _, l := range slices.Backward(p.Frame.Log) {
		for _, text := range slices.Backward(p.retell(l)) {
			told = append(told, text)
			used += kit.Width(text) + 3
		}
		if used > p.w {
			break
		}
	}
	for len(told) > 1 && used-3 > p.w {
		used -= kit.Width(told[len(told)-1]) + 3
		told = told[:len(told)-1]
	}
	line := append(p.th.Smoke.Begin(make([]byte, 0, 512)), ' ')
	for i, text := range told {
		if i > 0 {
			line = append(append(append(line, ' '), p.th.Sign("·")...), ' ')
		}
		line = append(line, text...)
	}
	return kit.Cut(string(p.th.Smoke.End(line)), p.w)
}

// retell words a line of the log, from the cache if possible.
func (p storyView) retell(l engine.Line) []string {
	told, ok := p.told[l.Ply]
	if !ok {
		told = teller{p.speech}.tell(l, p.write)
		p.told[l.Ply] = told
	}
	return told
}
