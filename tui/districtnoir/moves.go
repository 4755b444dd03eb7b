package districtnoir

import (
	"fmt"
	"slices"
	"strings"

	rules "noir/engine/districtnoir"
	"noir/tui"
	"noir/tui/kit"
)

// lastMoves tells the newest moves, the newest first, as far as they fit.
func (p painter) lastMoves() string {
	var told []string
	used := margin
	for _, l := range slices.Backward(p.frame.Log) {
		for _, text := range slices.Backward(p.tell(l, p.write)) {
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

// write names cards in brief, cities by their names.
func (p painter) write(cards []rules.Card) string {
	out := make([]string, len(cards))
	for i, c := range cards {
		out[i] = sign(p.g, c)
		if c.City() {
			out[i] = say(c)
		}
	}
	return strings.Join(out, " ")
}

// sideLog tells the moves at the side, the newest at the lower end.
func (p painter) sideLog(h int) kit.Block {
	const indent = "    "
	var lines []string
	add := func(start, text string, style tui.Style) {
		for _, part := range kit.Wrap(text, logWidth-4-len(indent)) {
			lines = append(lines, p.th.Smoke.Render(start)+style.Render(part))
			start = indent
		}
	}
	for _, l := range p.frame.Log {
		told := p.tell(l, p.write)
		add(fmt.Sprintf("%3d ", l.Ply), told[0], p.th.Text)
		for _, follows := range told[1:] {
			add(indent, follows, p.th.Smoke)
		}
	}
	room := h - 2
	lines = lines[max(0, len(lines)-room):]
	lines = append(lines, make([]string, room-len(lines))...)
	return kit.Panel(p.th, logWidth, "the story so far", lines...)
}
