package noirburg

import "noir/engine"

// position returns the position that a seat sees, as far as it sees it: the hands of
// others and the deck are empty, and chance has no seed. Nobody has passed.
func (v View) position(seat engine.Seat) position {
	p := position{
		deal:    &deal{seats: len(v.Seats), moneyWin: v.MoneyWin},
		discard: setOf(v.Discard...),
		box:     setOf(v.Box...),
		bank:    v.Bank,
		round:   v.Round,
		turn:    v.Turn,
		active:  v.Active,
		phase:   phaseNamed[v.Phase],
	}
	for s, m := range v.Seats {
		p.recall(engine.Seat(s), m)
	}
	p.of(seat).hand = setOf(v.Hand...)
	if d := v.Countdown; d != nil {
		p.countdown = countdown{on: true, holder: d.Holder, left: d.Left}
		if d.Waits {
			p.countdown.skip = v.Turn
		}
	}
	p.reopen(v.Window)
	return p
}

// phaseNamed says what a view's phase is. What is done and closes no phase, the view does
// not tell.
var phaseNamed = map[string]phase{
	PhaseMove: arranging, PhaseAttack: attacking, PhaseOpen: opening,
	PhaseHideout: relocating, PhaseDiscard: discarding, PhaseDraw: drawing,
}

// recall puts what lies open of a seat into the position.
func (p *position) recall(seat engine.Seat, seen Mafia) {
	m := p.of(seat)
	*m = mafia{
		money:    seen.Money,
		guards:   setOf(seen.Hideout.Gangsters...),
		hidden:   setOf(seen.Hidden...),
		trophies: setOf(seen.Trophies...),
		under:    seen.Hideout.Under,
		alive:    seen.Alive,
	}
	for b, crew := range seen.Businesses {
		m.open.add(b)
		*p.crew(b) = setOf(crew...)
	}
}

// reopen opens a window and those below it.
func (p *position) reopen(w *Window) {
	if w == nil {
		return
	}
	p.reopen(w.Outer)
	p.windows[p.depth] = window{
		kind: w.Kind, by: w.By, seat: w.Seat, place: w.Place,
		gang: setOf(w.Gangsters...), use: w.Use,
	}
	for _, card := range w.Cards {
		p.windows[p.depth].cards = append(p.windows[p.depth].cards, thrown{card: card})
	}
	p.depth++
}
