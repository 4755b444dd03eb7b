package rules

import (
	"slices"

	"noir/engine"
)

// Position returns the position as far as a seat sees it: the hands of others and the deck are
// empty, chance has no seed, and nobody has passed.
func (v View) Position(seat engine.Seat) Position {
	p := Position{
		Deal:   &Start{Seats: len(v.Seats), MoneyWin: v.MoneyWin},
		Stock:  Stock{Discard: SetOf(v.Discard...), Box: SetOf(v.Box...)},
		Town:   Town{Bank: v.Bank},
		Course: Course{Round: v.Round, Turn: v.Turn, Active: v.Active, Phase: phase(max(0, slices.Index(phaseNames[:], v.Phase)))},
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
