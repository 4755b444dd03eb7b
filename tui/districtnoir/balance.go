package districtnoir

import (
	"fmt"
	"strings"

	"noir/engine"
	"noir/tui"
	"noir/tui/kit"
)

// balance says what a take would make of the score, for the seat that is to move.
type balance struct{ brush }

// line is one line, with a bar where there is room.
func (p balance) line() string {
	if p.Frame.End != nil {
		return ""
	}
	mover := p.view.Turn()
	style, room := p.th.Smoke, p.w-2*margin
	if p.own(mover) {
		style = p.th.Text
	}
	var texts []string
	switch {
	case len(p.view.Row) == 0:
		texts = []string{p.Words("there is nothing to take")}
	case p.view.Took[mover]:
		texts = p.hasTaken(mover)
	case p.view.AfterTake(mover).Cities(mover) == 3:
		style = p.th.Lamp
		if !p.own(mover) && !p.Watching() {
			style = p.th.Danger
		}
		texts = p.winning(mover)
	default:
		return " " + p.worth(mover, style, room)
	}
	return style.Render(" " + kit.FirstFit(room, texts...))
}

// hasTaken says that a seat has taken already, the longest form first.
func (p balance) hasTaken(s engine.Seat) []string {
	if p.own(s) {
		return []string{p.Words("You have taken in this round"), p.Words("You have taken")}
	}
	return []string{p.Words("%s has taken in this round", p.name(s)), p.Words("%s has taken", p.name(s))}
}

// winning says that a take would win, the longest form first.
func (p balance) winning(mover engine.Seat) []string {
	long := p.Words("A take by %s wins the game: all three cities", p.name(mover))
	if p.own(mover) {
		long = p.Words("Taking now wins the game: all three cities")
	}
	return []string{long, p.Words("Taking wins: three cities")}
}

// worth is what a take would make of the score, the viewer's side before the other, and what it is now:
// with as long a bar as there is room for, in w cells at most.
func (p balance) worth(mover engine.Seat, style tui.Style, w int) string {
	near, far := p.Near(), p.far()
	then, now := p.view.AfterTake(mover).Totals(), p.view.Totals()
	lead := style.Render(p.Words("If %s takes", p.name(mover)))
	if p.own(mover) {
		lead = style.Render(p.Words("Take now"))
	}
	points := [2]string{number(p.g, then[near]), number(p.g, then[far])}
	own, rival := p.th.Bright.Render(p.name(near)+" "+points[0]), p.th.Cold.Render(points[1]+" "+p.name(far))
	before := p.th.Smoke.Render(p.Words("(now %s)", number(p.g, now[near])+" : "+number(p.g, now[far])))
	const gap = "   "
	spare := w - kit.Width(lead) - kit.Width(own) - kit.Width(rival) - kit.Width(before) - 2*len(gap) - 2
	for _, long := range [...]int{30, 20, 10} {
		if long <= spare {
			return lead + gap + own + " " + p.bar(long, then[near], then[far]) + " " + rival + gap + before
		}
	}
	brief := style.Render(fmt.Sprintf("%s %s : %s %s", p.name(near), points[0], points[1], p.name(far)))
	return kit.FirstFit(w, lead+"  "+brief, brief)
}

// bar is the viewer's part of all points.
func (p balance) bar(w, own, rival int) string {
	own, rival = max(0, own), max(0, rival)
	full := w / 2
	if all := own + rival; all > 0 {
		full = (own*w + all/2) / all
	}
	return p.th.Bright.Render(strings.Repeat(p.g.Full, full)) + p.th.Cold.Render(strings.Repeat(p.g.Empty, w-full))
}
