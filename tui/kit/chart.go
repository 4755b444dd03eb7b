package kit

import (
	"fmt"
	"slices"
	"strings"

	"github.com/NimbleMarkets/ntcharts/v2/canvas"
	"github.com/NimbleMarkets/ntcharts/v2/canvas/graph"

	"noir/tui"
)

// Spark draws each value in one cell, from the lowest symbol for the least to the highest for the
// greatest; equal values are all in the middle. There must be at least one.
func Spark(g *tui.Glyphs, values []float64) string {
	low, high := slices.Min(values), slices.Max(values)
	var b strings.Builder
	for _, v := range values {
		level := len(g.Spark) / 2
		if high > low {
			level = int((v - low) / (high - low) * float64(len(g.Spark)-1))
		}
		b.WriteString(g.Spark[level])
	}
	return b.String()
}

// Curve draws values from left to right as a line, in h lines of w cells, with the highest and the
// lowest value, in whole numbers, to its side; equal values are in the middle. There must be at
// least two values, and h must be at least 2.
func Curve(th *tui.Theme, values []float64, w, h int) []string {
	low, high := slices.Min(values), slices.Max(values)
	labels := map[int]string{0: fmt.Sprintf("%.0f ", high), h - 1: fmt.Sprintf("%.0f ", low)}
	legend := legendWidth(values)
	if low == high {
		labels = map[int]string{(h - 1) / 2: labels[0]}
		low, high = low-1, high+1
	}
	lines := draw(&th.Glyphs, values, low, high, w-legend, h)
	for i, line := range lines {
		lines[i] = th.Smoke.Render(strings.Repeat(" ", legend-Width(labels[i]))+labels[i]) + th.Lamp.Render(line)
	}
	return lines
}

// legendWidth is the width that Curve reserves for these numbers.
func legendWidth(values []float64) int {
	return max(Width(fmt.Sprintf("%.0f ", slices.Max(values))), Width(fmt.Sprintf("%.0f ", slices.Min(values))))
}

// draw draws a curve without its numbers, in Braille or with the theme's only symbol for it.
func draw(g *tui.Glyphs, values []float64, low, high float64, w, h int) []string {
	grid := graph.NewBrailleGrid(w, h, 0, float64(len(values)-1), low, high)
	at := func(i int) canvas.Point { return grid.GridPoint(canvas.Float64Point{X: float64(i), Y: values[i]}) }
	for i := range values[1:] {
		for _, dot := range graph.GetLinePoints(at(i), at(i+1)) {
			grid.Set(dot)
		}
	}
	lines := make([]string, h)
	for i, cells := range grid.BraillePatterns() {
		line := strings.Map(func(r rune) rune {
			switch {
			case r == noDots:
				return ' '
			case g.Stroke != "":
				return []rune(g.Stroke)[0]
			}
			return r
		}, string(cells))
		lines[i] = strings.TrimRight(line, " ")
	}
	return lines
}

// noDots is the empty Braille pattern.
const noDots = '\u2800'
