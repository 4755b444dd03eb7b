package kit_test

import (
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"noir/tui"
	"noir/tui/kit"
)

var themes = map[string]*tui.Theme{
	"colour": tui.NewTheme(colorprofile.ANSI256, false),
	"ascii":  tui.NewTheme(colorprofile.ASCII, true),
}

func TestClock(t *testing.T) {
	for _, c := range []struct {
		move, bank time.Duration
		running    bool
		want       string
	}{
		{30 * time.Second, 90 * time.Second, true, "0:30 +1:30"},
		{29*time.Second + 1, 90 * time.Second, true, "0:30 +1:30"},
		{29 * time.Second, 90 * time.Second, true, "0:29 +1:30"},
		{5 * time.Second, 90 * time.Second, true, "0:05 +1:30"},
		{0, 9 * time.Second, true, "! 0:00 +0:09"},
		{0, 9 * time.Second, false, "0:00 +0:09"},
		{7 * time.Second, 0, true, "! 0:07"},
		{0, 0, true, "! 0:00"},
		{23*time.Hour + 59*time.Minute + 30*time.Second, 0, true, "23 h 59"},
	} {
		if got := ansi.Strip(kit.Clock(themes["colour"], c.move, c.bank, c.running)); got != c.want {
			t.Errorf("%v and %v are shown as %q, want %q", c.move, c.bank, got, c.want)
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
		{kit.Card(kit.Face{Sign: "8"}, light, "", 5, 4), "┌───┐\n│ 8 │\n│   │\n└───┘"},
		{kit.Card(kit.Face{Sign: "−2", Word: "long"}, light, "", 5, 4), "┌───┐\n│−2 │\n│   │\n└───┘"},
		{kit.Card(kit.Face{Sign: "H", Word: "har"}, light, "3", 5, 4), "┌─3─┐\n│ H │\n│har│\n└───┘"},
		{kit.Card(kit.Face{Sign: "8"}, kit.Edge{Frame: g.Heavy}, "", 7, 3), "┏━━━━━┓\n┃  8  ┃\n┗━━━━━┛"},
		{kit.Slivers(g, []kit.Face{{Sign: "7"}, {Sign: "−2"}}, themes["ascii"].Text, 4), "┌─┬──┐\n│7│−2│\n│ │  │\n└─┴──┘"},
		{kit.Slivers(g, nil, themes["ascii"].Text, 4), ""},
	} {
		if got := ansi.Strip(c.block.String()); got != c.want {
			t.Errorf("got\n%s\nwant\n%s", got, c.want)
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
	framed := kit.Frame(themes["ascii"], 16, "say", kit.Lines("hello").Click("1"))
	if got, _ := framed.At(2, 1); got != "1" || ansi.Strip(framed.String()) != "+- say --------+\n| hello        |\n+--------------+" {
		t.Errorf("%q is clicked in\n%s", got, framed)
	}
}
