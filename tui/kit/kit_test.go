package kit_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unsafe"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/vt"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"noir/engine"
	"noir/matchmaking"
	"noir/tui"
	"noir/tui/kit"
)

var themes = map[string]*tui.Theme{
	"colour": tui.NewTheme(tui.Look{Colours: colorprofile.ANSI256}),
	"ascii":  tui.NewTheme(tui.Look{Colours: colorprofile.ASCII, ASCII: true}),
}

func TestClock(t *testing.T) {
	for _, c := range []struct {
		move, bank time.Duration
		running    bool
		want       string
	}{
		{30 * time.Second, 90 * time.Second, true, "0:30 +1:30"},
		{29*time.Second + 1, 90 * time.Second, true, "0:30 +1:30"},
		{29 * time.Second, 90 * time.Second, true, "0:30 +1:30"},
		{25 * time.Second, 90 * time.Second, true, "0:25 +1:30"},
		{29 * time.Second, 88 * time.Second, false, "0:29 +1:28"},
		{0, 88 * time.Second, true, "0:00 +1:30"},
		{9*time.Second + 1, 90 * time.Second, true, "0:10 +1:30"},
		{5 * time.Second, 90 * time.Second, true, "0:05 +1:30"},
		{0, 9 * time.Second, true, "! 0:00 +0:09"},
		{0, 9 * time.Second, false, "0:00 +0:09"},
		{7 * time.Second, 0, true, "! 0:07"},
		{0, 0, true, "! 0:00"},
		{23*time.Hour + 59*time.Minute + 30*time.Second, 0, true, "23 h 59"},
	} {
		if got := ansi.Strip(string(kit.Clock(nil, themes["colour"], c.move, c.bank, c.running))); got != c.want {
			t.Errorf("%v and %v are shown as %q, want %q", c.move, c.bank, got, c.want)
		}
	}
}

// TestClockLasts: a running clock shows the same for as long as it says, and then another time.
func TestClockLasts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		span := rapid.OneOf(
			rapid.Int64Range(0, int64(30*time.Second)),
			rapid.Int64Range(0, int64(2*time.Minute)),
			rapid.Int64Range(int64(59*time.Minute), int64(62*time.Minute)),
			rapid.Int64Range(0, int64(30*time.Hour)),
			rapid.Just(int64(0)),
		)
		move, bank := time.Duration(span.Draw(t, "move")), time.Duration(span.Draw(t, "bank"))
		shown := func(used time.Duration) string {
			return string(kit.Clock(nil, themes["ascii"], max(0, move-used), min(bank, move+bank-used), true))
		}
		lasts := kit.Lasts(move, bank)
		if now := shown(0); move+bank == 0 {
			if lasts != 0 {
				t.Fatalf("no time lasts %v", lasts)
			}
		} else if lasts <= 0 || lasts > move+bank {
			t.Fatalf("%q lasts %v", now, lasts)
		} else if then := shown(lasts - 1); then != now {
			t.Fatalf("%q becomes %q before %v", now, then, lasts)
		} else if then := shown(lasts); then == now {
			t.Fatalf("%q is still shown after %v", now, lasts)
		}
	})
}

func TestSeatClock(t *testing.T) {
	noon := time.Date(1954, time.March, 1, 12, 0, 0, 0, time.UTC)
	f := matchmaking.Frame{Clock: engine.Clock{Move: 45 * time.Second}, Clocks: []matchmaking.SeatClock{
		{Asked: true, Running: true, Since: noon.Add(-5 * time.Second), Move: 30 * time.Second},
		{Since: noon, Bank: time.Minute},
		{},
	}}
	for seat, want := range []string{"0:25", "0:45 +1:00", "", ""} {
		if got := ansi.Strip(string(kit.SeatClock(nil, themes["colour"], &f, engine.Seat(seat), noon))); got != want {
			t.Errorf("the clock of seat %d is %q, want %q", seat, got, want)
		}
	}
	f.End = &matchmaking.End{}
	if got := kit.SeatClock(nil, themes["colour"], &f, 0, noon); len(got) > 0 {
		t.Errorf("the clock at the end is %q", got)
	}
}

// TestTheLogNeedsRoom: the log stands beside a table from 112 columns and 20 lines, not below.
func TestTheLogNeedsRoom(t *testing.T) {
	for _, c := range []struct {
		w, h, cells, log int
	}{{111, 40, 111, 0}, {112, 19, 112, 0}, {112, 20, 78, 32}, {120, 40, 86, 32}, {200, 43, 166, 32}, {200, 60, 144, 54}} {
		if cells, log := kit.TableWidth(c.w, c.h); cells != c.cells || log != c.log {
			t.Errorf("%d×%d: a table of %d columns, a log of %d", c.w, c.h, cells, log)
		}
	}
}

