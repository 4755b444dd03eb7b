package noirburg

import "noir/engine"

// The acts of a turn (rules page, section 3, B to G). Each closes the phases before its own.

func (c *change) arrange(m Move) {
	c.acts.arranged = true
	own := c.of(c.active)
	for g := range own.hidden.union(c.standing(own)).all() {
		from, to := c.whereabouts(own, g), m.Places[g]
		if from == to {
			continue
		}
		c.leave(own, g, from)
		if to == 0 {
			to = InDiscard
			c.discard.add(g)
		} else {
			c.enter(own, g, to)
		}
		c.moved(g, c.active, from, to)
	}
}

func (c *change) declare(m Move) {
	c.phase = attacking
	own, gang := c.of(c.active), setOf(m.Gangsters...)
	for g := range gang.all() {
		from := c.whereabouts(own, g)
		c.leave(own, g, from)
		c.enter(own, g, onTheirWay)
		c.moved(g, c.active, from, onTheirWay)
	}
	c.acts.attacked = c.acts.attacked.union(c.shareAttack(m.Seat, m.Place))
	c.openWindow(window{kind: WindowAttack, by: c.active, seat: m.Seat, place: m.Place, gang: gang})
}

// shareAttack returns what may not be attacked again in the turn in which a place is:
// a Hideout and the business on it count as one.
func (p *position) shareAttack(seat engine.Seat, at Place) set {
	m := p.of(seat)
	b := at.Business()
	if at == OnHideout || b == m.under {
		return setOf(HideoutOf(int(seat)), m.under)
	}
	return b.bit()
}

func (c *change) openCard(m Move) {
	c.phase = opening
	own := c.of(c.active)
	own.hand.remove(m.Card)
	to := m.Place
	switch m.Card.Kind() {
	case Business:
		own.founded = true
		own.open.add(m.Card)
		if to = OnTable; m.OnHideout {
			own.under, to = m.Card, OnHideout
		}
	case Gangster:
		c.enter(own, m.Card, m.Place)
	}
	c.pay(Purse(c.active), Bank, m.Card.Cost())
	c.moved(m.Card, c.active, InHand, to)
}

func (c *change) moveHideout(m Move) {
	c.phase = relocating
	c.acts.relocated = true
	own := c.of(c.active)
	from := own.shelter()
	own.under = m.Under
	c.moved(HideoutOf(int(c.active)), c.active, from, own.shelter())
}

// shelter returns where the Hideout lies: under a business or on the table.
func (m *mafia) shelter() Place {
	if m.bare() {
		return OnTable
	}
	return At(m.under)
}

func (c *change) throwAway(m Move) {
	c.phase = discarding
	c.acts.discarded = true
	cards := setOf(m.Cards...)
	c.of(c.active).hand = c.of(c.active).hand.without(cards)
	c.lose(cards, c.active, InHand)
}

func (c *change) buyCards(m Move) {
	c.phase = drawing
	c.acts.drew = true
	c.pay(Purse(c.active), Bank, m.Count-1)
	c.draw(c.active, m.Count)
}

func (c *change) endTurn() {
	c.openWindow(window{kind: WindowEndTurn, by: c.active, seat: engine.Spectator})
}
