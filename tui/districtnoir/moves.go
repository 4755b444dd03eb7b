package districtnoir

import (
	"slices"
	"strings"

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
	var told []string
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
	return kit.Cut(p.th.Smoke.Render(" "+strings.Join(told, " "+p.th.Sign("·")+" ")), p.w)
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
