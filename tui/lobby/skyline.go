package lobby

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

// built returns the lines of the street, so many floors higher than the city is.
func built(higher int) []string {
	lines := slices.Clone(city[:len(city)-1])
	for n := range higher {
		lines = append(lines, floors[n%len(floors)])
	}
	return append(lines, city[len(city)-1])
}

// lamps is the seed of the order in which windows are lit.
const lamps = 7

// window is a place on the street.
type window struct{ x, y int }

// skyline is a street of w cells with a lit window for everybody who is here.
type skyline struct {
	w, higher, lights int
	walls             []string
	lit               []window // in the order in which they were lit: the n-th is the n-th person's
}

func newSkyline(w, higher, lights int) skyline {
	s := skyline{w: w, higher: higher, lights: lights, walls: built(higher)}
	var all []window
	for y, stretch := range s.walls {
		for x, walls := 0, []rune(stretch); x < w; x++ {
			if walls[x%len(walls)] == '·' {
				all = append(all, window{x, y})
			}
		}
	}
	for _, i := range rand.New(rand.NewPCG(lamps, lamps)).Perm(len(all))[:min(max(lights, 0), len(all))] {
		s.lit = append(s.lit, all[i])
	}
	return s
}

// rest forgets the windows; what they were made from stays.
func (s *skyline) rest() { s.walls, s.lit = nil, nil }

// row returns the lit windows from left to right, by their number.
func (s *skyline) row() []int {
	row := make([]int, len(s.lit))
	for i := range row {
		row[i] = i
	}
	slices.SortFunc(row, func(a, b int) int {
		return cmp.Or(cmp.Compare(s.lit[a].x, s.lit[b].x), cmp.Compare(s.lit[a].y, s.lit[b].y))
	})
	return row
}

// draw draws the street; at is the number of the window before which the visitor stands, -1 for
// none.
func (s *skyline) draw(th *tui.Theme, at int) []string {
	unlit := strings.NewReplacer()
	if th.Glyphs.Dot != "·" {
		unlit = strings.NewReplacer("·", ".")
	}
	number := make(map[window]int, len(s.lit))
	for i, w := range s.lit {
		number[w] = i
	}
	lines := make([]string, len(s.walls))
	for y, stretch := range s.walls {
		walls := []rune(stretch)
		var line, dark strings.Builder
		for x := range s.w {
			n, lit := number[window{x, y}]
			if !lit {
				dark.WriteRune(walls[x%len(walls)])
				continue
			}
			style := th.Lamp
			if n == at {
				style = th.Picked
			}
			line.WriteString(th.Smoke.Render(th.Sign(unlit.Replace(dark.String()))) + style.Render(th.Glyphs.Pip))
			dark.Reset()
		}
		lines[y] = line.String() + th.Smoke.Render(th.Sign(unlit.Replace(dark.String())))
	}
	return lines
}
