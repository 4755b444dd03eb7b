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

// Begin appends the beginning of a styled text to a line being built.
func (s Style) Begin(line []byte) []byte { return append(line, s.open...) }

// End appends the end of a styled text.
func (s Style) End(line []byte) []byte { return append(line, s.close...) }

// Source returns the style that it was made from, for the components of the library.
func (s Style) Source() lipgloss.Style { return *s.source }

// Ground is the colour behind a text. The zero Ground is the terminal's own.
type Ground struct {
	open  string
	lines *lines // on it
}

// Line is Theme.Line for a line on the ground; on the zero Ground it always takes memory.
func (g Ground) Line(line []byte) string { return g.lines.text(line) }

// Append appends a styled line with the ground behind it, also between its styles, to a line that has
// begun with Begin. A style with a ground of its own keeps it.
func (g Ground) Append(line []byte, text string) []byte {
	if g.open == "" {
		return append(line, text...)
	}
	for {
		styled, rest, more := strings.Cut(text, reset)
		line = append(line, styled...)
		if !more {
			return line
		}
		if line = append(line, reset...); !strings.HasPrefix(rest, background) {
			line = append(line, g.open...)
		}
		text = rest
	}
}

// Render appends a text in a style to a line that has begun with Begin.
func (g Ground) Render(line []byte, s Style, text string) []byte {
	if text == "" || s.open == "" {
		return g.Append(line, text)
	}
	return append(s.Append(line, text), g.open...)
}

// Begin appends the beginning of a ground to a line.
func (g Ground) Begin(line []byte) []byte { return append(line, g.open...) }

// End appends the end of a ground.
func (g Ground) End(line []byte) []byte {
	if g.open == "" {
		return line
	}
	return append(line, reset...)
}

// escape begins every code. reset ends every style; the others begin the colour of a text and of what is behind it.
const (
	escape     = 0x1b
	reset      = "\x1b[m"
	foreground = "\x1b[38;"
	background = "\x1b[48;"
)
