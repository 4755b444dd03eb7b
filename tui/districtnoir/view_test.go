package districtnoir_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"noir/engine"
	rules "noir/engine/districtnoir"
	"noir/internal/language"
	"noir/matchmaking"
	"noir/tui"
	"noir/tui/districtnoir"
	"noir/tui/motion"
	"noir/tui/tuitest"
)

// sheetOf is the score sheet of a game as text without colours.
func sheetOf(t testing.TB, f matchmaking.Frame, w int) string {
	t.Helper()
	b := tuitest.Shown(t, districtnoir.New(tuitest.Spoken(t)), f)
	lines := strings.Split(ansi.Strip(b.Score(w, tuitest.Theme(), 1)), "\n")
	for i := range lines {
		if ansi.StringWidth(lines[i]) > w {
			t.Errorf("%q is wider than %d cells", lines[i], w)
		}
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.Join(lines, "\n")
}

// fits checks a drawn table against its window and for what must never be
// missing: the clock, the prompt, all cards of the row and of the hand.
func fits(t *rapid.T, r *language.Reader, lines []string, w, h int, g *game, seat engine.Seat) {
	all := tuitest.Fits(t, lines, w, h)
	if g.mover() == engine.Spectator {
		return
	}
	wanted := []string{"0:25 +1:30", r.Words("%s is to move.", g.frame(0).Seats[g.mover()].Name)}
	if seat == g.mover() {
		for _, asks := range []string{
			r.Words("Your move: %s."), r.Words("Your move: enter plays %s."), r.Words("Your move: enter takes %s."),
			r.Words("Your move, the only one: enter plays %s."), r.Words("Your move, the only one: enter takes %s."), r.Words("Your move: enter takes."),
		} {
			if wanted[1], _, _ = strings.Cut(asks, "%s"); strings.Contains(all, wanted[1]) {
				break
			}
		}
	}
	for _, text := range wanted {
		if !strings.Contains(all, text) {
			t.Fatalf("%q is missing at %d×%d:\n%s", text, w, h, all)
		}
	}
	cards := g.view(engine.Spectator).Row
	if seat != engine.Spectator {
		cards = append(cards, g.view(seat).Hand...)
	}
	shown := map[string]int{}
	for _, sign := range signs.FindAllString(all, -1) {
		shown[sign]++
	}
	for _, c := range cards {
		sign := strings.Replace(c.String(), "-", "−", 1)
		if c.City() && slices.ContainsFunc(called[c], func(name string) bool { return strings.Contains(all, name) }) {
			continue
		}
		if shown[sign]--; shown[sign] < 0 {
			t.Fatalf("a %s of %v is missing at %d×%d:\n%s", c, cards, w, h, all)
		}
	}
}

// called are a city's names on cards of different sizes.
var called = map[rules.Card][]string{
	rules.Harbor: {"H", "harbor", "harb."}, rules.Police: {"P", "police", "pol."}, rules.CityHall: {"C", "city hall", "hall"},
}

// signs are what stands for cards, and figures that look the same.
var signs = regexp.MustCompile(`[+−]?\d`)

// everyReader are those of all languages.
func everyReader(t *testing.T) (readers []*language.Reader) {
	t.Helper()
	for _, o := range language.Offers() {
		readers = append(readers, tuitest.Reader(t, o.Tag))
	}
	return readers
}

func TestTableFitsEverywhere(t *testing.T) {
	th, readers := tuitest.Theme(), everyReader(t)
	rapid.Check(t, func(rt *rapid.T) {
		g := deal(t, byte(rapid.IntRange(0, 255).Draw(rt, "seed")))
		moves := rapid.IntRange(0, 48).Draw(rt, "moves")
		chooser := random(rapid.Uint64().Draw(rt, "choices"))
		if rapid.Bool().Draw(rt, "long row") {
			chooser = longRow
		}
		g.run(chooser, func(rules.View) bool { return len(g.log) >= moves })
		seat := engine.Seat(rapid.IntRange(-1, 1).Draw(rt, "viewer"))
		reader := rapid.SampledFrom(readers).Draw(rt, "language")
		b := tuitest.Shown(rt, districtnoir.New(reader), g.frame(seat))
		w := rapid.IntRange(32, 150).Draw(rt, "width")
		h := rapid.IntRange(9, 47).Draw(rt, "height") // a window of 12 to 50 lines
		fits(rt, reader, b.View(w, h, tuitest.Noon, th), w, h, g, seat)
	})
}

func TestPartsAreDrawnInTime(t *testing.T) {
	th := tuitest.Theme()
	rapid.Check(t, func(rt *rapid.T) {
		g := deal(t, byte(rapid.IntRange(0, 255).Draw(rt, "seed")))
		seat := engine.Seat(rapid.IntRange(-1, 1).Draw(rt, "viewer"))
		dice := random(rapid.Uint64().Draw(rt, "choices"))
		b := board(t, g.frame(seat))
		tuitest.DrawnInTime(rt, b, th, []string{"1", "3", "right", "t", "enter", "esc"}, func() {
			made := len(g.steps)
			g.run(dice, func(rules.View) bool { return len(g.steps) > made })
			tuitest.Shown(rt, b, g.frame(seat))
		})
	})
}

// BenchmarkKey picks one card and another.
func BenchmarkKey(b *testing.B) {
	g := deal(b, 3).run(longRow, rowOf(14))
	tuitest.MeasureKeys(b, board(b, g.frame(g.mover())), "right", "left")
}

// BenchmarkMove is what the boards of both seats cost a move: the mover picks a card, both are shown the frame after
// the move, and each draws what moves until it lies still. The games go round.
func BenchmarkMove(b *testing.B) {
	g, now := deal(b, 3), tuitest.Noon
	var boards [2]tui.Board
	var motions [2]*motion.Motion
	for seat := range boards {
		boards[seat], motions[seat] = board(b, g.frame(engine.Seat(seat))), motion.New(func() time.Time { return now })
		boards[seat].(tui.Mover).Moves(motions[seat])
	}
	var movers []engine.Seat
	var frames [][2]matchmaking.Frame
	g.run(random(4), func(rules.View) bool {
		movers, frames = append(movers, g.mover()), append(frames, [2]matchmaking.Frame{g.frame(0), g.frame(1)})
		return false
	})
	var themes tui.Themes
	th := themes.Of(tui.Look{Colours: colorprofile.ANSI256}, nil)
	pick, _ := tui.KeyPress("1")
	b.ReportAllocs()
	for made := 0; b.Loop(); made++ {
		at := made % len(frames)
		for seat, f := range frames[at] {
			if err := boards[seat].Show(f); err != nil {
				b.Fatal(err)
			}
			boards[seat].View(80, 21, tuitest.Noon, th)
		}
		for seat, moves := range motions {
			for moves.Moves() {
				now = now.Add(moves.Wait())
				boards[seat].View(80, 21, tuitest.Noon, th)
			}
		}
		mover := boards[movers[at]]
		mover.Update(pick)
		mover.View(80, 21, tuitest.Noon, th)
	}
}

func BenchmarkView(b *testing.B) {
	g := deal(b, 3).run(longRow, rowOf(14))
	table, th := board(b, g.frame(g.mover())), tuitest.Theme()
	b.ReportAllocs()
	for b.Loop() {
		table.View(80, 21, tuitest.Noon, th)
	}
}
