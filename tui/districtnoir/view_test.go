package districtnoir_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"noir/engine"
	rules "noir/engine/districtnoir"
	"noir/matchmaking"
	"noir/tui"
	"noir/tui/tuitest"
)

// sheetOf is the score sheet of a game as text without colours.
func sheetOf(t testing.TB, f matchmaking.Frame, w int, th *tui.Theme) string {
	t.Helper()
	lines := strings.Split(ansi.Strip(board(t, f).Score(w, th)), "\n")
	for i := range lines {
		if ansi.StringWidth(lines[i]) > w {
			t.Errorf("%q is wider than %d cells", lines[i], w)
		}
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.Join(lines, "\n")
}

// fits checks a drawn table against its window and for what must never be
// missing: the clock, the prompt, the row from its oldest card and the hand.
func fits(t *rapid.T, text string, w, h int, g *game, seat engine.Seat) {
	lines := strings.Split(ansi.Strip(text), "\n")
	if len(lines) > h {
		t.Fatalf("%d lines for a window of %d×%d:\n%s", len(lines), w, h, text)
	}
	for _, line := range lines {
		if ansi.StringWidth(line) > w {
			t.Fatalf("a line of %d cells for a window of %d×%d:\n%s", ansi.StringWidth(line), w, h, text)
		}
	}
	if g.mover() == engine.Spectator {
		return
	}
	wanted := []string{"0:22 +1:30", " is to move"}
	if seat == g.mover() {
		wanted[1] = "Your move"
	}
	all := strings.Join(lines, "\n")
	for _, text := range wanted {
		if !strings.Contains(all, text) {
			t.Fatalf("%q is missing at %d×%d:\n%s", text, w, h, all)
		}
	}
	cards := g.view(engine.Spectator).Row
	if seat != engine.Spectator {
		cards = append(cards, g.view(seat).Hand...)
	}
	shown := signs.FindAllString(all, -1)
	for i, c := range cards {
		sign := strings.Replace(c.String(), "-", "−", 1)
		if c.City() {
			sign = strings.ToUpper(sign[:1])
		}
		at := slices.Index(shown, sign)
		if at < 0 {
			t.Fatalf("card %d of %v is missing at %d×%d:\n%s", i, cards, w, h, all)
		}
		shown = shown[at+1:]
	}
}

// signs are what stands for cards, and figures that look the same.
var signs = regexp.MustCompile(`[+−]?\d|[HPC]`)

func TestTableFitsEverywhere(t *testing.T) {
	th := tuitest.Theme()
	rapid.Check(t, func(rt *rapid.T) {
		g := deal(t, byte(rapid.IntRange(0, 255).Draw(rt, "seed")))
		moves := rapid.IntRange(0, 48).Draw(rt, "moves")
		chooser := random(rapid.Uint64().Draw(rt, "choices"))
		if rapid.Bool().Draw(rt, "long row") {
			chooser = longRow
		}
		g.run(chooser, func(rules.View) bool { return len(g.log) >= moves })
		seat := engine.Seat(rapid.IntRange(-1, 1).Draw(rt, "viewer"))
		b := board(t, g.frame(seat))
		w := rapid.IntRange(32, 150).Draw(rt, "width")
		h := rapid.IntRange(9, 47).Draw(rt, "height") // a window of 12 to 50 lines
		fits(rt, b.View(w, h, noon, th), w, h, g, seat)
	})
}

// BenchmarkKey is what a keypress costs a session: a card is picked, the whole
// window is drawn.
func BenchmarkKey(b *testing.B) {
	g := deal(b, 3).run(longRow, rowOf(14))
	screen := window{board(b, g.frame(g.mover()))}
	root := tui.NewRoot(&tui.Session{Now: time.Now}, tuitest.Theme(), screen)
	root, _ = root.Update(tea.WindowSizeMsg{Width: 80, Height: 24})
	right, _ := tui.KeyPress("right")
	left, _ := tui.KeyPress("left")
	b.ReportAllocs()
	for b.Loop() {
		root, _ = root.Update(right)
		root.View()
		right, left = left, right
	}
}

func BenchmarkView(b *testing.B) {
	g := deal(b, 3).run(longRow, rowOf(14))
	table, th := board(b, g.frame(g.mover())), tuitest.Theme()
	b.ReportAllocs()
	for b.Loop() {
		table.View(80, 21, noon, th)
	}
}
