package districtnoir

import (
	"strings"

	"noir/engine"
	"noir/tui"
	"noir/tui/kit"
)

// ruledWidth is the width from which parts are drawn in their longer forms.
const ruledWidth = 60

// seatView tells who sits at the table, and what their clocks show.
type seatView struct {
	brush
	clocks *[seats]clockLine
}

// line tells who sits there, what they hold, whether they have taken, and their time.
func (p seatView) line(s engine.Seat) string {
	hand, clock := p.held(s), p.clocks[s].time
	took, tookShort := p.Words("take open"), p.Words("open")
	if p.view.Took[s] {
		took, tookShort = p.Words("take used"), p.Words("used")
	}
	if p.w < ruledWidth {
		facts, right := p.facts(nil, "  ", hand, tookShort, clock)
		long, _ := p.who(nil, s, true)
		short, _ := p.who(nil, s, false)
		return " " + kit.Spread(p.w-margin, kit.FirstFit(p.w-right-margin-1, string(long), string(short)), string(facts))
	}
	if hand != "" {
		hand = p.Words("hand %s", hand)
	}
	facts, right := p.facts(make([]byte, 0, 256), "   ", hand, took, clock)
	line, left := p.who(append(make([]byte, 0, 512), ' '), s, true)
	room := p.w - 2*margin
	if right == 0 || left+right >= room {
		return " " + kit.Spread(room, string(line[1:]), string(facts)) + " "
	}
	return string(append(append(kit.Spaces(line, room-left-right), facts...), ' '))
}

// facts appends what a seat has, and the styled clock, with gaps between them, and returns the width. It leaves
// out what says nothing: an empty hand, no clock.
func (p seatView) facts(line []byte, gap, hand, took, clock string) (_ []byte, cells int) {
	for i, text := range [...]string{hand, took, clock} {
		if text == "" {
			continue
		}
		if cells > 0 {
			line = append(line, gap...)
			cells += len(gap)
		}
		if i < 2 {
			line = p.th.Smoke.Append(line, text)
		} else {
			line = append(line, text...)
		}
		cells += kit.Width(text)
	}
	return line, cells
}

// who appends the name of a seat, marked when it is to move, with its rating or its kind, or with what keeps its
// player from the table, and returns the width.
func (p seatView) who(line []byte, s engine.Seat, long bool) (_ []byte, cells int) {
	seat := p.Frame.Seats[s]
	if p.toMove(s) {
		mark := p.th.Cold
		if p.MayAct() {
			mark = p.th.Lamp
		}
		line = append(mark.Append(line, p.g.Cursor), ' ')
		cells += kit.Width(p.g.Cursor) + 1
	}
	style := p.th.Cold
	if s == p.Near() {
		style = p.th.Bright
	}
	line = style.Append(line, seat.Name)
	cells += kit.Width(seat.Name)
	if !long {
		return line, cells
	}
	more := tui.Standing(seat)
	switch style = p.th.Smoke; {
	case seat.Away:
		more, style = p.Words("away"), p.th.Danger
	case seat.Substitute:
		more = p.Words("the house plays")
	case more != "":
		return style.Append(append(line, ' '), more), cells + 1 + kit.Width(more)
	}
	if more == "" {
		return line, cells
	}
	return style.End(append(append(style.Begin(line), ' '), more...)), cells + 1 + kit.Width(more)
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
			return strings.Join(cardView{p.brush}.chips(open), " ")
		}
		return signs(p.g, open)
	}
	if p.view.Hands[s] == 0 && p.Frame.End == nil {
		return p.Words("empty")
	}
	return strings.Repeat(p.g.Back, p.view.Hands[s])
}
