package rules

import "noir/engine"

// turnAct makes the moves of a seat's own turn (rules page, section 3, B to G). Each closes the
// phases before its own.
type turnAct struct {
	*Change
	own *Family // whose turn it is
}

func (a turnAct) mulligan(m *Move) {
	cards := SetOf(m.Cards...)
	a.own.Hand = a.own.Hand.Without(cards)
	a.lose(cards, a.Active, InHand)
	a.draw(a.Active, cards.Len())
	a.nextMulligan()
}

func (a turnAct) arrange(m *Move) {
	a.Acts.Arranged = true
	for g := range a.own.Hidden.Union(a.Standing(a.own)).All() {
		from, to := a.whereabouts(a.own, g), m.Places[g]
		if from == to {
			continue
		}
		a.Leave(a.own, g, from)
		if to == 0 {
			to = InDiscard
			a.Discard.Add(g)
		} else {
			a.Enter(a.own, g, to)
		}
		a.moved(g, a.Active, from, to)
	}
}

func (a turnAct) declare(m *Move) {
	a.Phase = Attacking
	gang := SetOf(m.Gangsters...)
	for g := range gang.All() {
		from := a.whereabouts(a.own, g)
		a.Leave(a.own, g, from)
		a.Enter(a.own, g, onTheirWay)
		a.moved(g, a.Active, from, onTheirWay)
	}
	a.Acts.Attacked = a.Acts.Attacked.Union(a.ShareAttack(m.Seat, m.Place))
	a.openWindow(OpenWindow{Kind: WindowAttack, By: a.Active, Seat: m.Seat, Place: m.Place, Gang: gang})
}

func (a turnAct) openCard(m *Move) {
	a.Phase = Opening
	a.own.Hand.Remove(m.Card)
	to := m.Place
	switch m.Card.Kind() {
	case Business:
		a.own.Founded = true
		a.own.Open.Add(m.Card)
		if to = OnTable; m.OnHideout {
			a.own.Under, to = m.Card, OnHideout
		}
	case Gangster:
		a.Enter(a.own, m.Card, m.Place)
	}
	a.Pay(Purse(a.Active), Bank, m.Card.Cost())
	a.moved(m.Card, a.Active, InHand, to)
}

func (a turnAct) moveHideout(m *Move) {
	a.Phase = Relocating
	a.Acts.relocated = true
	from := a.own.shelter()
	a.own.Under = m.Under
	a.moved(HideoutOf(int(a.Active)), a.Active, from, a.own.shelter())
}

func (a turnAct) throwAway(m *Move) {
	a.Phase = discarding
	a.Acts.discarded = true
	cards := SetOf(m.Cards...)
	a.own.Hand = a.own.Hand.Without(cards)
	a.lose(cards, a.Active, InHand)
}

func (a turnAct) buyCards(m *Move) {
	a.Phase = drawing
	a.Acts.Drew = true
	a.Pay(Purse(a.Active), Bank, m.Count-1)
	a.draw(a.Active, m.Count)
}

func (a turnAct) endTurn() {
	a.openWindow(OpenWindow{Kind: WindowEndTurn, By: a.Active, Seat: engine.Spectator})
}
