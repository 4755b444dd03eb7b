package search

import (
	"noir/engine"
	"noir/engine/noirburg/rules"
)

// The reflexes of a seat against others on its own turn.

// spite is the worth to a seat of a point that a rival loses: the more, the further that rival
// is ahead of others.
func (p *playout) spite(seat, rival engine.Seat) float64 {
	var all float64
	for s, lead := range p.lead[:p.Seats()] {
		if engine.Seat(s) != seat {
			all += lead
		}
	}
	return p.lead[rival] / all
}

// What playing a card must bring, and the worth of luring a gangster of power 3.
const (
	gainAmbush = 1.5
	gainLure   = 2.0
)

// ambush plays a Drive-by on a rival's weak business, or a Turncoat for a strong gangster
// there.
func (p *playout) ambush(seat engine.Seat) (m rules.Move, ok bool) {
	hand := p.Of(seat).Hand
	cars, lures := hand.Of(rules.Driveby), hand.Of(rules.Turncoat)
	if cars.Empty() && lures.Empty() {
		return m, false
	}
	best := gainAmbush
	for r := range engine.Seat(p.Seats()) {
		if r == seat {
			continue
		}
		for b := range p.Of(r).Open.All() {
			if gain := p.burn(seat, r, b); gain > best && !cars.Empty() {
				best = gain
				m = rules.Move{Type: rules.TypeDriveby, Cards: []rules.Card{cars.First()}, Seat: r, Place: rules.At(b)}
			}
			if g := p.Crew(b).Strongest(); g.Power() == 3 && gainLure > best && !lures.Empty() {
				best = gainLure
				m = rules.Move{Type: rules.TypeTurncoat, Card: lures.First(), Seat: r, Place: rules.At(b), Gangster: g}
			}
		}
	}
	return m, best > gainAmbush
}

// burn is the return of a Drive-by on a rival's business.
func (p *playout) burn(seat, rival engine.Seat, b rules.Card) float64 {
	need := p.Crew(b).Power() + b.Income()
	if need > 6 {
		return 0
	}
	return p.spite(seat, rival) * float64(7-need) / 6 * float64(need+b.Income()*p.turns[rival])
}

// raid attacks where the return is greatest.
func (p *playout) raid(seat engine.Seat) (m rules.Move, ok bool) {
	all := p.Standing(p.Of(seat))
	if p.Phase > rules.Attacking || p.FirstTurn() || all.Empty() {
		return m, false
	}
	best, power := p.daring[seat], all.Power()
	try := func(rival engine.Seat, at rules.Place) {
		need := p.defence(rival, at)
		if need > power || p.Acts.Attacked.Overlaps(p.ShareAttack(rival, at)) {
			return
		}
		gang := all.Enough(need)
		if gain := p.loot(gang, seat, rival, at); gain > best {
			best, ok = gain, true
			m = rules.Move{Type: rules.TypeAttack, Gangsters: gang.Cards(), Seat: rival, Place: at}
		}
	}
	for r := range engine.Seat(p.Seats()) {
		if r == seat || !p.Of(r).Alive {
			continue
		}
		try(r, rules.OnHideout)
		for b := range p.Of(r).Open.All() {
			try(r, rules.At(b))
		}
	}
	return m, ok
}

// defence returns the power needed to beat a place.
func (p *playout) defence(rival engine.Seat, at rules.Place) int {
	b, need := at.Business(), 0
	if at == rules.OnHideout {
		m := p.Of(rival)
		b, need = m.Under, rules.HideoutNumber+m.Guards.Power()
	}
	if b != 0 {
		need += b.Income() + p.Crew(b).Power()
	}
	return need
}

// absence is the worth of each power at home that an attack leaves hidden.
const absence = 0.25

// loot is the return of beating a place with a gang.
func (p *playout) loot(gang rules.Set, seat, rival engine.Seat, at rules.Place) float64 {
	o := p.Battle(gang, rival, at).Fight()
	income := o.Ruin.Income()
	gain, harm := float64(o.Stolen), float64(o.Stolen+o.Fallen.Power()+income*(1+p.turns[rival]))
	if at == rules.OnHideout {
		g, h := p.extort(rival, income)
		gain, harm = gain+g, harm+h
	}
	lost := o.Lost.Power()
	return gain + p.spite(seat, rival)*harm - float64(lost) - absence*float64(gang.Power()-lost)
}

// extort is the return of a breach, and its cost to the rival.
func (p *playout) extort(rival engine.Seat, income int) (gain, harm float64) {
	money := p.Of(rival).Money
	for die := 1; die <= 6; die++ {
		if due := die + income; due <= money {
			gain, harm = gain+float64(due), harm+float64(due)
		} else {
			gain, harm = gain+float64(money+2*rules.Trophy), harm+float64(money+rules.Trophy)
		}
	}
	return gain / 6, harm / 6
}
