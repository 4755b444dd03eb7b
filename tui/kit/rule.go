package kit

import (
	"strings"

	"noir/tui"
)

// Rule draws a line of w cells with a title near its left end and facts near its
// right end. What does not fit is dropped, the first facts first.
func Rule(th *tui.Theme, w int, title string, facts ...string) string {
	const edge = 1 // cells of line outside of title and facts
	dash := th.Glyphs.Horizontal
	for len(facts) > 0 && ruleWidth(title, facts) > w {
		facts = facts[1:]
	}
	var left, right strings.Builder
	left.WriteString(th.Smoke.Render(strings.Repeat(dash, edge)))
	if title != "" {
		left.WriteString(" " + title + " ")
	}
	for i, fact := range facts {
		if i > 0 {
			right.WriteString(th.Smoke.Render(dash + dash))
		}
		right.WriteString(" " + fact + " ")
	}
	if len(facts) > 0 {
		right.WriteString(th.Smoke.Render(strings.Repeat(dash, edge)))
	}
	middle := w - Width(left.String()) - Width(right.String())
	if middle < 0 {
		return Cut(left.String()+right.String(), w)
	}
	return left.String() + th.Smoke.Render(strings.Repeat(dash, middle)) + right.String()
}

// ruleWidth is the least that a rule with these texts takes.
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
