package width_test

import (
	"strings"
	"testing"

	"noir/tui/width"
)

// TestAFigureKeepsItsUnit: at no width does a line end within a span or between a figure and its unit, in any
// language, while other words stay apart.
func TestAFigureKeepsItsUnit(t *testing.T) {
	for text, whole := range map[string][]string{
		"4 here · busiest 18–21 h your time": {"18–21 h"},
		"4 here - busiest 18-21 h your time": {"18-21 h"},
		"meist 18–21 Uhr deiner Zeit":        {"18–21 Uhr"},
		"flest kl. 18–21 din tid":            {"kl. 18–21"},
		"en çok saat 18–21 arası":            {"saat 18–21"},
		"2 houses of 3 seats, 15 s each":     {"15 s"},
		"about 1 h 12 min ago, 50 % of it":   {"1 h", "12 min", "50 %"},
		"a take (52 % → 0 %), then rain":     {"52 % → 0 %"},
		"a take (52 % -> 0 %), then rain":    {"52 % -> 0 %"},
	} {
		for w := 12; w < 40; w++ {
			lines := width.Wrap(text, w)
			for _, line := range lines {
				if width.Of(strings.TrimRight(line, " ")) > w {
					t.Errorf("%q has more than %d cells", line, w)
				}
			}
			broken := strings.Join(lines, "\n")
			for _, one := range whole {
				if !strings.Contains(broken, one) {
					t.Errorf("on %d cells %q is broken in\n%s", w, one, broken)
				}
			}
			if got := strings.ReplaceAll(strings.Join(strings.Fields(broken), ""), " ", ""); got != strings.ReplaceAll(text, " ", "") {
				t.Errorf("%q became %q", text, broken)
			}
		}
	}
	if got := strings.Join(width.Wrap("2 houses", 4), "|"); got != "2|hous|es" {
		t.Errorf("a word that begins as a unit does is bound: %s", got)
	}
}
