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

// TestOdds: the curve stands between 0 and 100 on both sides of a middle line, with flags on it and
// a line down at the turning point, and its pointer under it.
func TestOdds(t *testing.T) {
	th := tuitest.Theme()
	odds := kit.Odds{Values: []float64{90, 80, 30, 20, 0}, Turning: 2, Flags: []kit.Flag{{At: 1, Sign: "?", Style: th.Text}, {At: 2, Sign: "×", Style: th.Danger}}}
	var lines []string
	for _, line := range odds.Draw(th, 25, 5) {
		lines = append(lines, strings.TrimRight(ansi.Strip(line), " "))
	}
	if got, want := strings.Join(lines, "\n"), strings.Join([]string{
		"100 ⠤⢄⣀⣀      │",
		"        ⠉?⠤⡀  │",
		" 50 · · · ·⠈⠢⣀│ · · · · ·",
		"              ×⠒⠤⠤⢄⣀⡀",
		"  0           │     ⠈⠑⠒⠤⣀",
	}, "\n"); got != want {
		t.Errorf("the odds are\n%s\nnot\n%s", got, want)
	}
	for _, styled := range []string{th.Smoke.Render("100 "), th.Text.Render("?"), th.Danger.Render("×")} {
		if picture := strings.Join(odds.Draw(th, 25, 5), "\n"); !strings.Contains(picture, styled) {
			t.Errorf("%q is not in %q", styled, picture)
		}
	}
	for at, want := range []string{
		"    ^ here and now",
		"         ^ here and now",
		" here and now ^",
		"      here and now ^",
		"           here and now ^",
	} {
		if got := ansi.Strip(odds.Point(th, at, 25, "here and now")); got != want {
			t.Errorf("at %d:\n%q, not\n%q", at, got, want)
		}
	}
	for want, words := range map[string][]string{
		"         ^ here and now":   {"here and now, too long", "here and now"},
		"         ^ far too long f": {"far too long for here and now", "far too long for here"},
	} {
		if got := ansi.Strip(odds.Point(th, 1, 25, words...)); got != want {
			t.Errorf("of %q:\n%q, not\n%q", words, got, want)
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
