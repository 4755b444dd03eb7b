package page

import (
	"noir/tui"
	"noir/tui/kit"
)

// Gutter is the margin left of prose. Prose wider than Measure is hard to read.
const (
	Gutter  = "   "
	Measure = 68
)

// Prose wraps paragraphs for a body w cells wide, a blank line between two.
func Prose(style tui.Style, w int, paragraphs ...string) []string {
	var lines []string
	for i, p := range paragraphs {
		if i > 0 {
			lines = append(lines, "")
		}
		for _, line := range kit.Wrap(p, min(w-len(Gutter)-1, Measure)) {
			lines = append(lines, Gutter+style.Render(line))
		}
	}
	return lines
}

// Note is a page's body that has only one thing to say.
func Note(style tui.Style, w int, text string) []string {
	return append([]string{""}, Prose(style, w, text)...)
}
