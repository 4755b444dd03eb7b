package districtnoir_test

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/colorprofile"

	"noir/engine"
	rules "noir/engine/districtnoir"
	"noir/internal/language"
	"noir/matchmaking"
	"noir/tui"
	"noir/tui/districtnoir"
	"noir/tui/tuitest"
)

// board shows a frame.
func board(t testing.TB, f matchmaking.Frame) tui.Board {
	t.Helper()
	return tuitest.Shown(t, districtnoir.New(nil), f)
}

// pictures compares a position after some keys with its golden files, in every
// language.
func pictures(t *testing.T, name string, f matchmaking.Frame, keys ...string) {
	t.Helper()
	tuitest.Screens(t, name, func(t *testing.T, w, h int) string {
		reader, th := tuitest.Spoken(t), tuitest.Theme()
		th.Reader = reader
		b := tuitest.Shown(t, districtnoir.New(reader), f)
		tuitest.Press(t, b, keys...)
		return tuitest.Table(t, b, th, w, h).Screen()
	})
}

func rowOf(n int) func(rules.View) bool {
	return func(v rules.View) bool { return len(v.Row) == n }
}

// ending plays games of one seed after the other until one ends for a reason.
func ending(t testing.TB, reason string) *game {
	t.Helper()
	for seed := range 2000 {
		g := deal(t, byte(seed)).run(random(uint64(seed)), never)
		if r, _ := g.state().Result(); r.Reason == reason {
			return g
		}
	}
	t.Fatalf("no game ends by %s", reason)
	return nil
}

// cutShort is a game that a move of no game's own ends in its second round.
func cutShort(t testing.TB, last engine.Move) *game {
	g := deal(t, 9).run(random(9), func(v rules.View) bool { return v.Round == 2 && len(v.Row) == 9 })
	g.apply(last)
	return g
}

// shared is the end at which everything is equal, which hardly ever happens: the
// tableaus of another end are replaced.
func shared(t testing.TB) matchmaking.Frame {
	f := ending(t, rules.Points).frame(0)
	var view rules.View
	if err := json.Unmarshal(f.View, &view); err != nil {
		t.Fatal(err)
	}
	half := []rules.Card{
		rules.Five, rules.Five, rules.Six, rules.Six, rules.Seven, rules.Seven, rules.Seven,
		rules.Eight, rules.Eight, rules.Eight, rules.Eight, rules.Plus2, rules.Minus2, rules.Harbor,
	}
	view.Tableau = [2][]rules.Card{half, half}
	f.View = tuitest.JSON(t, view)
	f.End.Result = engine.Result{Reason: rules.Shared, Winners: []engine.Seat{0, 1}, Places: []int{1, 1}}
	return f
}

// TestColours: what is picked, whose move it is, who leads.
func TestColours(t *testing.T) {
	g := deal(t, 2).run(random(7), func(v rules.View) bool { return v.Round == 2 && len(v.Row) == 9 })
	for name, show := range map[string]struct {
		frame matchmaking.Frame
		keys  []string
	}{
		"picked": {g.frame(g.mover()), []string{"3"}}, "take-picked": {g.frame(g.mover()), []string{"t"}},
		"other-moves": {g.frame(1 - g.mover()), nil}, "last-seconds": {lastSeconds(g), nil},
	} {
		tuitest.Colours(t, name, func(t *testing.T) *tuitest.Terminal {
			b := board(t, show.frame)
			tuitest.Press(t, b, show.keys...)
			return tuitest.Table(t, b, tuitest.Theme(), 80, 24)
		})
	}
}

func TestTableLooks(t *testing.T) {
	begin := deal(t, 1)
	middle := func() *game {
		return deal(t, 2).run(random(7), func(v rules.View) bool { return v.Round == 2 && len(v.Row) == 9 })
	}
	long := deal(t, 3).run(longRow, rowOf(14))
	longest := deal(t, 3).run(longRow, rowOf(20))
	pictures(t, "begin", begin.frame(begin.mover()))
	pictures(t, "picked", middle().frame(middle().mover()), "3")
	pictures(t, "take-picked", middle().frame(middle().mover()), "t")
	pictures(t, "other-moves", middle().frame(1-middle().mover()))
	pictures(t, "row-of-14", long.frame(long.mover()))
	pictures(t, "row-of-20", longest.frame(longest.mover()))
	pictures(t, "watched", middle().frame(engine.Spectator))
	pictures(t, "last-seconds", lastSeconds(middle()))
	pictures(t, "nothing-picked", middle().frame(middle().mover()), "enter")

	open := middle().frame(engine.Spectator)
	open.Open = middle().open()
	open.Clocks = make([]matchmaking.SeatClock, 2)
	pictures(t, "replayed", open)
}

