package web

import (
	"fmt"
	"slices"
	"strings"
)

// The size of a curve in the units of its drawing.
const (
	curveW = 600
	curveH = 160
)

// curve is a line of values for an SVG, from left to right, and marks on it.
type curve struct {
	Points      string // of a polyline; "" for too few values
	Low, High   float64
	First, Last float64
	Marks       []mark
}

// mark is a place of a curve.
type mark struct {
	X, Y float64
	Ply  int
	Bad  string // class: dubious, blunder
}

// newCurve makes a curve of values within bounds; nil bounds are those of the values.
func newCurve(values []float64, bounds *[2]float64) curve {
	if len(values) < 2 {
		return curve{}
	}
	c := curve{Low: slices.Min(values), High: slices.Max(values), First: values[0], Last: values[len(values)-1]}
	if bounds != nil {
		c.Low, c.High = bounds[0], bounds[1]
	}
	var points strings.Builder
	for i, v := range values {
		x, y := c.at(i, len(values), v)
		fmt.Fprintf(&points, "%.1f,%.1f ", x, y)
	}
	c.Points = strings.TrimSpace(points.String())
	return c
}

// at is where the i-th of n values stands.
func (c *curve) at(i, n int, value float64) (x, y float64) {
	height := max(c.High-c.Low, 1e-9)
	return curveW * float64(i) / float64(n-1), curveH * (1 - (value-c.Low)/height)
}