// TestLog: the oldest lines are dropped if there is no room, and a line without words takes none.
func TestLog(t *testing.T) {
	told := [][]string{{"spade plays"}, nil, {""}, {"marlowe takes the two oldest cards", "the row is empty"}}
	log := make([]engine.Line, len(told))
	for i := range log {
		log[i].Ply = i + 1
	}
	tell := func(l engine.Line) []string { return told[l.Ply-1] }
	for h, want := range map[int]string{
		6: "the story so far,spade plays,marlowe takes the two oldest,  cards,  the row is empty,,",
		3: "the story so far,  cards,  the row is empty,",
		1: "the story so far,",
	} {
		var got string
		for _, line := range kit.Log(themes["ascii"], 32, h, log, tell).Text() {
			got += strings.ToLower(strings.TrimRight(strings.TrimPrefix(ansi.Strip(line), "| "), " ")) + ","
		}
		if got != want {
			t.Errorf("on %d lines it reads %q, want %q", h, got, want)
		}
	}
}

func TestAir(t *testing.T) {
	type part struct{ turn, above int }
	for left, want := range map[int]string{0: "0 0 0", 1: "0 0 1", 3: "1 0 2", 9: "2 0 2", -1: "0 0 0"} {
		parts := []part{{turn: 2}, {}, {turn: 1}}
		kit.Air(parts, left, 2, func(p *part) (int, *int) { return p.turn, &p.above })
		if got := fmt.Sprint(parts[0].above, parts[1].above, parts[2].above); got != want {
			t.Errorf("%d lines stand %s, want %s", left, got, want)
		}
	}
}

func TestLinesHaveTheirWidth(t *testing.T) {
	for name, th := range themes {
		rapid.Check(t, func(t *rapid.T) {
			w := rapid.IntRange(0, 60).Draw(t, "width")
			text := rapid.StringMatching(`[a-z ─−▪]{0,40}`).Draw(t, "text")
			other := rapid.StringMatching(`[a-z·]{0,20}`).Draw(t, "other")
			styled := th.Lamp.Render(text)
			for what, line := range map[string]string{
				"pad": kit.Pad(styled, w), "center": kit.Center(styled, w), "spread": kit.Spread(w, styled, other),
			} {
				if got := kit.Width(line); got != w {
					t.Errorf("%s: %s makes %d cells, want %d", name, what, got, w)
				}
			}
			for what, line := range map[string]string{
				"cut": kit.Cut(styled, w), "rule": kit.Rule(th, w, styled, other, other),
				"first fit": kit.FirstFit(w, styled, other),
			} {
				if got := kit.Width(line); got > w {
					t.Errorf("%s: %s makes %d cells, want %d at most", name, what, got, w)
				}
			}
			for _, line := range kit.Wrap(text, w) {
				if kit.Width(line) > w {
					t.Errorf("%q is wrapped to %q at %d", text, line, w)
				}
			}
		})
	}
}

func TestRuleDropsTheFirstFacts(t *testing.T) {
	th := themes["ascii"]
	for w, want := range map[int]string{
		40: "- spade ------------- hand -- 0:30 +1:30 -",
		24: "- spade -- 0:30 +1:30 -",
		10: "- spade --",
	} {
		if got := kit.Rule(th, len(want), "spade", "hand", "0:30 +1:30"); got != want {
			t.Errorf("at %d: %q, want %q", w, got, want)
		}
	}
}

func TestFlowBreaksNoWord(t *testing.T) {
	got := kit.Flow([]string{"7", "−2", "8", "harbor", "5"}, 6)
	if diff := cmp.Diff([]string{"7 −2 8", "harbor", "5"}, got); diff != "" {
		t.Error(diff)
	}
}

