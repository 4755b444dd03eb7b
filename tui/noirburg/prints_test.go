package noirburg_test

import (
	"fmt"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"github.com/charmbracelet/colorprofile"

	"noir/engine"
	"noir/tui"
	"noir/tui/tuitest"
)

// strokes are keys that bring a board into each of its modes, those that do nothing at the moment among
// them.
var strokes = []string{
	"", "a", "a right 1", "a down 1 2", "r", "r 1", "r right 2", "1", "1 right", "2", "2 2", "3 esc", "4 enter", "5",
	"d d", "x 1 2", "x right space", "u", "u u", "e", "p", "tab space", "a a a enter", "enter", "9", "1 down 1 up",
}

// TestWholeGamesLookAsBefore looks at games of three to six from every seat: at the table in windows of many
// sizes, after keys and clicks, and at what is told and said of it.
func TestWholeGamesLookAsBefore(t *testing.T) {
	t.Parallel()
	const looks = 40 // at each game
	windows := [][2]int{{80, 21}, {40, 17}, {120, 37}, {60, 15}, {100, 30}, {200, 57}, {32, 12}}
	themes := []*tui.Theme{tuitest.Theme(), tui.NewTheme(tui.Look{Colours: colorprofile.ASCII, ASCII: true}), tuitest.Theme()}
	var prints []tuitest.Print
	for seats := 3; seats <= 6; seats++ {
		all := history(t, byte(seats-3), seats)
		told := 0
		for n := range looks {
			at := n * (len(all) - 1) / (looks - 1)
			g := moment(t, all, at)
			seat := engine.Seat(n%(seats+1) - 1)
			if asked := g.asked(); n%3 != 0 && len(asked) > 0 {
				seat = asked[n%len(asked)]
			}
			th := themes[n%len(themes)]
			w, h, keys := windows[n%len(windows)][0], windows[n%len(windows)][1], strokes[(n*5+seats)%len(strokes)]
			f := g.frame(seat)
			b := board(t, f)
			b.Side(engine.Seat(n % seats))
			b.OneKey(n%4 == 3)
			move, _ := tuitest.Press(t, b, strings.Fields(keys)...)
			look := func() string { return strings.Join(b.View(w, h, tuitest.Noon, th), "\n") }
			shows := append([]string{b.Heading(), look(), move}, b.Plain()...)
			for _, k := range b.ShortHelp() {
				shows = append(shows, fmt.Sprint(k.Help(), k.Enabled()))
			}
			for i := range 8 {
				clicked, made := b.Update(tea.MouseClickMsg{X: (i*13 + n*7) % w, Y: h - 1 - (i*3+n)%h, Button: tea.MouseLeft})
				shows = append(shows, fmt.Sprint(string(clicked), made))
			}
			shows = append(shows, look())
			for ; told < len(f.Log); told++ {
				shows = append(shows, b.Tell(f.Log[told]))
			}
			if f.Turn != nil {
				shows = append(shows, b.Advise(g.complete(seat, f.Turn.Legal[n%len(f.Turn.Legal)])))
			}
			if f.End != nil {
				shows = append(shows, b.Score(w, th, 1), b.Score(60, th, 0.4))
			}
			prints = append(prints, tuitest.Print{
				Name:  fmt.Sprintf("%d seats, move %d, seat %d, %d×%d, keys %q", seats, at, seat, w, h, keys),
				Shows: strings.Join(shows, "\n"),
			})
		}
	}
	tuitest.Prints(t, "games", prints)
}
