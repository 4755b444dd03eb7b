package districtnoir

import (
	"slices"

	"noir/tui/kit"
)

// tales are the newest lines of the log in words, by their plies.
type tales []tale

type tale struct {
	ply   int
	lines []string
}

// of returns the tale of a ply, and tells it if there is none.
func (t *tales) of(ply int, tell func() []string) []string {
	for _, known := range slices.Backward(*t) {
		if known.ply == ply {
			return known.lines
		}
	}
	told := tell()
	*t = append(*t, tale{ply, told})
	return told
}

// storyView words the log, and caches it.
type storyView struct {
	brush
	told *tales
}

// line words the newest moves, newest first, as far as they fit.
func (p storyView) line() string {
	told := make([]string, 0, 16)
	used := margin
	for _, l := range slices.Backward(p.Frame.Log) {
		said := p.told.of(l.Ply, func() []string { return teller{p.speech}.tell(l, p.write) })
		for _, text := range slices.Backward(said) {
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
