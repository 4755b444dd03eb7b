package districtnoir

import (
	"strings"

	rules "noir/engine/districtnoir"
	"noir/tui/kit"
)

// reminderView tells how a round goes and what counts: it stands beside the table while the story is short.
type reminderView struct{ cardView }

func (p reminderView) lines() []string {
	signs := func(from, to rules.Card, write func(rules.Card) string) string {
		var out []string
		for c := from; c <= to; c++ {
			out = append(out, tone(p.th, c).Render(write(c)))
		}
		return strings.Join(out, " ")
	}
	whole := func(c rules.Card) string { return chip(p.g, c) }
	parts := [...]struct{ cards, says, brief string }{
		{signs(rules.Five, rules.Eight, whole), p.Words("the most of a gang: its number, once"), p.Words("most: its number")},
		{signs(rules.Five, rules.Eight, func(c rules.Card) string { return gang(p.g, c) }), p.Words("one of each is a set: 5"), p.Words("a set: 5")},
		{signs(rules.Plus2, rules.Plus4, whole), p.Words("alliances: what they say"), p.Words("alliances")},
		{signs(rules.Minus1, rules.Minus3, whole), p.Words("betrayals: taken off"), p.Words("betrayals")},
		{signs(rules.Harbor, rules.CityHall, whole), p.Words("all three after a take: you have won"), p.Words("all three: won")},
	}
	label := 0
	for _, part := range parts {
		label = max(label, kit.Width(part.cards)+2)
	}
	lines := []string{"", p.th.Bright.Render(p.Words("How it goes"))}
	for _, says := range [...]string{p.Words("Lay a card, or take the newest five."), p.Words("A round is five cards and one take each.")} {
		for _, line := range kit.Wrap(says, p.w) {
			lines = append(lines, p.th.Text.Render(line))
		}
	}
	lines = append(lines, "", p.th.Bright.Render(p.Words("What counts")))
	for _, part := range parts {
		lines = append(lines, kit.Pad(part.cards, label)+p.th.Text.Render(kit.FirstFit(p.w-label, part.says, part.brief)))
	}
	return lines
}
