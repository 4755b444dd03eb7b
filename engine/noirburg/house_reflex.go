package noirburg

import "noir/engine"

// The reflexes of a seat in its own turn, but for those against others.

// settleDown places the hidden gangsters of the active seat, the strongest first; who finds
// no room goes.
func (p *playout) settleDown() {
	p.acts.arranged = true
	own := p.of(p.active)
	for power := len(numberSets) - 1; power > 0; power-- {
		for g := range own.hidden.common(numberSets[power]).all() {
			own.hidden.remove(g)
			if at := p.post(own, power); at != 0 {
				p.enter(own, g, at)
			} else {
				p.discard.add(g)
			}
		}
	}
}

// post returns where most is at stake of the places that have room for a gangster, nowhere
// if none has.
func (p *playout) post(own *mafia, power int) (best Place) {
	most := 0
	if p.room(own, OnHideout) >= power {
		best, most = OnHideout, p.shelterStake(own)
	}
	for b := range own.open.all() {
		if p.room(own, At(b)) < power {
			continue
		}
		stake := 4*b.Income() - p.crew(b).power()
		if b == own.under {
			stake += 2
		}
		if best == 0 || stake > most {
			best, most = At(b), stake
		}
	}
	return best
}

// shelterStake is what is at stake on the Hideout: little for who can pay for it.
func (p *playout) shelterStake(own *mafia) int {
	if own.money >= demand(6, own.under) {
		return 2
	}
	return 12 - own.guards.power()
}

// spare is the money that a seat is free to spend: none of a majority of it.
func (p *playout) spare(seat engine.Seat) int {
	money := p.of(seat).money
	if most := Majority(p.seats()); p.deal.moneyWin && money >= most {
		money -= most
	}
	return money
}

// close reports whether the next tribute may bring a seat the majority.
func (p *playout) close(seat engine.Seat) bool {
	own := p.of(seat)
	return p.deal.moneyWin && p.turns[seat] > 0 && own.money+own.due() >= Majority(p.seats())
}

// invest opens businesses, the cheapest first, then gangsters.
func (p *playout) invest(seat engine.Seat) (m Move, ok bool) {
	if p.phase > opening {
		return m, false
	}
	own, spare := p.of(seat), p.spare(seat)
	for number := 1; number-1 <= spare && number < len(numberSets); number++ {
		some := own.hand.of(Business).common(numberSets[number])
		if !some.empty() && (number == 1 || p.lasts(seat)) {
			onHideout := own.mayCover() && (!own.mayStandAlone() || number > 1)
			return Move{Type: TypeOpen, Card: some.first(), OnHideout: onHideout}, true
		}
	}
	for power := 1; power-1 <= spare && power < len(numberSets); power++ {
		some := own.hand.of(Gangster).common(numberSets[power])
		if some.empty() || power > 1 && p.close(seat) {
			continue
		}
		if at := p.post(own, power); at != 0 {
			return Move{Type: TypeOpen, Card: some.first(), Place: at}, true
		}
	}
	return m, false
}

// lasts reports whether what a business costs may come in again.
func (p *playout) lasts(seat engine.Seat) bool {
	return p.turns[seat] > 0 || p.countdown.on || !p.deal.moneyWin
}

// cover moves a bare Hideout under the strongest business.
func (p *playout) cover(seat engine.Seat) (m Move, ok bool) {
	own := p.of(seat)
	if p.phase > opening || !own.bare() || own.open.empty() {
		return m, false
	}
	most := 0
	for b := range own.open.all() {
		if strength := b.Income() + 2*p.crew(b).power(); strength > most {
			m, most = Move{Type: TypeMoveHideout, Under: b}, strength
		}
	}
	return m, true
}

// crowded is the hand that is thinned out.
const crowded = handLimit - 1

// makeRoom discards two gangsters of a crowded hand.
func (p *playout) makeRoom(seat engine.Seat) (m Move, ok bool) {
	own := p.of(seat)
	idle := own.hand.of(Gangster)
	if p.phase > relocating || p.turns[seat] == 0 || own.hand.len() < crowded || idle.empty() {
		return m, false
	}
	cards := idle.cards()
	return Move{Type: TypeDiscard, Cards: cards[:min(2, len(cards))]}, true
}

// worthwhile is how many cards are worth their price with so many turns to come.
var worthwhile = [...]int{1, 1, 2, 4, 6}

// buy draws cards.
func (p *playout) buy(seat engine.Seat) (m Move, ok bool) {
	if p.acts.drew {
		return m, false
	}
	own, n := p.of(seat), 1
	if !p.close(seat) {
		n = min(worthwhile[min(p.turns[seat], len(worthwhile)-1)], 1+p.spare(seat))
	}
	n = min(n, handLimit-own.hand.len(), len(p.deck)+p.discard.len())
	return Move{Type: TypeDraw, Count: n}, n > 0
}
