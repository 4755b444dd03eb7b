package kit

import (
	"strings"

	"noir/tui"
)

// Odds is a curve of chances to win in per cent, from 0 to 100, with a line at 50.
type Odds struct {
	Values  []float64 // at least two
	Flags   []Flag
	Turning int // the value where a line goes down; 0: none
}

// Flag is a sign of one cell on the curve.
type Flag struct {
	At    int // of the values
	Sign  string
	Style tui.Style
}

// axis are the numbers left of the curve.
var axis = [...]string{"100 ", " 50 ", "  0 "}

// column is the cell of a value in a window of w cells.
func (o *Odds) column(at, w int) int {
	legend := len(axis[0])
	return legend + at*(w-legend-1)/(len(o.Values)-1)
}

// cell is one place of the picture.
type cell struct {
	sign  string
	style *tui.Style
}

// Draw draws the curve in h lines of w cells, at least three.
func (o *Odds) Draw(th *tui.Theme, w, h int) []string {
	rows := make([][]cell, h)
	for y := range rows {
		rows[y] = make([]cell, w)
	}
	put := func(x, y int, sign string, style *tui.Style) { rows[y][x] = cell{sign, style} }
	for i, label := range axis {
		for x, digit := range label {
			put(x, i*(h-1)/2, string(digit), &th.Smoke)
		}
	}
	for x := len(axis[0]); x < w; x += 2 {
		put(x, (h-1)/2, th.Glyphs.Dot, &th.Smoke)
	}
	if o.Turning > 0 {
		for y := range rows {
			put(o.column(o.Turning, w), y, th.Glyphs.Vertical, &th.Smoke)
		}
	}
	for y, line := range draw(&th.Glyphs, o.Values, 0, 100, w-len(axis[0]), h) {
		x := len(axis[0])
		for _, dots := range line {
			if dots != ' ' {
				put(x, y, string(dots), &th.Lamp)
			}
			x++
		}
	}
	for i := range o.Flags {
		flag := &o.Flags[i]
		y := h - 1 - int(o.Values[flag.At]/100*float64(4*h-1))/4
		put(o.column(flag.At, w), y, flag.Sign, &flag.Style)
	}
	lines := make([]string, h)
	for y, row := range rows {
		lines[y] = rendered(row)
	}
	return lines
}

// rendered writes cells, those of one style together.
func rendered(row []cell) string {
	var line, run strings.Builder
	style := (*tui.Style)(nil)
	flush := func() {
		if style == nil {
			line.WriteString(run.String())
		} else {
			line.WriteString(style.Render(run.String()))
		}
		run.Reset()
	}
	for _, c := range row {
		if c.style != style {
			flush()
			style = c.style
		}
		if c.sign == "" {
			c.sign = " "
		}
		run.WriteString(c.sign)
	}
	flush()
	return line.String()
}

// Point draws the line below the curve that points at one of its values, with words on the side
// that has more room: the first that fit there, otherwise as much of the last as fits.
func (o *Odds) Point(th *tui.Theme, at, w int, words ...string) string {
	column, sign := o.column(at, w), th.Lamp.Render("^")
	for _, text := range words {
		left, right := column-1-Width(text), w-column-2-Width(text)
		switch {
		case column > w/2 && left >= 0:
			return strings.Repeat(" ", left) + th.Text.Render(text) + " " + sign
		case right >= 0:
			return strings.Repeat(" ", column) + sign + th.Text.Render(" "+text)
		}
	}
	return strings.Repeat(" ", column) + sign + th.Text.Render(Cut(" "+words[len(words)-1], w-column-1))
}
