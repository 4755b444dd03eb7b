package districtnoir

import (
	"strings"

	"noir/engine"
	"noir/tui"
	"noir/tui/kit"
)

// ruledWidth is the width from which parts are drawn in their longer forms.
const ruledWidth = 60

// seatView tells who sits at the table.
type seatView struct{ brush }

// line tells who sits there, what they hold, whether they have taken, and their time.
func (p seatView) line(s engine.Seat) string {
	hand := p.held(s)
	took, tookShort := p.Words("take open"), p.Words("open")
	if p.view.Took[s] {
		took, tookShort = p.Words("take used"), p.Words("used")
	}
	if p.w >= ruledWidth {
		if hand != "" {
			hand = p.Words("hand %s", hand)
		}
		facts := kit.Join("   ", p.facts(hand, took, p.clock(s))...)
		return " " + kit.Spread(p.w-2*margin, p.who(s, true), facts) + " "
	}
	right := strings.Join(p.facts(hand, tookShort, p.clock(s)), "  ")
	left := kit.FirstFit(p.w-kit.Width(right)-margin-1, p.who(s, true), p.who(s, false))
	return " " + kit.Spread(p.w-margin, left, right)
}

// facts leaves out what says nothing: an empty hand, no clock.
func (p seatView) facts(hand, took, clock string) []string {
	var facts []string
	for _, text := range []string{hand, took} {
		if text != "" {
			facts = append(facts, p.th.Smoke.Render(text))
		}
	}
	if clock != "" {
		facts = append(facts, clock)
	}
	return facts
}

// who names a seat, marked when it is to move, with its rating or its kind, or with what keeps its
// player from the table.
func (p seatView) who(s engine.Seat, long bool) string {
	seat := p.Frame.Seats[s]
	style := p.th.Cold
	if s == p.Near() {
		style = p.th.Bright
	}
	name := style.Render(seat.Name)
	if p.toMove(s) {
		mark := p.th.Cold
		if p.MayAct() {
			mark = p.th.Lamp
		}
		name = mark.Render(p.g.Cursor) + " " + name
	}
	if !long {
		return name
	}
	switch {
	case seat.Away:
		return name + p.th.Danger.Render(" "+p.Words("away"))
	case seat.Substitute:
		return name + p.th.Smoke.Render(" "+p.Words("the house plays"))
	}
	return kit.Join(" ", name, p.th.Smoke.Render(tui.Standing(seat)))
}

// toMove reports whether the table waits for a seat.
func (p seatView) toMove(s engine.Seat) bool { return p.Frame.End == nil && p.view.Turn() == s }

// held shows the hand of a seat that is not drawn as cards: its backs, or its
// faces when they are open.
func (p seatView) held(s engine.Seat) string {
	if s == p.Near() && !p.Watching() {
		return ""
	}
	if open := p.hands[s]; open != nil {
		if s == p.Near() {
			return ""
		}
		if p.w >= ruledWidth {
			return strings.Join(cardView(p).chips(open), " ")
		}
		return signs(p.g, open)
	}
	if p.view.Hands[s] == 0 && p.Frame.End == nil {
		return p.Words("empty")
	}
	return strings.Repeat(p.g.Back, p.view.Hands[s])
}

// clock shows a seat's time.
func (p seatView) clock(s engine.Seat) string { return kit.SeatClock(p.th, &p.Frame, s, p.now) }
