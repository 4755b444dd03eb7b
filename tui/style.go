package tui

import (
	"strings"

	"charm.land/lipgloss/v2"
)

// Style is how a text looks. It is a value that remembers what its terminal
// codes are, so that to render a text is to put them around it.
type Style struct {
	open, close string          // around every line; empty for no style at all
	source      *lipgloss.Style // never changed
}

// NewStyle makes a style of the colours, the weight and the reversal of a source;
// nothing else of it is looked at.
func NewStyle(source lipgloss.Style) Style {
	const text = "x"
	open, end, _ := strings.Cut(source.Render(text), text)
	return Style{open: open, close: end, source: &source}
}

// Render returns the text in the style, line by line; nothing for no text.
func (s Style) Render(text string) string {
	if text == "" || s.open == "" {
		return text
	}
	if strings.Contains(text, "\n") {
		text = strings.ReplaceAll(text, "\n", s.close+"\n"+s.open)
	}
	return s.open + text + s.close
}

// Append appends one line of text in the style to a line that is put together: where
// there are many parts, none is a text of its own.
func (s Style) Append(line []byte, text string) []byte {
	if text == "" {
		return line
	}
	return append(append(append(line, s.open...), text...), s.close...)
}

// Source returns the style that it was made of, for the components of the
// library.
func (s Style) Source() lipgloss.Style { return *s.source }
