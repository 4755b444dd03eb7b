package districtnoir

import (
	"fmt"
	"slices"

	"noir/engine"
	rules "noir/engine/districtnoir"
	"noir/tui"
	"noir/tui/kit"
)

// balance says how a take by the seat on move would change the score.
type balance struct{ brush }

// line is one line, with a bar where there is room.
func (p balance) line() string {
	if p.Frame.End != nil {
		return ""
	}
	offer, taker := p.next()
	style, room := p.th.Smoke, p.w-2*margin
	if p.own(taker) {
		style = p.th.Text
	}
	var texts []string
	switch {
	case len(offer.Row) == 0:
		texts = []string{p.Words("There is nothing to take")}
	case offer.Took[taker]:
		texts = p.hasTaken(taker)
	case offer.AfterTake(taker).Cities(taker) == 3:
		style = p.th.Lamp
		if !p.own(taker) && !p.Watching() {
			style = p.th.Danger
		}
		texts = p.winning(taker)
	default:
		return p.worth(offer, taker, style, room)
	}
	return style.Render(" " + kit.FirstFit(room, texts...))
}

// next returns who may take next, and what they would find. That is the other seat, after the picked card, when the
// viewer has picked one or cannot take.
func (p balance) next() (offer rules.View, taker engine.Seat) {
	offer, taker = p.view, p.view.Turn()
	other := 1 - taker
	if !p.MayAct() || p.view.Took[other] {
		return offer, taker
	}
	if p.pick.kind == cardPick {
		offer.Row = append(slices.Clip(offer.Row), p.hand()[p.pick.card])
		return offer, other
	}
	if p.view.Took[taker] {
		return offer, other
	}
	return offer, taker
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

// worth shows the score after a take of an offer, and the present one, the viewer's side first: with as long a bar as
// there is room for, in at most w cells after a blank.
func (p balance) worth(offer rules.View, taker engine.Seat, style tui.Style, w int) string {
	near, far := p.Near(), p.far()
	then, now := offer.AfterTake(taker).Totals(), p.view.Totals()
	lead := p.Words("If %s takes", p.name(taker))
	switch {
	case p.own(taker):
		lead = p.Words("Take now")
	case len(offer.Row) > len(p.view.Row):
		lead = p.Words("If %s then takes", p.name(taker))
	}
	own, rival := number(p.g, then[near]), number(p.g, then[far])
	nearest, farthest := p.name(near), p.name(far)
	before := p.Words("(now %s)", number(p.g, now[near])+" : "+number(p.g, now[far]))
	const gap = "   "
	spare := w - kit.Width(lead) - 2 - kit.Width(nearest) - kit.Width(own) - kit.Width(rival) - kit.Width(farthest) - kit.Width(before) - 2*len(gap) - 2
	for _, long := range [...]int{30, 20, 10} {
		if long > spare {
			continue
		}
		line := append(style.Append(append(make([]byte, 0, 512), ' '), lead), gap...)
		line = p.th.Bright.End(append(append(append(p.th.Bright.Begin(line), nearest...), ' '), own...))
		line = append(p.bar(append(line, ' '), long, then[near], then[far]), ' ')
		line = p.th.Cold.End(append(append(append(p.th.Cold.Begin(line), rival...), ' '), farthest...))
		return string(p.th.Smoke.Append(append(line, gap...), before))
	}
	lead = style.Render(lead)
	brief := style.Render(fmt.Sprintf("%s %s : %s", nearest, own, rival))
	full := style.Render(fmt.Sprintf("%s %s, %s %s", nearest, own, farthest, rival))
	lead += " " + style.Render(p.th.Sign("→")) + " "
	return " " + kit.FirstFit(w, lead+full, lead+brief, full)
}

// bar appends the viewer's part of all points.
func (p balance) bar(line []byte, w, own, rival int) []byte {
	own, rival = max(0, own), max(0, rival)
	full := w / 2
	if all := own + rival; all > 0 {
		full = (own*w + all/2) / all
	}
	line = p.th.Bright.Begin(line)
	for range full {
		line = append(line, p.g.Full...)
	}
	line = p.th.Cold.Begin(p.th.Bright.End(line))
	for range w - full {
		line = append(line, p.g.Empty...)
	}
	return p.th.Cold.End(line)
}