func TestCards(t *testing.T) {
	g := &themes["colour"].Glyphs
	light := kit.Edge{Frame: kit.Light(g)}
	for _, c := range []struct {
		block kit.Block
		want  string
	}{
		{light.Tile("▲5 "), "▲5 │\n───┘"},
		{kit.Back(themes["colour"], kit.Small), "░░░│\n───╯"},
		{kit.Back(themes["colour"], kit.Medium), "╭─────╮\n│░░░░░│\n│░ N ░│\n│░░░░░│\n╰─────╯"},
		{kit.Edge{Frame: g.Round}.Around(7, "3", kit.Medium.Pips(7, "7", "●")...), "╭──3──╮\n│7 ● ●│\n│● ● ●│\n│● ● 7│\n╰─────╯"},
		{kit.Edge{Frame: g.Round}.Around(11, "", kit.Large.Pips(8, "8", "■")...),
			"╭─────────╮\n│ 8     ■ │\n│■   ■   ■│\n│  ■   ■  │\n│■   ■   ■│\n│ ■     8 │\n╰─────────╯"},
		{kit.Slivers(g, 2, func(i int) kit.Face { return kit.Face{Sign: []string{"7", "−2"}[i]} }, themes["ascii"].Text, 4), "┌─┬──┐\n│7│−2│\n│ │  │\n└─┴──┘"},
		{kit.Slivers(g, 0, nil, themes["ascii"].Text, 4), ""},
	} {
		if got := ansi.Strip(c.block.String()); got != c.want {
			t.Errorf("got\n%s\nwant\n%s", got, c.want)
		}
	}
}

// TestPips: a card shows its number as often as it says, in lines that fill its frame. The larger
// ones name their kind in two corners.
func TestPips(t *testing.T) {
	for size, corners := range map[kit.Size]int{kit.Medium: 0, kit.Large: 2, kit.Huge: 2} {
		w, h := size.Cells()
		for n := 1; n <= 8; n++ {
			sign := strconv.Itoa(n)
			lines := size.Pips(n, sign, "●")
			all := strings.Join(lines, "\n")
			if len(lines) != h-2 || strings.Count(all, "●") != n+corners || strings.Count(all, sign) != 2 {
				t.Errorf("a %d of %d×%d cells:\n%s", n, w, h, all)
			}
			for _, line := range lines {
				if kit.Width(line) != w-2 {
					t.Errorf("%q has not %d cells", line, w-2)
				}
			}
		}
	}
}

func TestBlocksKnowWhatIsClicked(t *testing.T) {
	card := func(name string) kit.Block { return kit.Lines("+--+", "+--+").Click(name) }
	hand := kit.Beside(1, card("first"), card("second")).Indent(2)
	all := kit.Stack(kit.Lines("title"), hand, kit.Lines("enter plays").Click("play")).Click("table")
	want := strings.Join([]string{"title", "  +--+ +--+", "  +--+ +--+", "enter plays"}, "\n")
	if all.String() != want || all.Width() != 11 || all.Height() != 4 {
		t.Fatalf("%d×%d cells:\n%s", all.Width(), all.Height(), all)
	}
	for at, want := range map[[2]int]string{
		{2, 1}: "first", {5, 2}: "first", {6, 1}: "table", {7, 1}: "second", {10, 2}: "second",
		{0, 3}: "play", {0, 0}: "table", {20, 1}: "", {0, 9}: "", {-1, -1}: "",
	} {
		if got, _ := all.At(at[0], at[1]); got != want {
			t.Errorf("a click at %v is on %q, want %q", at, got, want)
		}
	}
	if small := all.Crop(4, 2); small.String() != "titl\n  +-" {
		t.Errorf("cropped to\n%s", small)
	}
	four := kit.Stack(kit.Lines("a").Click("a"), kit.Lines("b").Click("b"), kit.Lines("c").Click("c"), kit.Lines("d").Click("d"))
	if four = four.With(1, kit.Lines("long", "x")); four.String() != "a\nlong\nx\nd" || four.Width() != 4 {
		t.Errorf("with others in place of two lines it is\n%s", four)
	}
	for y, want := range []string{"a", "", "", "d"} {
		if got, _ := four.At(0, y); got != want {
			t.Errorf("a click on line %d is on %q, want %q", y, got, want)
		}
	}
	framed := kit.Frame(themes["ascii"], 16, "say", kit.Lines("hello").Click("1"))
	if got, _ := framed.At(2, 1); got != "1" || ansi.Strip(framed.String()) != "+- say --------+\n| hello        |\n+--------------+" {
		t.Errorf("%q is clicked in\n%s", got, framed)
	}
}

func TestShorten(t *testing.T) {
	for _, c := range []struct {
		w, h int
		want string
	}{
		{20, 2, "a long way to|Hoboken"},
		{17, 1, "a long way to…"},
		{13, 1, "a long way…"},
		{12, 2, "a long way|to Hoboken"},
		{4, 2, "a|lon…"},
		{1, 1, "…"},
		{20, 0, ""},
	} {
		if got := strings.Join(kit.Shorten("a long way to Hoboken", c.w, c.h, "…"), "|"); got != c.want {
			t.Errorf("on %d×%d cells it is %q, want %q", c.w, c.h, got, c.want)
		}
	}
}

