package tuitest

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"noir/matchmaking"
	"noir/tui"
	"noir/tui/motion"
)

// Noon is the moment at which boards are looked at.
var Noon = time.Date(1954, time.March, 1, 12, 0, 0, 0, time.UTC)

// Window shows a board where the screen of a table has it: below a title line and
// above another line.
type Window struct{ tui.Board }

// Init implements tui.Screen.
func (Window) Init() tea.Cmd { return nil }

// Update implements tui.Screen; moves are lost.
func (w Window) Update(msg tea.Msg) (tui.Screen, tea.Cmd) {
	w.Board.Update(msg)
	return w, nil
}

// View implements tui.Screen.
func (w Window) View(width, height int, th *tui.Theme) []string {
	return append([]string{w.Heading()}, w.Board.View(width, height-2, Noon, th)...)
}

// ShortHelp implements tui.Screen.
func (w Window) ShortHelp() []key.Binding {
	return append(w.Board.ShortHelp(), tui.Bind("q", "menu", "q"))
}

// Shown returns a board that shows a frame.
func Shown(t rapid.TB, b tui.Board, f matchmaking.Frame) tui.Board {
	t.Helper()
	if err := b.Show(f); err != nil {
		t.Fatal(err)
	}
	return b
}

// JSON writes a view as a frame has it.
func JSON(t testing.TB, view any) json.RawMessage {
	t.Helper()
	raw, err := json.Marshal(view)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

// Press sends keys to a board and returns the move of the last one.
func Press(t rapid.TB, b tui.Board, keys ...string) (move string, ok bool) {
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

// Look returns what a board shows in a terminal of 80×24, without its colours.
func Look(b tui.Board) string {
	return ansi.Strip(strings.Join(b.View(80, 21, Noon, Theme()), "\n"))
}

// Sight is one way to look at a board: in a window of W×H cells, after keys with spaces between them. N
// counts the looks and picks the theme and where the mouse clicks.
type Sight struct {
	N, W, H int
	Keys    string
}

// Theme returns the theme of this look: that of a terminal of ASCII for every third.
func (s Sight) Theme() *tui.Theme {
	if s.N%3 == 1 {
		return tui.NewTheme(tui.Look{Colours: colorprofile.ASCII, ASCII: true})
	}
	return Theme()
}

// Shows returns what a board shows of itself: how it looks after the keys and which move they make, what it
// says in plain text and as help, what clicks make of it, and how it looks then.
func (s Sight) Shows(t testing.TB, b tui.Board) []string {
	t.Helper()
	th := s.Theme()
	move, _ := Press(t, b, strings.Fields(s.Keys)...)
	look := func() string { return strings.Join(b.View(s.W, s.H, Noon, th), "\n") }
	shows := append([]string{b.Heading(), look(), move}, b.Plain()...)
	for _, k := range b.ShortHelp() {
		shows = append(shows, fmt.Sprint(k.Help(), k.Enabled()))
	}
	for i := range 8 {
		clicked, made := b.Update(tea.MouseClickMsg{X: (i*13 + s.N*7) % s.W, Y: s.H - 1 - (i*3+s.N)%s.H, Button: tea.MouseLeft})
		shows = append(shows, fmt.Sprint(string(clicked), made))
	}
	return append(shows, look())
}

// Scores returns what a board shows of the end of a game: nothing before.
func (s Sight) Scores(b tui.Board, f matchmaking.Frame) []string {
	if f.End == nil {
		return nil
	}
	return []string{b.Score(s.W, s.Theme(), 1), b.Score(60, s.Theme(), 0.4)}
}

// Click presses the mouse on the first place of a board where the text stands, as
// Look returns it, and returns the move of that.
func Click(t testing.TB, b tui.Board, text string) (move string, ok bool) {
	t.Helper()
	look := Look(b)
	for y, line := range strings.Split(look, "\n") {
		if before, _, found := strings.Cut(line, text); found {
			body, made := b.Update(tea.MouseClickMsg{X: ansi.StringWidth(before), Y: y, Button: tea.MouseLeft})
			return string(body), made
		}
	}
	t.Fatalf("nothing reads %q:\n%s", text, look)
	return "", false
}

// Played shows a board's motion to its end in a bubble, and returns what it looked like, without the
// end.
func Played(t testing.TB, b tui.Board, m *motion.Motion, th *tui.Theme, w, h int) (looks []string) {
	t.Helper()
	for {
		look := Fits(t, b.View(w, h, Noon, th), w, h)
		if !m.Moves() {
			return looks
		}
		looks = append(looks, look)
		time.Sleep(m.Wait())
	}
}

// Table shows a board in a terminal of w×h cells.
func Table(t testing.TB, b tui.Board, th *tui.Theme, w, h int) *Terminal {
	t.Helper()
	return Start(t, tui.NewRoot(&tui.Session{Now: time.Now}, th, Window{b}), w, h)
}

// Fits checks a view against its window of w×h cells and returns it as one text
// without its colours.
func Fits(t rapid.TB, view []string, w, h int) string {
	t.Helper()
	all := ansi.Strip(strings.Join(view, "\n"))
	if len(view) > h {
		t.Fatalf("%d lines for a window of %d×%d:\n%s", len(view), w, h, all)
	}
	for _, line := range strings.Split(all, "\n") {
		if ansi.StringWidth(line) > w {
			t.Fatalf("a line of %d cells for a window of %d×%d:\n%s", ansi.StringWidth(line), w, h, all)
		}
	}
	return all
}

// DrawnInTime checks that after a key, some seconds or a frame shown by move the board's next
// view is the same as one drawn from scratch.
func DrawnInTime(t *rapid.T, b tui.Board, th *tui.Theme, keys []string, move func()) {
	const moves, passes = "move", "time"
	w := rapid.SampledFrom([]int{40, 80, 120}).Draw(t, "width")
	h := rapid.IntRange(9, 47).Draw(t, "height")
	steps := append([]string{moves, passes}, keys...)
	now := Noon
	b.View(w, h, now, th)
	for range rapid.IntRange(1, 12).Draw(t, "steps") {
		switch step := rapid.SampledFrom(steps).Draw(t, "step"); step {
		case moves:
			move()
		case passes:
			now = now.Add(time.Duration(rapid.IntRange(0, 20_000).Draw(t, "ms")) * time.Millisecond)
		default:
			Press(t, b, step)
		}
		got := b.View(w, h, now, th)
		b.View(w+1, h, now, th)
		if diff := cmp.Diff(b.View(w, h, now, th), got); diff != "" {
			t.Fatalf("- drawn anew, + drawn in parts:\n%s", diff)
		}
	}
}

// MeasureKeys measures what a keypress costs a session that looks at a board: two
// keys in turn, the whole window is drawn after each.
func MeasureKeys(b *testing.B, table tui.Board, there, back string) {
	b.Helper()
	root := tui.NewRoot(&tui.Session{Now: time.Now}, Theme(), Window{table})
	root, _ = root.Update(tea.WindowSizeMsg{Width: 80, Height: 24})
	press, _ := tui.KeyPress(there)
	next, _ := tui.KeyPress(back)
	b.ReportAllocs()
	for b.Loop() {
		root, _ = root.Update(press)
		root.(interface {
			Draw() ([]string, tea.View, bool)
		}).Draw()
		press, next = next, press
	}
}
