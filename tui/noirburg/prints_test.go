package noirburg_test

import (
	"fmt"
	"strings"
	"testing"

	"noir/engine"
	"noir/tui/tuitest"
)

// strokes are keys that bring a board into each of its modes, those that do nothing at the moment among
// them.
var strokes = []string{
	"", "a", "a right 1", "a down 1 2", "r", "r 1", "r right 2", "1", "1 right", "2", "2 2", "3 esc", "4 enter", "5",
	"d d", "x 1 2", "x right space", "u", "u u", "e", "p", "tab space", "a a a enter", "enter", "9", "1 down 1 up",
	"r tab 1 space", "r r 1 1", "r 1 right 2 right", "r left enter", "a 1 down 2 down", "1 tab", "2 tab tab", "x 1 x 2", "3 right right", "a left a", "4 4 4", "6 up",
}

// typed are lines that a player may type, right at some moment and wrong at most.
var typed = []string{
	"attack spade casino with 1 2", "attack vera hideout with all", "attack marlowe still a with 2", "attack hideout with 1", "a sp h with all?", "attack", "attack spade", "attack spade casino with nobody",
	"move 1 to hideout", "move all from hidden to hideout", "move 2 from hideout to casino, dismiss 1", "move", "dismiss 1", "move back", "move 4 to spade", "move 1 from casino to casino",
	"open 1", "open 2 on the hideout", "open 3 in hideout", "open gangster", "open 1 beside", "open 2 alone", "open 2 on casino", "open 1 in hideout and more", "open police", "open", "open 9", "open casino",
	"hideout out", "hideout under casino", "hideout under hideout", "hideout", "draw", "draw 2", "draw 0", "draw many", "draw 9?", "discard 1 2", "discard", "discard police", "discard 1 1", "discard 0", "discard all",
	"end", "end?", "pass", "pass?", "police stop", "police stop now", "police vera still", "police spade hideout", "police", "driveby spade casino", "driveby 2", "driveby spade casino with 2", "driveby with", "driveby vera still with 0",
	"turncoat 1", "turncoat 2 from vera casino", "turncoat", "turncoat x", "turncoat 1 from spade", "turncoat 1 spade hideout", "bribe", "bribe?", "poker", "poker?", "keep", "swap 1 2", "swap", "swap 1 2 3",
	"1", "2 in hideout", "3?", "4", "5 spade casino", "7", "0", "dance", "", "di", "move 1 2 3",
}

// TestWholeGamesLookAsBefore looks at games of three to six from every seat: at the table in windows of many
// sizes, after keys and clicks, and at what is told and said of it.
func TestWholeGamesLookAsBefore(t *testing.T) {
	t.Parallel()
	const looks = 48 // at each game
	windows := [][2]int{{80, 21}, {40, 17}, {120, 37}, {60, 15}, {100, 30}, {200, 57}, {32, 12}}
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
			window := windows[n%len(windows)]
			sight := tuitest.Sight{N: n, W: window[0], H: window[1], Keys: strokes[(n*5+seats)%len(strokes)]}
			f := g.frame(seat)
			b := board(t, f)
			b.Side(engine.Seat(n % seats))
			b.OneKey(n%4 == 3)
			shows := sight.Shows(t, b)
			for i := range 4 { // each wrong one costs a look through the whole log
				line := typed[(n*4+i*7+seats)%len(typed)]
				meant, err := b.Command(line)
				shows = append(shows, fmt.Sprint(line, ": ", string(meant), err))
			}
			for ; told < len(f.Log); told++ {
				shows = append(shows, b.Tell(f.Log[told]))
			}
			if f.Turn != nil {
				shows = append(shows, b.Advise(g.complete(seat, f.Turn.Legal[n%len(f.Turn.Legal)])))
			}
			shows = append(shows, sight.Scores(b, f)...)
			prints = append(prints, tuitest.Print{
				Name:  fmt.Sprintf("%d seats, move %d, seat %d, %d×%d, keys %q", seats, at, seat, sight.W, sight.H, sight.Keys),
				Shows: strings.Join(shows, "\n"),
			})
		}
	}
	tuitest.Prints(t, "games", prints)
}

// TestEveryWindowLooksAsBefore looks at tables in windows of every size.
func TestEveryWindowLooksAsBefore(t *testing.T) {
	t.Parallel()
	th := tuitest.Theme()
	var prints []tuitest.Print
	for _, c := range []struct {
		name string
		seat engine.Seat
		at   *scene
		keys []string
	}{
		{"attacked", 0, raided(t), nil}, {"arranging", 0, own(t), []string{"r", "1"}}, {"watching", engine.Spectator, town(t), nil},
	} {
		b := board(t, c.at.frame(c.seat))
		tuitest.Press(t, b, c.keys...)
		prints = append(prints, tuitest.Windows(c.name, 180, 60, func(w, h int) string { return strings.Join(b.View(w, h, tuitest.Noon, th), "\n") })...)
	}
	tuitest.Prints(t, "windows", prints)
}