// lastSeconds has the mover nearly out of time.
func lastSeconds(g *game) matchmaking.Frame {
	f := g.frame(g.mover())
	f.Clocks[f.Seat] = matchmaking.SeatClock{
		Asked: true, Running: true, Since: tuitest.Noon.Add(-115 * time.Second), Move: 30 * time.Second, Bank: 90 * time.Second,
	}
	return f
}

func TestEndLooks(t *testing.T) {
	for name, f := range map[string]matchmaking.Frame{
		"end-points":   ending(t, rules.Points).frame(0),
		"end-city":     ending(t, rules.City).frame(0),
		"end-tiebreak": ending(t, rules.TieBreak).frame(0),
		"end-shared":   shared(t),
		"end-resigned": cutShort(t, engine.Move{Seat: 1, By: engine.ByPlayer, Body: engine.Resign}).frame(0),
		"end-timeout":  cutShort(t, engine.Move{Seat: 1, By: engine.ByClock, Body: engine.Timeout}).frame(1),
		"end-aborted":  cutShort(t, engine.Move{Seat: engine.Spectator, By: engine.ByServer, Body: engine.Abort}).frame(0),
	} {
		pictures(t, name, f)
		for _, file := range sheets(name) {
			t.Run(file, func(t *testing.T) {
				w := 60
				if strings.HasSuffix(file, "-30") {
					w = 30
				}
				tuitest.Golden(t, file, sheetOf(t, f, w))
			})
		}
	}
}

// TestCitiesDecideATie that nothing before them does: the sheet counts them.
func TestCitiesDecideATie(t *testing.T) {
	f := shared(t)
	var view rules.View
	if err := json.Unmarshal(f.View, &view); err != nil {
		t.Fatal(err)
	}
	view.Tableau[1] = append(slices.Clone(view.Tableau[1]), rules.Police)
	f.View = tuitest.JSON(t, view)
	f.End.Result = engine.Result{Reason: rules.TieBreak, Winners: []engine.Seat{1}, Places: []int{2, 1}}
	if sheet := sheetOf(t, f, 60); !regexp.MustCompile(`(?m)^tie: more cities +1 +2$`).MatchString(sheet) || !strings.Contains(sheet, "more cities.") {
		t.Errorf("the cities are not counted:\n%s", sheet)
	}
}

// sheets are the golden files of a score sheet: at two widths, and at the larger one in
// every language.
func sheets(name string) []string {
	files := []string{name + "-score-30", name + "-score-60"}
	for _, o := range language.Offers()[1:] {
		files = append(files, name+"-score-60."+o.Tag)
	}
	return files
}

func TestASCIILooks(t *testing.T) {
	th := tui.NewTheme(tui.Look{Colours: colorprofile.ASCII, ASCII: true})
	g := deal(t, 2).run(random(7), func(v rules.View) bool { return v.Round == 2 && len(v.Row) == 9 })
	b := board(t, g.frame(g.mover()))
	tuitest.Press(t, b, "3")
	tuitest.Pictures(t, "ascii", func(t *testing.T, w, h int) string {
		term := tuitest.Table(t, b, th, w, h)
		term.OnlyASCII()
		return term.Screen()
	})
}

// TestWhoseMoveItIs: in every language the words fit whoever looks: the mover, asked or
// in a position of his own that is over, his rival, a spectator.
func TestWhoseMoveItIs(t *testing.T) {
	g, seat := opening(t)
	settled := g.frame(seat)
	settled.Turn = nil
	for _, o := range language.Offers() {
		t.Run("whose-move."+o.Tag, func(t *testing.T) {
			var lines []string
			for _, f := range []matchmaking.Frame{g.frame(seat), settled, g.frame(1 - seat), g.frame(engine.Spectator)} {
				b := tuitest.Shown(t, districtnoir.New(tuitest.Spoken(t)), f)
				shown := strings.Split(tuitest.Look(b), "\n")
				plain := b.Plain()
				worth := slices.IndexFunc(shown, func(line string) bool { return strings.Contains(line, " : ") })
				lines = append(lines, shown[worth], shown[len(shown)-1], plain[len(plain)-1], "")
			}
			tuitest.Golden(t, "whose-move."+o.Tag, strings.Join(lines, "\n"))
		})
	}
}
