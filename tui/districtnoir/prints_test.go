package districtnoir_test

import (
	"fmt"
	"strings"
	"testing"

	"noir/engine"
	rules "noir/engine/districtnoir"
	"noir/tui"
	"noir/tui/tuitest"
)

// strokes are keys that bring a board into each of its modes.
var strokes = []string{"", "1", "2", "t", "right", "left left", "3 esc", "t right", "5", "tab", "space", "4 4", "0", "h", "l l", "t esc 1"}

// TestWholeGamesLookAsBefore looks at games from every side: at the table in windows of many sizes, after keys
// and clicks, and at what is told and said of it.
func TestWholeGamesLookAsBefore(t *testing.T) {
	windows := [][2]int{{80, 21}, {40, 17}, {120, 37}, {60, 15}, {100, 30}, {200, 57}, {32, 9}}
	var prints []tuitest.Print
	for seed, choose := range []chooser{random(4), random(5), longRow, random(6), random(7)} {
		g, n, told := deal(t, byte(seed)), 0, 0
		look := func(v rules.View) bool {
			n++
			window := windows[n%len(windows)]
			sight := tuitest.Sight{N: n, W: window[0], H: window[1], Keys: strokes[(n*3+seed)%len(strokes)]}
			f := g.frame([]engine.Seat{g.mover(), 0, g.mover(), 1, engine.Spectator}[n%5])
			b := board(t, f)
			if n%5 == 2 {
				b.(tui.Signer).Signs()
			}
			b.Side(engine.Seat(n % 2))
			b.OneKey(n%4 == 3)
			shows := sight.Shows(t, b)
			for ; told < len(f.Log); told++ {
				shows = append(shows, b.Tell(f.Log[told]))
			}
			if f.Turn != nil {
				shows = append(shows, b.Advise(f.Turn.Legal[n%len(f.Turn.Legal)]))
			}
			shows = append(shows, sight.Scores(b, f)...)
			prints = append(prints, tuitest.Print{
				Name:  fmt.Sprintf("game %d, ply %d, seat %d, %d×%d, keys %q", seed, len(g.log), f.Seat, sight.W, sight.H, sight.Keys),
				Shows: strings.Join(shows, "\n"),
			})
			return false
		}
		g.run(choose, look)
		look(g.view(0))
	}
	tuitest.Prints(t, "games", prints)
}

// TestEveryWindowLooksAsBefore looks at a table in windows of every size.
func TestEveryWindowLooksAsBefore(t *testing.T) {
	t.Parallel()
	g := deal(t, 2).run(random(7), func(v rules.View) bool { return v.Round == 2 && len(v.Row) == 6 })
	b := board(t, g.frame(g.mover()))
	tuitest.Press(t, b, "3")
	tuitest.Prints(t, "windows", tuitest.Windows("one's own", 150, 50, func(w, h int) string {
		return strings.Join(b.View(w, h, tuitest.Noon, tuitest.Theme()), "\n")
	}))
}
