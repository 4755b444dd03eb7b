package tui

import (
	"strings"

	"charm.land/lipgloss/v2"
)

// Style is how a text looks. It is a value that remembers its terminal codes, so that rendering a
// text only puts them around it.
type Style struct {
	open, close string          // around every line; empty for no style at all
	source      *lipgloss.Style // never changed
}

// NewStyle makes a style from the colours, weight and reversal of a source, ignoring the rest.
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

// Append appends one line of styled text to a line being built, without making a string.
func (s Style) Append(line []byte, text string) []byte {
	if text == "" {
		return line
	}
	return append(append(append(line, s.open...), text...), s.close...)
}

// Source returns the style that it was made from, for the components of the library.
func (s Style) Source() lipgloss.Style { return *s.source }

// Ground is the colour behind a text. The zero Ground is the terminal's own.
type Ground struct{ open string }

// Under returns a line with the ground behind it, also between its styles; a style with a
// ground of its own keeps it. The ground ends where the line does: see kit.Block.On for a whole block.
func (g Ground) Under(line string) string {
	if g.open == "" || line == "" {
		return line
	}
	return g.open + strings.ReplaceAll(line, reset, reset+g.open) + reset
}

// reset ends every style.
const reset = "\x1b[m"
