package districtnoir_test

import (
	"encoding/json"
	"fmt"
	"regexp"
	"testing"
	"time"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"noir/engine"
	rules "noir/engine/districtnoir"
	"noir/matchmaking"
	"noir/tui"
	"noir/tui/districtnoir"
	"noir/tui/tuitest"
)

// sizes are the windows for which the table is drawn: a phone, the terminal of
// old, a large one.
var sizes = [][2]int{{40, 20}, {80, 24}, {120, 40}}

// window shows a board where the screen of a table has it: below a title line
// and above another line.
type window struct{ tui.Board }

func (window) Init() tea.Cmd { return nil }

func (w window) Update(msg tea.Msg) (tui.Screen, tea.Cmd) {
	w.Board.Update(msg)
	return w, nil
}

func (w window) View(width, height int, th *tui.Theme) string {
	return w.Heading() + "\n" + w.Board.View(width, height-2, noon, th)
}

func (w window) ShortHelp() []key.Binding {
	return append(w.Board.ShortHelp(), tui.Bind("q", "menu", "q"))
}

// board shows a frame.
func board(t testing.TB, f matchmaking.Frame) tui.Board {
	t.Helper()
	b := districtnoir.New()
	if err := b.Show(f); err != nil {
		t.Fatal(err)
	}
	return b
}

// press sends keys to a board and returns the move of the last one.
func press(t testing.TB, b tui.Board, keys ...string) (move string, ok bool) {
	t.Helper()
	for _, name := range keys {
		msg, known := tui.KeyPress(name)
		if !known {
			t.Fatalf("no key is called %q", name)
		}
		body, made := b.Update(msg)
		move, ok = string(body), made
	}
	return move, ok
}

// show draws a frame in a terminal after some keys.
func show(t *testing.T, f matchmaking.Frame, th *tui.Theme, w, h int, keys ...string) *tuitest.Terminal {
	t.Helper()
	b := board(t, f)
	press(t, b, keys...)
	return tuitest.Start(t, tui.NewRoot(&tui.Session{Now: time.Now}, th, window{b}), w, h)
}

// pictures compares a position at every size with its golden files.
func pictures(t *testing.T, name string, f matchmaking.Frame, th *tui.Theme, keys ...string) {
	t.Helper()
	for _, size := range sizes {
		file := fmt.Sprintf("%s-%dx%d", name, size[0], size[1])
		t.Run(file, func(t *testing.T) {
			tuitest.Golden(t, file, show(t, f, th, size[0], size[1], keys...).Screen())
		})
	}
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
	f.View = marshal(t, view)
	f.End.Result = engine.Result{Reason: rules.Shared, Winners: []engine.Seat{0, 1}, Places: []int{1, 1}}
	return f
}

func TestTableLooks(t *testing.T) {
	th := tuitest.Theme()
	begin := deal(t, 1)
	middle := func() *game {
		return deal(t, 2).run(random(7), func(v rules.View) bool { return v.Round == 2 && len(v.Row) == 9 })
	}
	long := deal(t, 3).run(longRow, rowOf(14))
	longest := deal(t, 3).run(longRow, rowOf(20))
	pictures(t, "begin", begin.frame(begin.mover()), th)
	pictures(t, "picked", middle().frame(middle().mover()), th, "3")
	pictures(t, "take-picked", middle().frame(middle().mover()), th, "t")
	pictures(t, "other-moves", middle().frame(1-middle().mover()), th)
	pictures(t, "row-of-14", long.frame(long.mover()), th)
	pictures(t, "row-of-20", longest.frame(longest.mover()), th)
	pictures(t, "watched", middle().frame(engine.Spectator), th)
	pictures(t, "last-seconds", lastSeconds(middle()), th)
	pictures(t, "nothing-picked", middle().frame(middle().mover()), th, "enter")

	open := middle().frame(engine.Spectator)
	open.Open = middle().open()
	open.Clocks = make([]matchmaking.SeatClock, 2)
	pictures(t, "replayed", open, th)
}

// lastSeconds has the mover nearly out of time.
func lastSeconds(g *game) matchmaking.Frame {
	f := g.frame(g.mover())
	f.Clocks[f.Seat] = matchmaking.SeatClock{
		Asked: true, Running: true, Since: noon.Add(-115 * time.Second), Move: 30 * time.Second, Bank: 90 * time.Second,
	}
	return f
}

func TestEndLooks(t *testing.T) {
	th := tuitest.Theme()
	for name, f := range map[string]matchmaking.Frame{
		"end-points":   ending(t, rules.Points).frame(0),
		"end-city":     ending(t, rules.City).frame(0),
		"end-tiebreak": ending(t, rules.TieBreak).frame(0),
		"end-shared":   shared(t),
		"end-resigned": cutShort(t, engine.Move{Seat: 1, By: engine.ByPlayer, Body: engine.Resign}).frame(0),
		"end-timeout":  cutShort(t, engine.Move{Seat: 1, By: engine.ByClock, Body: engine.Timeout}).frame(1),
		"end-aborted":  cutShort(t, engine.Move{Seat: engine.Spectator, By: engine.ByServer, Body: engine.Abort}).frame(0),
	} {
		pictures(t, name, f, th)
		for _, w := range []int{30, 60} {
			file := fmt.Sprintf("%s-score-%d", name, w)
			t.Run(file, func(t *testing.T) {
				sheet := sheetOf(t, f, w, th)
				tuitest.Golden(t, file, sheet)
			})
		}
	}
}

func TestASCIILooks(t *testing.T) {
	th := tui.NewTheme(colorprofile.ASCII, true)
	g := deal(t, 2).run(random(7), func(v rules.View) bool { return v.Round == 2 && len(v.Row) == 9 })
	pictures(t, "ascii", g.frame(g.mover()), th, "3")
	term := show(t, g.frame(g.mover()), th, 80, 24, "3")
	for _, r := range term.Screen() {
		if r > 126 {
			t.Fatalf("%q is no ASCII sign:\n%s", r, term.Screen())
		}
	}
	if colour.MatchString(term.Styled()) {
		t.Errorf("there are colours in %q", term.Styled())
	}
}

// colour is the escape code of a colour.
var colour = regexp.MustCompile(`\x1b\[([\d;]*;)?(3[0-8]|4[0-8]|9[0-7]|10[0-7])`)
