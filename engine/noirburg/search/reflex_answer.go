package search

import (
	"noir/engine"
	"noir/engine/noirburg/rules"
)

// reaction returns the card that a seat plays into the open window, if any.
func (p *playout) reaction(seat engine.Seat) (m rules.Move, ok bool) {
	hand := p.Of(seat).Hand
	if hand.Without(rules.CardsOf(rules.Gangster)).Without(rules.CardsOf(rules.Business)).Empty() {
		return m, false
	}
	switch w := p.Window(); w.Kind {
	case rules.WindowAttack:
		return p.parry(seat, hand, w)
	case rules.WindowPolice:
		return p.buyOff(seat, hand, w)
	case rules.WindowEndTurn:
		return p.spoil(seat, hand)
	}
	return m, false
}

// parry stops an attack that costs the seat much, or that would win the attacker the game.
func (p *playout) parry(seat engine.Seat, hand rules.Set, w *rules.OpenWindow) (m rules.Move, ok bool) {
	if seat == w.By || w.Seat != seat && !p.decides(w) {
		return m, false
	}
	b := p.Battle(w.Gang, w.Seat, w.Place)
	if !b.Fight().Success {
		return m, false
	}
	if w.Seat == seat && w.Place != rules.OnHideout && b.Business.Income() < 2 {
		return m, false
	}
	if police := hand.Of(rules.Police); !police.Empty() {
		return rules.Move{Type: rules.TypePolice, Card: police.First(), Use: rules.UseStop}, true
	}
	g := w.Gang.Strongest()
	if lures := hand.Of(rules.Turncoat); !lures.Empty() && (g.Power() < 4 || p.Of(seat).OwnsCasino()) {
		b.Gang.Remove(g)
		if !b.Fight().Success {
			return rules.Move{Type: rules.TypeTurncoat, Card: lures.First(), Seat: w.By, Place: rules.Hidden, Gangster: g}, true
		}
	}
	return m, false
}

// decides reports whether an attack may win the attacker the game at once.
func (p *playout) decides(w *rules.OpenWindow) bool {
	m := p.Of(w.Seat)
	return w.Place == rules.OnHideout && p.Of(w.By).Trophies.Len() == rules.Decisive-1 && m.Money < rules.Demand(6, m.Under)
}

// buyOff bribes Police that threatens the seat, and the Bribe of a seat that saves itself from
// the seat's own Police.
func (p *playout) buyOff(seat engine.Seat, hand rules.Set, w *rules.OpenWindow) (m rules.Move, ok bool) {
	bribes := hand.Of(rules.Bribe)
	if bribes.Empty() || w.Top() == seat {
		return m, false
	}
	hurt := w.Seat
	if w.Use == rules.UseStop {
		hurt = p.Attack().By
	}
	if len(w.Cards)%2 == 1 && hurt == seat || len(w.Cards)%2 == 0 && w.Cards[0].Seat == seat {
		return rules.Move{Type: rules.TypeBribe, Card: bribes.First()}, true
	}
	return m, false
}

// spoil breaks another seat's majority at the end of its turn with a Poker Night.
func (p *playout) spoil(seat engine.Seat, hand rules.Set) (m rules.Move, ok bool) {
	poker, most := hand.Of(rules.Poker), rules.Majority(p.Seats())
	rich := p.Of(p.Active).Money
	if poker.Empty() || seat == p.Active || !p.Deal.MoneyWin || rich < most || rich-rules.Stake >= most || !p.MayHostPoker() {
		return m, false
	}
	return rules.Move{Type: rules.TypePoker, Card: poker.First()}, true
}
