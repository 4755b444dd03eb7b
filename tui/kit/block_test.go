package kit_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"noir/tui/kit"
)

// TestAClickMeetsWhatIsDrawn: however blocks are put together, a cell that shows a letter belongs to the block of
// that letter, and any other cell to none. A block is as wide as its longest line, and as high as it has lines.
func TestAClickMeetsWhatIsDrawn(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		used := 0
		small := rapid.IntRange(0, 3)
		var build func(depth int) kit.Block
		build = func(depth int) kit.Block {
			if depth == 0 {
				w, h := rapid.IntRange(1, 4).Draw(t, "w"), rapid.IntRange(1, 3).Draw(t, "h")
				letter := string(rune('A' + used))
				used++
				b := kit.Lines(strings.Split(strings.Repeat(strings.Repeat(letter, w)+"\n", h-1)+strings.Repeat(letter, w), "\n")...)
				if rapid.Bool().Draw(t, "by parts") {
					cut := rapid.IntRange(0, w).Draw(t, "cut")
					return b.ClickPart(letter, 0, cut).ClickPart(letter, cut, w-cut)
				}
				return b.Click(letter)
			}
			a, b := build(depth-1), build(depth-1)
			wide, high := a.Width(), a.Height()
			var out kit.Block
			switch what := rapid.SampledFrom([]string{"stack", "below", "beside", "row", "blank", "widen", "crop", "with"}).Draw(t, "how"); what {
			case "stack":
				out = kit.Stack(a, b)
				wide, high = max(wide, b.Width()), high+b.Height()
			case "below":
				out = kit.Stack(a).Lower(1).Below(b)
				wide, high = max(wide, b.Width()), high+1+b.Height()
			case "beside":
				gap := small.Draw(t, "gap")
				out = kit.Beside(gap, a, b)
				wide, high = wide+gap+b.Width(), max(high, b.Height())
			case "row":
				x, gap := small.Draw(t, "x"), small.Draw(t, "gap")
				out = kit.Row(x, gap, a, b)
				wide, high = x+wide+gap+b.Width(), max(high, b.Height())
			case "blank":
				n := small.Draw(t, "indent")
				out = a.Indent(n)
				wide += n
			case "widen":
				n := small.Draw(t, "more")
				out = kit.Beside(0, a.Widen(a.Width()+n), b)
				wide, high = wide+n+b.Width(), max(high, b.Height())
			case "crop":
				w, h := rapid.IntRange(1, 8).Draw(t, "to w"), rapid.IntRange(1, 8).Draw(t, "to h")
				out = a.Crop(w, h)
				wide, high = min(wide, w), min(high, h)
			case "with":
				y := rapid.IntRange(0, 2).Draw(t, "y")
				out = kit.Stack(a, kit.Blank(y+b.Height())).With(a.Height()+y, b)
				wide, high = max(wide, b.Width()), high+y+b.Height()
			}
			if out.Width() > wide || out.Height() != high {
				t.Fatalf("%d×%d, want %d×%d:\n%s", out.Width(), out.Height(), wide, high, out)
			}
			return out
		}
		b := build(rapid.IntRange(0, 3).Draw(t, "depth"))
		longest := 0
		for y, line := range b.Text() {
			longest = max(longest, kit.Width(line))
			for x := range b.Width() {
				shown := " "
				if x < len(line) {
					shown = line[x : x+1]
				}
				if name, ok := b.At(x, y); ok != (shown != " ") || ok && name != shown {
					t.Fatalf("at %d, %d is %q, and a click meets %q:\n%s", x, y, shown, name, b)
				}
			}
		}
		if longest > b.Width() {
			t.Fatalf("a line of %d in a block of %d", longest, b.Width())
		}
	})
}
