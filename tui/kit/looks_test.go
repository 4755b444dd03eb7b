package kit_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"noir/engine"
	"noir/tui/kit"
	"noir/tui/tuitest"
)

// TestPartsLook has what screens are put together from, in colours and in ASCII.
func TestPartsLook(t *testing.T) {
	var all strings.Builder
	for _, look := range []string{"colour", "ascii"} {
		th := themes[look]
		g := &th.Glyphs
		show := func(name string, lines ...string) {
			fmt.Fprintf(&all, "%s, %s\n%s\n\n", look, name, strings.Join(lines, "\n"))
		}
		for _, size := range []kit.Size{kit.Small, kit.Medium, kit.Large, kit.Huge} {
			w, h := size.Cells()
			show(fmt.Sprintf("size %d, %d×%d", size, w, h), append(kit.Back(th, size).Text(), kit.Slot(th, size).Text()...)...)
			if size > kit.Small {
				for n := 1; n <= 8; n++ {
					show(fmt.Sprint("pips ", n), size.Pips(n, fmt.Sprint(n), "o")...)
				}
			}
		}
		face := func(i int) kit.Face {
			return []kit.Face{{Sign: "7", Word: "s", Style: th.Lamp}, {Sign: "−2", Word: "mi", Style: th.Danger}, {Sign: "H", Word: "long", Style: th.City}}[i]
		}
		for h := 3; h <= 7; h++ {
			show(fmt.Sprint("slivers ", h), kit.Slivers(g, 3, face, th.Smoke, h).Text()...)
		}
		for _, values := range [][]float64{{1}, {1, 1}, {3, 1, 2}, {1500, 1530, 1490, 1490, 1600, 1585, 1500, 1400, 1425}} {
			show("spark", kit.Spark(g, values))
			show("curve", kit.Curve(th, values, 24, 5)...)
		}
		odds := kit.Odds{Values: []float64{50, 60, 55, 20, 25, 90, 100, 0}, Flags: []kit.Flag{{At: 2, Sign: "?", Style: th.Lamp}, {At: 5, Sign: "!", Style: th.Danger}}, Turning: 5}
		for at := range 8 {
			show("odds", append(odds.Draw(th, 40, 7), odds.Point(th, at, 40, "move", "here"))...)
		}
		for _, w := range []int{20, 40, 80, 121} {
			for _, lights := range []int{0, 5, 200} {
				show(fmt.Sprint("foot ", w, lights), append(kit.Foot(th, w, 12, lights).Text(), kit.Street(th, w, 3, lights)...)...)
			}
			show("glow", kit.Glow(th, w, 3, 0.5).Text()...)
			show("rule", kit.Rule(th, w, "a title", "one", "two", "three"), kit.Rule(th, w, ""))
			show("panel", kit.Panel(th, w, "a long title", "one", "two").Text()...)
		}
		for _, d := range []time.Duration{0, time.Second, 9 * time.Second, 10 * time.Second, 11 * time.Second, time.Minute, time.Hour - time.Second, time.Hour, 23*time.Hour + 59*time.Minute, 24 * time.Hour, 49 * time.Hour} {
			show("clock", string(kit.Clock(nil, th, d, time.Minute, true)), string(kit.Clock(nil, th, d, 0, true)), string(kit.Clock(nil, th, d, time.Minute, false)), string(kit.Clock(nil, th, -d, d, true)), kit.Duration(d), kit.Lasts(d, time.Minute).String(), kit.Lasts(0, d).String())
		}
		for i, fraction := range []float64{-1, 0, 0.04, 0.3, 0.5, 0.99, 1, 2} {
			show("bar", kit.Bar(g, th.Lamp, 10, fraction), fmt.Sprint(kit.Rolled(10, fraction)), kit.Cards(nil, i))
		}
		log := make([]engine.Line, 12)
		for i := range log {
			log[i].Ply = i + 1
		}
		tell := func(l engine.Line) []string {
			return []string{fmt.Sprint("move ", l.Ply, " is told in many words that need more than one line"), "and so it went"}[:l.Ply%3]
		}
		show("log", kit.Log(th, 32, 12, log, tell).Text()...)
		show("log", kit.Log(th, 54, 40, log, tell).Text()...)
		show("text", kit.Cut("a long text", 6), kit.Pad("x", 4)+"|", kit.Center("x", 4)+"|", kit.Center("xxxxx", 4)+"|", kit.Spread(12, "left", "right"), kit.Spread(6, "left", "right"),
			strings.Join(kit.Flow([]string{"a", "few", "words", "that", "flow"}, 10), "/"), kit.Join(", ", "a", "", "b"), kit.FirstFit(5, "too long", "short", "s"), kit.FirstFit(2, "too long", "short"))
		for size := range 300 {
			if size%7 == 0 {
				table, side := kit.TableWidth(size, size/4)
				fmt.Fprint(&all, table, "+", side, " ")
			}
		}
		for _, size := range [][2]int{{112, 20}, {111, 20}, {112, 19}, {180, 44}, {179, 44}, {180, 43}} {
			table, side := kit.TableWidth(size[0], size[1])
			fmt.Fprint(&all, size, table, "+", side, " ")
		}
	}
	tuitest.Golden(t, "parts", tuitest.Seen(all.String()))
}
