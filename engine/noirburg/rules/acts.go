package rules

import "noir/engine"

// The acts of a turn (rules page, section 3, B to G). Each closes the phases before its own.

func (c *Change) arrange(m Move) {
	c.Acts.Arranged = true
	own := c.Of(c.Active)
	for g := range own.Hidden.Union(c.Standing(own)).All() {
		from, to := c.whereabouts(own, g), m.Places[g]
		if from == to {
			continue
		}
		c.Leave(own, g, from)
		if to == 0 {
			to = InDiscard
			c.Discard.Add(g)
		} else {
			c.Enter(own, g, to)
		}
		c.moved(g, c.Active, from, to)
	}
}

func (c *Change) declare(m Move) {
	c.Phase = Attacking
	own, gang := c.Of(c.Active), SetOf(m.Gangsters...)
	for g := range gang.All() {
		from := c.whereabouts(own, g)
		c.Leave(own, g, from)
		c.Enter(own, g, onTheirWay)
		c.moved(g, c.Active, from, onTheirWay)
	}
	c.Acts.Attacked = c.Acts.Attacked.Union(c.ShareAttack(m.Seat, m.Place))
	c.openWindow(OpenWindow{Kind: WindowAttack, By: c.Active, Seat: m.Seat, Place: m.Place, Gang: gang})
}

// ShareAttack returns what may not be attacked again in the turn in which a place is:
// a Hideout and the business on it count as one.
func (p *Position) ShareAttack(seat engine.Seat, at Place) Set {
	m := p.Of(seat)
	b := at.Business()
	if at == OnHideout || b == m.Under {
		return SetOf(HideoutOf(int(seat)), m.Under)
	}
	return b.bit()
}

func (c *Change) openCard(m Move) {
	c.Phase = Opening
	own := c.Of(c.Active)
	own.Hand.Remove(m.Card)
	to := m.Place
	switch m.Card.Kind() {
	case Business:
		own.Founded = true
		own.Open.Add(m.Card)
		if to = OnTable; m.OnHideout {
			own.Under, to = m.Card, OnHideout
		}
	case Gangster:
		c.Enter(own, m.Card, m.Place)
	}
	c.Pay(Purse(c.Active), Bank, m.Card.Cost())
	c.moved(m.Card, c.Active, InHand, to)
}

func (c *Change) moveHideout(m Move) {
	c.Phase = Relocating
	c.Acts.relocated = true
	own := c.Of(c.Active)
	from := own.shelter()
	own.Under = m.Under
	c.moved(HideoutOf(int(c.Active)), c.Active, from, own.shelter())
}

// shelter returns where the Hideout lies: under a business or on the table.
func (m *Family) shelter() Place {
	if m.Bare() {
		return OnTable
	}
	return At(m.Under)
}

func (c *Change) throwAway(m Move) {
	c.Phase = discarding
	c.Acts.discarded = true
	cards := SetOf(m.Cards...)
	c.Of(c.Active).Hand = c.Of(c.Active).Hand.Without(cards)
	c.lose(cards, c.Active, InHand)
}

func (c *Change) buyCards(m Move) {
	c.Phase = drawing
	c.Acts.Drew = true
	c.Pay(Purse(c.Active), Bank, m.Count-1)
	c.draw(c.Active, m.Count)
}

func (c *Change) endTurn() {
	c.openWindow(OpenWindow{Kind: WindowEndTurn, By: c.Active, Seat: engine.Spectator})
}
