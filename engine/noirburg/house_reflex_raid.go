package noirburg

import "noir/engine"

// The reflexes of a seat against others in its own turn.

// spite is what a point that a rival loses is worth to a seat: the more, the further ahead he
// is of other rivals.
func (p *playout) spite(seat, rival engine.Seat) float64 {
	var all float64
	for s, lead := range p.lead[:p.seats()] {
		if engine.Seat(s) != seat {
			all += lead
		}
	}
	return p.lead[rival] / all
}

// What throwing in a card has to bring, and what luring a gangster of power 3 does.
const (
	gainAmbush = 1.5
	gainLure   = 2.0
)

// ambush plays a Drive-by on a weak business of a rival, or a Turncoat for a strong
// gangster there.
func (p *playout) ambush(seat engine.Seat) (m Move, ok bool) {
	hand := p.of(seat).hand
	cars, lures := hand.of(Driveby), hand.of(Turncoat)
	if cars.empty() && lures.empty() {
		return m, false
	}
	best := gainAmbush
	for r := range engine.Seat(p.seats()) {
		if r == seat {
			continue
		}
		for b := range p.of(r).open.all() {
			if gain := p.burn(seat, r, b); gain > best && !cars.empty() {
				best = gain
				m = Move{Type: TypeDriveby, Cards: []Card{cars.first()}, Seat: r, Place: At(b)}
			}
			if g := p.crew(b).strongest(); g.Power() == 3 && gainLure > best && !lures.empty() {
				best = gainLure
				m = Move{Type: TypeTurncoat, Card: lures.first(), Seat: r, Place: At(b), Gangster: g}
			}
		}
	}
	return m, best > gainAmbush
}

// burn is what a Drive-by on a business of a rival brings.
func (p *playout) burn(seat, rival engine.Seat, b Card) float64 {
	need := p.crew(b).power() + b.Income()
	if need > 6 {
		return 0
	}
	return p.spite(seat, rival) * float64(7-need) / 6 * float64(need+b.Income()*p.turns[rival])
}

// raid attacks where that brings most.
func (p *playout) raid(seat engine.Seat) (m Move, ok bool) {
	all := p.standing(p.of(seat))
	if p.phase > attacking || p.firstTurn() || all.empty() {
		return m, false
	}
	best, power := p.daring[seat], all.power()
	try := func(rival engine.Seat, at Place) {
		need := p.defence(rival, at)
		if need > power || p.acts.attacked.overlaps(p.shareAttack(rival, at)) {
			return
		}
		gang := all.enough(need)
		if gain := p.loot(gang, seat, rival, at); gain > best {
			best, ok = gain, true
			m = Move{Type: TypeAttack, Gangsters: gang.cards(), Seat: rival, Place: at}
		}
	}
	for r := range engine.Seat(p.seats()) {
		if r == seat || !p.of(r).alive {
			continue
		}
		try(r, OnHideout)
		for b := range p.of(r).open.all() {
			try(r, At(b))
		}
	}
	return m, ok
}

// defence returns the power that beats a place.
func (p *playout) defence(rival engine.Seat, at Place) int {
	b, need := at.Business(), 0
	if at == OnHideout {
		m := p.of(rival)
		b, need = m.under, hideoutNumber+m.guards.power()
	}
	if b != 0 {
		need += b.Income() + p.crew(b).power()
	}
	return need
}

// absence is what each power is worth at home that an attack leaves hidden.
const absence = 0.25

// loot is what a gang brings from a place that it beats.
func (p *playout) loot(gang set, seat, rival engine.Seat, at Place) float64 {
	o := p.battle(gang, rival, at).fight()
	income := o.ruin.Income()
	gain, harm := float64(o.stolen), float64(o.stolen+o.fallen.power()+income*(1+p.turns[rival]))
	if at == OnHideout {
		g, h := p.extort(rival, income)
		gain, harm = gain+g, harm+h
	}
	lost := o.lost.power()
	return gain + p.spite(seat, rival)*harm - float64(lost) - absence*float64(gang.power()-lost)
}

// extort is what a breach brings, and what it costs the rival.
func (p *playout) extort(rival engine.Seat, income int) (gain, harm float64) {
	money := p.of(rival).money
	for die := 1; die <= 6; die++ {
		if due := die + income; due <= money {
			gain, harm = gain+float64(due), harm+float64(due)
		} else {
			gain, harm = gain+float64(money+2*trophy), harm+float64(money+trophy)
		}
	}
	return gain / 6, harm / 6
}
