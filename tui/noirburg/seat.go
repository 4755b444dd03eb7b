package noirburg

import (
	"fmt"
	"strings"

	"noir/engine"
	"noir/tui"
	"noir/tui/kit"
)

// seatView draws who sits at a seat and their clock.
type seatView struct{ brush }

// ownLine is the rule above the near mafia: name, money and time.
func (p seatView) ownLine() string {
	s := p.Near()
	mafia := p.view.Seats[s]
	who := p.mark(s) + p.nameStyle(s).Render(p.Frame.Seats[s].Name)
	if mafia.Alive {
		who += " " + p.th.Bright.Render(money(mafia.Money))
	}
	clock := p.clock(s)
	if p.w < ruledWidth {
		return kit.Spread(p.w-margin, who, clock)
	}
	who = strings.TrimPrefix(who, " ")
	facts := []string{p.th.Smoke.Render(tui.Standing(p.Frame.Seats[s])), p.presence(s), clock}
	if p.hands[s] == nil && mafia.Alive {
		facts[0] = kit.Join(" ", facts[0], p.backs(s, brief))
	}
	return " " + kit.Spread(p.w-2*margin, who, kit.Join("   ", facts...))
}

// mark is the cell before a name: a cursor if it is that mafia's turn.
func (p seatView) mark(s engine.Seat) string {
	switch {
	case p.Frame.End != nil || p.view.Active != s:
		return " "
	case s == p.Frame.Seat:
		return p.th.Lamp.Render(p.g.Cursor)
	}
	return p.th.Cold.Render(p.g.Cursor)
}

func (p seatView) nameStyle(s engine.Seat) tui.Style {
	switch {
	case !p.view.Seats[s].Alive:
		return p.th.Smoke
	case s == p.Near():
		return p.th.Bright
	}
	return p.th.Cold
}

// shortName is a name in at most w cells, with a word if the player is absent.
func (p seatView) shortName(s engine.Seat, w int) string {
	gone, _ := p.absence(s)
	if gone != "" {
		w -= 1 + kit.Width(gone)
	}
	return kit.Join(" ", p.nameStyle(s).Render(shortened(p.Frame.Seats[s].Name, w)), p.th.Danger.Render(gone))
}

// absence says, in a word and at more length, who plays in place of a seat's player; "" if they
// play themselves.
func (p seatView) absence(s engine.Seat) (word, long string) {
	switch seat := p.Frame.Seats[s]; {
	case p.Frame.End != nil || !p.view.Seats[s].Alive:
		return "", ""
	case seat.Substitute:
		return p.Words("bot"), p.Words("the house plays")
	case seat.Away:
		return p.Words("away"), p.Words("away")
	}
	return "", ""
}

// presence is the longer form of absence.
func (p seatView) presence(s engine.Seat) string {
	_, long := p.absence(s)
	return p.th.Danger.Render(long)
}

// clock shows a seat's time; nothing for a seat that is out.
func (p seatView) clock(s engine.Seat) string {
	if !p.view.Seats[s].Alive {
		return ""
	}
	return string(kit.SeatClock(nil, p.th, &p.Frame, s, p.now))
}

// othersClock is the time of the seats, other than the near one, that the table waits for. Those
// asked in a window all have the same.
func (p seatView) othersClock() string {
	if p.asked(p.Near()) {
		return ""
	}
	for s := range p.Frame.Clocks {
		if p.asked(engine.Seat(s)) {
			return p.clock(engine.Seat(s))
		}
	}
	return ""
}

// asked reports whether the table waits for a seat.
func (p seatView) asked(s engine.Seat) bool {
	return int(s) < len(p.Frame.Clocks) && p.Frame.Clocks[s].Asked
}

// backs shows how many cards a rival holds, or which when they are open.
func (p seatView) backs(s engine.Seat, d detail) string {
	if open := p.hands[s]; open != nil && d < spot {
		signs := make([]string, len(open))
		for i, c := range open {
			signs[i] = p.sign(c)
		}
		return p.th.Text.Render(strings.Join(signs, " "))
	}
	n := p.view.Seats[s].Hand
	if d == full {
		return p.th.Smoke.Render(kit.Pad(strings.Repeat(p.g.Back, n), 6))
	}
	return p.th.Smoke.Render(fmt.Sprintf("%s%d", p.g.Back, n))
}
