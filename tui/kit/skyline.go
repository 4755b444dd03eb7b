package kit

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"strings"

	"noir/tui"
)

// city is one stretch of the street, roofs above walls. A dot is a window.
var city = [...]string{
	`        ╷                       ┌──┐                 ┌─┐       `,
	` ┌───┐ ┌┴┐         ┌───┐        │· │     ╷   ┌────┐  │·│       `,
	` │· ·│ │·│  ┌────┐ │ · │ ┌───┐  │ ·├──┐ ┌┴┐  │·  ·│ ┌┘ └┐ ┌──┐ `,
	` │ · ├─┘ └┐ │ ·· │ │·  ├─┘ · │┌─┘· │· │ │·├──┤  · ├─┤ · │ │· │ `,
	`─┘·  │ ·  ├─┘·  ·└─┘ · │ ·   ││ · ·│ ·└─┘ │ ·│·   │ │·  └─┘ ·└─`,
}

// floors are what stands above the ground floor in a tall window, the lower first, in turn.
var floors = [...]string{
	` │ · │ ·  │ │ ·  │ │ · │ · · ││ ·  │· │ │·│· │ ·  │ │ · │ │ ·│ `,
	` │· ·│   ·│ │·  ·│ │·  │  ·  ││   ·│ ·│ │·│  │·  ·│ │· ·│ │· │ `,
}

// built returns the lines of the street, higher by a number of floors than the city.
func built(higher int) []string {
	lines := slices.Clone(city[:len(city)-1])
	for n := range higher {
		lines = append(lines, floors[n%len(floors)])
	}
	return append(lines, city[len(city)-1])
}

// lamps is the seed of the order in which windows are lit.
const lamps = 7

// Window is a place on a street.
type Window struct{ X, Y int }

// Skyline is a street of W cells, Higher floors higher than its least height SkylineHeight, in
// which Lights windows are lit.
type Skyline struct {
	W, Higher, Lights int
	Lit               []Window // in the order in which they were lit; at most Lights
	walls             []string
}

// SkylineHeight is the height of the lowest skyline, and tallest that of the highest at the foot of a
// screen.
const (
	SkylineHeight = len(city)
	tallest       = SkylineHeight + 7
)

// NewSkyline lights windows in an order that is always the same.
func NewSkyline(w, higher, lights int) Skyline {
	s := Skyline{W: w, Higher: higher, Lights: lights, walls: built(higher)}
	var all []Window
	for y, stretch := range s.walls {
		for x, walls := 0, []rune(stretch); x < w; x++ {
			if walls[x%len(walls)] == '·' {
				all = append(all, Window{x, y})
			}
		}
	}
	for _, i := range rand.New(rand.NewPCG(lamps, lamps)).Perm(len(all))[:min(max(lights, 0), len(all))] {
		s.Lit = append(s.Lit, all[i])
	}
	return s
}

// Rest forgets the windows; what they were made from stays.
func (s *Skyline) Rest() { s.walls, s.Lit = nil, nil }

// Row returns the lit windows from left to right, by their index in Lit.
func (s *Skyline) Row() []int {
	row := make([]int, len(s.Lit))
	for i := range row {
		row[i] = i
	}
	slices.SortFunc(row, func(a, b int) int {
		return cmp.Or(cmp.Compare(s.Lit[a].X, s.Lit[b].X), cmp.Compare(s.Lit[a].Y, s.Lit[b].Y))
	})
	return row
}

// Glow draws a street of w cells and at most h lines in which the left part of the windows is lit, from
// 0 for none to 1 for all of them. It is empty where h is less than SkylineHeight.
func Glow(th *tui.Theme, w, h int, part float64) Block {
	if h < SkylineHeight {
		return Block{}
	}
	s := NewSkyline(w, min(h, tallest)-SkylineHeight, w*h)
	s.Lit = slices.DeleteFunc(s.Lit, func(at Window) bool { return float64(at.X) >= part*float64(w) })
	return Lines(s.draw(th, -1, th.Ash, th.Lamp)...)
}

// Draw draws the street as one to walk along; at is the index in Lit of the window that is picked.
func (s *Skyline) Draw(th *tui.Theme, at int) []string { return s.draw(th, at, th.Smoke, th.Lamp) }

func (s *Skyline) draw(th *tui.Theme, at int, wall, light tui.Style) []string {
	unlit := strings.NewReplacer()
	if th.Glyphs.Dot != "·" {
		unlit = strings.NewReplacer("·", ".")
	}
	number := make(map[Window]int, len(s.Lit))
	for i, w := range s.Lit {
		number[w] = i
	}
	lines := make([]string, len(s.walls))
	for y, stretch := range s.walls {
		walls := []rune(stretch)
		var line, dark strings.Builder
		for x := range s.W {
			n, lit := number[Window{x, y}]
			if !lit {
				dark.WriteRune(walls[x%len(walls)])
				continue
			}
			style := light
			if n == at {
				style = th.Picked
			}
			line.WriteString(wall.Render(th.Sign(unlit.Replace(dark.String()))) + style.Render(th.Glyphs.Pip))
			dark.Reset()
		}
		lines[y] = line.String() + wall.Render(th.Sign(unlit.Replace(dark.String())))
	}
	return lines
}

// street is everything that determines the drawing of a street except the theme, which caches it
// for every session.
type street struct {
	w, higher, lights int
	dim               bool
}

// Street draws a street of w cells, higher floors higher than its least height, with a lit window
// for each of people people.
func Street(th *tui.Theme, w, higher, lights int) []string {
	return street{w, higher, lights, false}.drawn(th).Text()
}

func (s street) drawn(th *tui.Theme) Block {
	return th.Recent(s, func() any {
		wall, light := th.Smoke, th.Lamp
		if s.dim {
			wall, light = th.Ash, th.Text
		}
		sky := NewSkyline(s.w, s.higher, s.lights)
		return Lines(sky.draw(th, -1, wall, light)...)
	}).(Block)
}

// Foot draws a dim street at the foot of a table, w cells wide and at most h lines high, with a lit
// window for each of people people. It is empty where h is less than a skyline's height.
func Foot(th *tui.Theme, w, h, lights int) Block {
	if h < SkylineHeight {
		return Block{}
	}
	return street{w, min(h, tallest) - SkylineHeight, lights, true}.drawn(th)
}
