package rules

import "noir/engine"

// Position returns the position that a seat sees, as far as it sees it: the hands of
// others and the deck are empty, and chance has no seed. Nobody has passed.
func (v View) Position(seat engine.Seat) Position {
	p := Position{
		Deal:    &Start{Seats: len(v.Seats), MoneyWin: v.MoneyWin},
		Discard: SetOf(v.Discard...),
		Box:     SetOf(v.Box...),
		Bank:    v.Bank,
		Round:   v.Round,
		Turn:    v.Turn,
		Active:  v.Active,
		Phase:   phaseNamed[v.Phase],
	}
	for s, m := range v.Seats {
		p.recall(engine.Seat(s), m)
	}
	p.Of(seat).Hand = SetOf(v.Hand...)
	if d := v.Countdown; d != nil {
		p.Countdown = EndCount{On: true, Holder: d.Holder, Left: d.Left}
		if d.Waits {
			p.Countdown.Skip = v.Turn
		}
	}
	p.reopen(v.Window)
	return p
}

// phaseNamed says what a view's phase is. What is done and closes no phase, the view does
// not tell.
var phaseNamed = map[string]phase{
	PhaseMove: Arranging, PhaseAttack: Attacking, PhaseOpen: Opening,
	PhaseHideout: Relocating, PhaseDiscard: discarding, PhaseDraw: drawing,
}

// recall puts what lies open of a seat into the position.
func (p *Position) recall(seat engine.Seat, seen Mafia) {
	m := p.Of(seat)
	*m = Family{
		Money:    seen.Money,
		Guards:   SetOf(seen.Hideout.Gangsters...),
		Hidden:   SetOf(seen.Hidden...),
		Trophies: SetOf(seen.Trophies...),
		Under:    seen.Hideout.Under,
		Alive:    seen.Alive,
	}
	for b, crew := range seen.Businesses {
		m.Open.Add(b)
		*p.Crew(b) = SetOf(crew...)
	}
}

// reopen opens a window and those below it.
func (p *Position) reopen(w *Window) {
	if w == nil {
		return
	}
	p.reopen(w.Outer)
	p.Windows[p.Depth] = OpenWindow{
		Kind: w.Kind, By: w.By, Seat: w.Seat, Place: w.Place,
		Gang: SetOf(w.Gangsters...), Use: w.Use,
	}
	for _, card := range w.Cards {
		p.Windows[p.Depth].Cards = append(p.Windows[p.Depth].Cards, thrown{card: card})
	}
	p.Depth++
}
