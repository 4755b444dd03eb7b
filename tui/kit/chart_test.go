package kit_test

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"noir/tui"
	"noir/tui/kit"
	"noir/tui/tuitest"
)

func TestCurve(t *testing.T) {
	for name, c := range map[string]struct {
		theme  *tui.Theme
		values []float64
		want   []string
	}{
		"up and down": {tuitest.Theme(), []float64{1500, 1560, 1470}, []string{
			"1560    ⡠⠊⢆",
			"      ⢀⠜  ⠈⢆",
			"     ⠔⠁    ⠈⢆",
			"1470        ⠈⢆",
		}},
		"in ASCII": {tui.NewTheme(tui.Look{ASCII: true}), []float64{1500, 1560, 1470}, []string{
			"1560    ***",
			"      **  **",
			"     **    **",
			"1470        **",
		}},
		"nothing new": {tuitest.Theme(), []float64{1500, 1500}, []string{
			"",
			"1500 ⣀⣀⣀⣀⣀⣀⣀⣀⣀",
			"",
			"",
		}},
	} {
		lines := kit.Curve(c.theme, c.values, 14, 4)
		for i := range lines {
			lines[i] = strings.TrimRight(ansi.Strip(lines[i]), " ")
		}
		if got, want := strings.Join(lines, "\n"), strings.Join(c.want, "\n"); got != want {
			t.Errorf("%s:\n%s\nnot\n%s", name, got, want)
		}
	}
}

// TestMark points at values of a curve, the words on the side with room for them.
func TestMark(t *testing.T) {
	values := []float64{90, 80, 30, 20, 0}
	for at, want := range []string{
		"   ^ here and now",
		"        ^ here and now",
		"here and now ^",
		"     here and now ^",
		"          here and now ^",
	} {
		if got := ansi.Strip(kit.Mark(tuitest.Theme(), values, at, "here and now", 24)); got != want {
			t.Errorf("at %d:\n%q, not\n%q", at, got, want)
		}
	}
}

func TestSpark(t *testing.T) {
	g := &tuitest.Theme().Glyphs
	for want, values := range map[string][]float64{"▁█▄▁": {-3, 11, 4, -3}, "▅▅": {7, 7}, "▅": {0}} {
		if got := kit.Spark(g, values); got != want {
			t.Errorf("%v: %s, not %s", values, got, want)
		}
	}
}
