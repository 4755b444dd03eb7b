package lobby

import (
	"math/rand/v2"
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

// lamps is the seed of the order in which windows are lit.
const lamps = 7

// skyline is a street of w cells with a lit window for everybody who is here. It caches its last
// picture.
type skyline struct {
	th        *tui.Theme
	w, lights int
	lines     []string
}

func (s *skyline) draw(th *tui.Theme, w, lights int) []string {
	if s.lines == nil || th != s.th || w != s.w || lights != s.lights {
		s.th, s.w, s.lights, s.lines = th, w, lights, street(th, w, lights)
	}
	return s.lines
}

func street(th *tui.Theme, w, lights int) []string {
	lit := litWindows(w, lights)
	lines := make([]string, len(city))
	for y, stretch := range city {
		walls := []rune(stretch)
		var line, dark strings.Builder
		for x := range w {
			if !lit[window{x, y}] {
				dark.WriteRune(walls[x%len(walls)])
				continue
			}
			line.WriteString(th.Smoke.Render(th.Sign(dark.String())) + th.Lamp.Render(th.Glyphs.Pip))
			dark.Reset()
		}
		lines[y] = line.String() + th.Smoke.Render(th.Sign(dark.String()))
	}
	return lines
}

// window is a place on the street.
type window struct{ x, y int }

// litWindows picks which windows are lit, scattered but always in the same order.
func litWindows(w, lights int) map[window]bool {
	var all []window
	for y, stretch := range city {
		for x, walls := 0, []rune(stretch); x < w; x++ {
			if walls[x%len(walls)] == '·' {
				all = append(all, window{x, y})
			}
		}
	}
	lit := map[window]bool{}
	for _, i := range rand.New(rand.NewPCG(lamps, lamps)).Perm(len(all))[:min(max(lights, 0), len(all))] {
		lit[all[i]] = true
	}
	return lit
}
