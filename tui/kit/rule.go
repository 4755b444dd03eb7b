package kit

import (
	"strings"

	"noir/tui"
)

// Rule draws a horizontal line of w cells with a title near its left end and facts near its right
// end. It drops what does not fit, the first facts first.
func Rule(th *tui.Theme, w int, title string, facts ...string) string {
	if title == "" && len(facts) == 0 {
		return dashes(th, w)
	}
	for len(facts) > 0 && ruleWidth(title, facts) > w {
		facts = facts[1:]
	}
	dash := dashes(th, 1)
	parts := append(make([]string, 0, 32), dash)
	if title != "" {
		parts = append(parts, " ", title, " ")
	}
	middle := w - ruleWidth(title, facts)
	if middle < 0 {
		return Cut(strings.Join(parts, ""), w)
	}
	parts = append(parts, dashes(th, middle))
	for _, fact := range facts {
		parts = append(parts, dash, " ", fact, " ", dash)
	}
	return strings.Join(parts, "")
}

// line is the cache key for a rule of that many cells.
type line int

// dashes draws n cells of a rule.
func dashes(th *tui.Theme, n int) string {
	if drawn, ok := th.Kept(line(n)); ok {
		return drawn.(string)
	}
	drawn := th.Smoke.Render(strings.Repeat(th.Glyphs.Horizontal, n))
	th.Keep(line(n), drawn)
	return drawn
}

// ruleWidth is the least width of a rule with these texts.
func ruleWidth(title string, facts []string) int {
	w := 1
	if title != "" {
		w += Width(title) + 2
	}
	for _, f := range facts {
		w += Width(f) + 4
	}
	return w
}

// Bar draws a fraction, from 0 to 1, as a bar of w cells.
func Bar(g *tui.Glyphs, style tui.Style, w int, fraction float64) string {
	full := int(min(1, max(0, fraction))*float64(w) + 0.5)
	return style.Render(strings.Repeat(g.Full, full) + strings.Repeat(g.Empty, w-full))
}
