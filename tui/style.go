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

// Under returns a line and some spaces with the ground behind them, also between the line's styles;
// a style with a ground of its own keeps it. The ground ends where the spaces do: see kit.Block.On
// for a whole block. It makes one string: a table has grounds behind most of what a move redraws.
func (g Ground) Under(line string, spaces int) string {
	switch {
	case line == "" && spaces == 0:
		return ""
	case g.open == "":
		return line + strings.Repeat(" ", spaces)
	}
	var out strings.Builder
	out.Grow((1+strings.Count(line, reset))*len(g.open) + len(line) + spaces + len(reset))
	out.WriteString(g.open)
	for {
		styled, rest, more := strings.Cut(line, reset)
		out.WriteString(styled)
		if !more {
			break
		}
		out.WriteString(reset)
		out.WriteString(g.open)
		line = rest
	}
	for range spaces {
		out.WriteByte(' ')
	}
	out.WriteString(reset)
	return out.String()
}

// reset ends every style.
const reset = "\x1b[m"
