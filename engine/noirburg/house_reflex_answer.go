package noirburg

import "noir/engine"

// reaction returns the card that a seat throws into the open window, if it does.
func (p *playout) reaction(seat engine.Seat) (m Move, ok bool) {
	hand := p.of(seat).hand
	if hand.without(kindSets[Gangster]).without(kindSets[Business]).empty() {
		return m, false
	}
	switch w := p.window(); w.kind {
	case WindowAttack:
		return p.parry(seat, hand, w)
	case WindowPolice:
		return p.buyOff(seat, hand, w)
	case WindowEndTurn:
		return p.spoil(seat, hand)
	}
	return m, false
}

// parry stops an attack that costs the seat much, or that wins the attacker the game.
func (p *playout) parry(seat engine.Seat, hand set, w *window) (m Move, ok bool) {
	if seat == w.by || w.seat != seat && !p.decides(w) {
		return m, false
	}
	b := p.battle(w.gang, w.seat, w.place)
	if !b.fight().success {
		return m, false
	}
	if w.seat == seat && w.place != OnHideout && b.business.Income() < 2 {
		return m, false
	}
	if police := hand.of(Police); !police.empty() {
		return Move{Type: TypePolice, Card: police.first(), Use: UseStop}, true
	}
	g := w.gang.strongest()
	if lures := hand.of(Turncoat); !lures.empty() && (g.Power() < 4 || p.of(seat).ownsCasino()) {
		b.gang.remove(g)
		if !b.fight().success {
			return Move{Type: TypeTurncoat, Card: lures.first(), Seat: w.by, Place: Hidden, Gangster: g}, true
		}
	}
	return m, false
}

// decides reports whether an attack may win the attacker the game at once.
func (p *playout) decides(w *window) bool {
	m := p.of(w.seat)
	return w.place == OnHideout && p.of(w.by).trophies.len() == decisive-1 && m.money < demand(6, m.under)
}

// buyOff bribes Police that is after the seat, and the Bribe of who saves himself from its
// own Police.
func (p *playout) buyOff(seat engine.Seat, hand set, w *window) (m Move, ok bool) {
	bribes := hand.of(Bribe)
	if bribes.empty() || w.top() == seat {
		return m, false
	}
	hurt := w.seat
	if w.use == UseStop {
		hurt = p.attack().by
	}
	if len(w.cards)%2 == 1 && hurt == seat || len(w.cards)%2 == 0 && w.cards[0].seat == seat {
		return Move{Type: TypeBribe, Card: bribes.first()}, true
	}
	return m, false
}

// spoil breaks the majority of another at the end of his turn with a Poker Night.
func (p *playout) spoil(seat engine.Seat, hand set) (m Move, ok bool) {
	poker, most := hand.of(Poker), Majority(p.seats())
	rich := p.of(p.active).money
	if poker.empty() || seat == p.active || !p.deal.moneyWin || rich < most || rich-Stake >= most || !p.mayHostPoker() {
		return m, false
	}
	return Move{Type: TypePoker, Card: poker.first()}, true
}