// TestAFrameInASetting looks and is clicked like the frame drawn alone and put next to its left
// block.
func TestAFrameInASetting(t *testing.T) {
	th := themes["colour"]
	edge := kit.Edge{Frame: th.Glyphs.Heavy, Style: th.Lamp}
	cards := []kit.Block{kit.Lines("ab", th.City.Render("cd")).Click("card"), kit.Lines("ef")}
	for name, left := range map[string]kit.Block{
		"nothing": {}, "a lower block": kit.Lines("old", "er").Click("older"), "a higher block": kit.Lines("o", "l", "d", "e", "r", "!"),
	} {
		alone := edge.EncloseRow(kit.Setting{}, th.Felt, 1, cards, kit.Label{Text: " up ", Style: th.Danger}, kit.Label{}).Click("frame")
		want := kit.RowOn(th.Lamplight, 30, 2, 0, left.Widen(8), alone)
		got := edge.EncloseRow(kit.Setting{
			Ground: th.Lamplight, Width: 30, X: 10, Left: left, Indent: 2, Clickable: "frame",
		}, th.Felt, 1, cards, kit.Label{Text: " up ", Style: th.Danger}, kit.Label{})
		if got.Width() != want.Width() || got.Height() != want.Height() {
			t.Fatalf("beside %s: %d×%d cells, want %d×%d", name, got.Width(), got.Height(), want.Width(), want.Height())
		}
		a, b := drawn(got), drawn(want)
		for y := range want.Height() {
			for x := range want.Width() {
				if is, should := a.CellAt(x, y), b.CellAt(x, y); !is.Equal(should) {
					t.Errorf("beside %s: cell %d, %d is %+v, want %+v", name, x, y, is, should)
				}
				is, _ := got.At(x, y)
				if should, _ := want.At(x, y); is != should {
					t.Errorf("beside %s: a click at %d, %d is on %q, want %q", name, x, y, is, should)
				}
			}
		}
	}
}

// drawn is a block on a terminal.
func drawn(b kit.Block) *vt.Emulator {
	cells := vt.NewEmulator(b.Width(), b.Height())
	_, _ = cells.WriteString(strings.Join(b.Text(), "\r\n")) // into memory
	return cells
}

// TestNoLineEndsBeforeAPercentSign: a figure and its sign are read as one.
func TestNoLineEndsBeforeAPercentSign(t *testing.T) {
	for w := 4; w < 30; w++ {
		for _, line := range kit.Wrap("x gave away 15 % or more, y 5 % of it", w) {
			if strings.HasPrefix(strings.TrimSpace(line), "%") || strings.Contains(line, "\u00a0") {
				t.Errorf("in %d cells a line is %q", w, line)
			}
		}
	}
}

// TestALineThatStoodThereTakesNoMemory: a row or a frame drawn in place of the same one has its lines.
func TestALineThatStoodThereTakesNoMemory(t *testing.T) {
	th := themes["colour"]
	cards := []kit.Block{kit.Back(th, kit.Large), kit.Slot(th, kit.Large)}
	other := []kit.Block{kit.Slot(th, kit.Large), kit.Slot(th, kit.Large)}
	edge := kit.Edge{Frame: th.Glyphs.Double, Style: th.Lamp}
	for name, draw := range map[string]func(before kit.Block, cards []kit.Block) kit.Block{
		"row": func(before kit.Block, cards []kit.Block) kit.Block {
			return before.RowOn(th.Lamplight, 60, 2, 1, cards...)
		},
		"frame": func(before kit.Block, cards []kit.Block) kit.Block {
			return edge.EncloseRow(kit.Setting{Ground: th.Lamplight, Width: 60, X: 2, Before: before}, th.Felt, 1, cards, kit.Label{}, kit.Label{})
		},
	} {
		drawn := draw(kit.Block{}, cards)
		lines := drawn.Text()
		again := draw(drawn, cards)
		if !slices.EqualFunc(lines, again.Text(), same) {
			t.Errorf("%s: the same lines have other memory", name)
		}
		fresh, changed := draw(kit.Block{}, other), draw(again, other)
		if !slices.Equal(fresh.Text(), changed.Text()) {
			t.Errorf("%s: in place of another one it is\n%s\nnot\n%s", name, changed, fresh)
		}
		once := draw(kit.Block{}, cards)
		lines = once.Text()
		table := kit.Stack(kit.Blank(1), once).Emptied().Lower(1)
		if again := draw(table.Part(1, len(lines)), cards); !slices.EqualFunc(lines, again.Text(), same) {
			t.Errorf("%s: in a table that was emptied the same lines have other memory", name)
		}
	}
}

func same(a, b string) bool { return a == b && unsafe.StringData(a) == unsafe.StringData(b) }
