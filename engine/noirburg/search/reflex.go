package search

import (
	"noir/engine"
	"noir/engine/noirburg/rules"
)

// The reflexes of a seat on its own turn, except those against others.

// settleDown places the hidden gangsters of the active seat, the strongest first; one without
// room leaves the city.
func (p *playout) settleDown() {
	p.Acts.Arranged = true
	own := p.Of(p.Active)
	for power := rules.MostPower; power > 0; power-- {
		for g := range own.Hidden.Common(rules.Numbered(power)).All() {
			own.Hidden.Remove(g)
			if at := p.post(own, power); at != 0 {
				p.Enter(own, g, at)
			} else {
				p.Discard.Add(g)
			}
		}
	}
}

// post returns the place with room for a gangster at which most is at stake, or nowhere.
func (p *playout) post(own *rules.Family, power int) (best rules.Place) {
	most := 0
	if p.Room(own, rules.OnHideout) >= power {
		best, most = rules.OnHideout, p.shelterStake(own)
	}
	for b := range own.Open.All() {
		if p.Room(own, rules.At(b)) < power {
			continue
		}
		stake := 4*b.Income() - p.Crew(b).Power()
		if b == own.Under {
			stake += 2
		}
		if best == 0 || stake > most {
			best, most = rules.At(b), stake
		}
	}
	return best
}

// shelterStake is the stake on the Hideout: little for a seat that can pay for it.
func (p *playout) shelterStake(own *rules.Family) int {
	if own.Money >= rules.Demand(6, own.Under) {
		return 2
	}
	return 12 - own.Guards.Power()
}

// spare is the money that a seat is free to spend: none of a majority.
func (p *playout) spare(seat engine.Seat) int {
	money := p.Of(seat).Money
	if most := rules.Majority(p.Seats()); p.Deal.MoneyWin && money >= most {
		money -= most
	}
	return money
}

// close reports whether the next tribute may bring a seat the majority.
func (p *playout) close(seat engine.Seat) bool {
	own := p.Of(seat)
	return p.Deal.MoneyWin && p.turns[seat] > 0 && own.Money+own.Due() >= rules.Majority(p.Seats())
}

// invest opens businesses, the cheapest first, then gangsters.
func (p *playout) invest(seat engine.Seat) (m rules.Move, ok bool) {
	if p.Phase > rules.Opening {
		return m, false
	}
	own, spare := p.Of(seat), p.spare(seat)
	for number := 1; number-1 <= spare && number <= rules.MostPower; number++ {
		some := own.Hand.Of(rules.Business).Common(rules.Numbered(number))
		if !some.Empty() && (number == 1 || p.lasts(seat)) {
			onHideout := own.MayCover() && (!own.MayStandAlone() || number > 1)
			return rules.Move{Type: rules.TypeOpen, Card: some.First(), OnHideout: onHideout}, true
		}
	}
	for power := 1; power-1 <= spare && power <= rules.MostPower; power++ {
		some := own.Hand.Of(rules.Gangster).Common(rules.Numbered(power))
		if some.Empty() || power > 1 && p.close(seat) {
			continue
		}
		if at := p.post(own, power); at != 0 {
			return rules.Move{Type: rules.TypeOpen, Card: some.First(), Place: at}, true
		}
	}
	return m, false
}

// lasts reports whether a business can still earn its cost.
func (p *playout) lasts(seat engine.Seat) bool {
	return p.turns[seat] > 0 || p.Countdown.On || !p.Deal.MoneyWin
}

// cover moves a bare Hideout under the strongest business.
func (p *playout) cover(seat engine.Seat) (m rules.Move, ok bool) {
	own := p.Of(seat)
	if p.Phase > rules.Opening || !own.Bare() || own.Open.Empty() {
		return m, false
	}
	most := 0
	for b := range own.Open.All() {
		if strength := b.Income() + 2*p.Crew(b).Power(); strength > most {
			m, most = rules.Move{Type: rules.TypeMoveHideout, Under: b}, strength
		}
	}
	return m, true
}

// crowded is the size of a hand that is reduced.
const crowded = rules.HandSize - 1

// makeRoom discards two gangsters of a crowded hand.
func (p *playout) makeRoom(seat engine.Seat) (m rules.Move, ok bool) {
	own := p.Of(seat)
	idle := own.Hand.Of(rules.Gangster)
	if p.Phase > rules.Relocating || p.turns[seat] == 0 || own.Hand.Len() < crowded || idle.Empty() {
		return m, false
	}
	cards := idle.Cards()
	return rules.Move{Type: rules.TypeDiscard, Cards: cards[:min(2, len(cards))]}, true
}

// worthwhile is how many cards are worth their price with a number of turns to come.
var worthwhile = [...]int{1, 1, 2, 4, 6}

// buy draws cards.
func (p *playout) buy(seat engine.Seat) (m rules.Move, ok bool) {
	if p.Acts.Drew {
		return m, false
	}
	own, n := p.Of(seat), 1
	if !p.close(seat) {
		n = min(worthwhile[min(p.turns[seat], len(worthwhile)-1)], 1+p.spare(seat))
	}
	n = min(n, rules.HandSize-own.Hand.Len(), len(p.Deck)+p.Discard.Len())
	return rules.Move{Type: rules.TypeDraw, Count: n}, n > 0
}
