package districtnoir

import (
	"slices"
	"strings"

	"noir/engine"
	rules "noir/engine/districtnoir"
	"noir/tui/kit"
)

// lastMoves tells the newest moves, the newest first, as far as they fit.
func (p *painter) lastMoves() string {
	var told []string
	used := margin
	for _, l := range slices.Backward(p.Frame.Log) {
		for _, text := range slices.Backward(p.retell(l)) {
			told = append(told, text)
			used += kit.Width(text) + 3
		}
		if used > p.w {
			break
		}
	}
	for len(told) > 1 && used-3 > p.w {
		used -= kit.Width(told[len(told)-1]) + 3
		told = told[:len(told)-1]
	}
	return kit.Cut(p.th.Smoke.Render(" "+strings.Join(told, " "+p.g.Dot+" ")), p.w)
}

// retell tells a line of the log, from memory if it can.
func (p *painter) retell(l engine.Line) []string {
	told, ok := p.shown.told[l.Ply]
	if !ok {
		told = teller{p.speech}.tell(l, p.write)
		p.shown.told[l.Ply] = told
	}
	return told
}

// write names cards in brief, cities by their names.
func (p *painter) write(cards []rules.Card) string {
	out := make([]string, len(cards))
	for i, c := range cards {
		out[i] = sign(p.g, c)
		if c.City() {
			out[i] = p.say(c)
		}
	}
	return strings.Join(out, " ")
}
