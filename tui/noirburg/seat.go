package noirburg

import (
	"slices"
	"strings"

	"noir/engine"
	"noir/tui"
	"noir/tui/kit"
)

// ownLine is the rule above the near mafia: who, his money, his time.
func (p painter) ownLine() string {
	s := p.near()
	mafia := p.view.Seats[s]
	who := p.mark(s) + p.nameStyle(s).Render(p.frame.Seats[s].Name)
	if mafia.Alive {
		who += " " + p.th.Bright.Render(money(mafia.Money))
	}
	clock := p.clock(s)
	if p.w < ruledWidth {
		return kit.Spread(p.w-margin, who, clock)
	}
	who = strings.TrimPrefix(who, " ")
	facts := []string{p.th.Smoke.Render(tui.Standing(p.frame.Seats[s])), p.presence(s), clock}
	if p.hands[s] == nil && mafia.Alive {
		facts[0] = kit.Join(" ", facts[0], p.backs(s, brief))
	}
	return kit.Rule(p.th, p.w, who, slices.DeleteFunc(facts, func(f string) bool { return f == "" })...)
}

// mark is the cell before a name: a cursor if it is that mafia's turn.
func (p painter) mark(s engine.Seat) string {
	switch {
	case p.frame.End != nil || p.view.Active != s:
		return " "
	case s == p.frame.Seat:
		return p.th.Lamp.Render(p.g.Cursor)
	}
	return p.th.Cold.Render(p.g.Cursor)
}

func (p painter) nameStyle(s engine.Seat) tui.Style {
	switch {
	case !p.view.Seats[s].Alive:
		return p.th.Smoke
	case s == p.near():
		return p.th.Bright
	}
	return p.th.Cold
}

// shortName is a name in w cells at most, with a word if its player is not there.
func (p painter) shortName(s engine.Seat, w int) string {
	gone, _ := p.absence(s)
	if gone != "" {
		w -= 1 + kit.Width(gone)
	}
	return kit.Join(" ", p.nameStyle(s).Render(shortened(p.frame.Seats[s].Name, w)), p.th.Danger.Render(gone))
}

// shortened is a name in w cells at most. The end of a longer one stays, which tells
// house players apart.
func shortened(name string, w int) string {
	const end = 2
	if len(name) > w {
		name = name[:max(0, w-end)] + name[len(name)-end:]
	}
	return name
}

// absence says in a word, and at more length, who plays in place of a seat's player,
// "" if he does.
func (p painter) absence(s engine.Seat) (word, long string) {
	switch seat := p.frame.Seats[s]; {
	case p.frame.End != nil || !p.view.Seats[s].Alive:
		return "", ""
	case seat.Substitute:
		return p.Words("bot"), p.Words("the house plays")
	case seat.Away:
		return p.Words("away"), p.Words("away")
	}
	return "", ""
}

// presence is absence at more length.
func (p painter) presence(s engine.Seat) string {
	_, long := p.absence(s)
	return p.th.Danger.Render(long)
}

// clock shows a seat's time; nothing for who is out.
func (p painter) clock(s engine.Seat) string {
	if !p.view.Seats[s].Alive {
		return ""
	}
	return kit.SeatClock(p.th, &p.frame, s, p.now)
}

// othersClock is the time of whoever the table waits for beside the near seat. Those
// who are asked in a window have all the same.
func (p painter) othersClock() string {
	if p.asked(p.near()) {
		return ""
	}
	for s := range p.frame.Clocks {
		if p.asked(engine.Seat(s)) {
			return p.clock(engine.Seat(s))
		}
	}
	return ""
}

// asked reports whether the table waits for a seat.
func (p painter) asked(s engine.Seat) bool {
	return int(s) < len(p.frame.Clocks) && p.frame.Clocks[s].Asked
}
