package rules

import "noir/engine"

// eliminate removes a seat whose Hideout has fallen (rules page, section 5).
func (c *Change) eliminate(seat, by engine.Seat) {
	tell(c, Eliminated{Type: TypeEliminated, Seat: seat, By: by})
	c.leaveTo(seat, spoils(by))
	c.startCountdown(by)
	if c.Of(by).Trophies.Len() >= Decisive {
		c.end(Eliminations, by)
		return
	}
	c.crownSurvivor()
}

// resign removes a seat that gives up.
func (c *Change) resign(seat engine.Seat) {
	c.Of(seat).Resigned = true
	c.takeBack(seat)
	c.withdraw(seat)
	c.leaveTo(seat, leavings(seat))
	c.crownSurvivor()
	switch {
	case c.Over() || seat != c.Active:
	case c.Phase == SetUp:
		c.nextMulligan()
	default:
		c.passOn()
	}
}

// withdraw closes the windows that are pointless without a seat. An attack on it fizzles when
// the windows are settled.
func (c *Change) withdraw(seat engine.Seat) {
	for c.Depth > 0 && c.senseless(seat) {
		w := c.PopWindow()
		c.clearTable(w)
		if w.Kind == WindowAttack {
			tell(c, Fought{Type: TypeFought, Result: AttackFizzled})
		}
	}
}

// estate says where a seat's possessions go. Its hand and table go to the discard pile,
// trophies to the box.
type estate struct {
	money   Purse
	hideout Place       // InTrophies or InBox
	heir    engine.Seat // whose trophy the Hideout is
}

// leaveTo takes everything from a seat, which is then out and no longer holds the countdown.
func (c *Change) leaveTo(seat engine.Seat, e estate) {
	m := c.Of(seat)
	c.Pay(Purse(seat), e.money, m.Money)
	hideout := HideoutOf(int(seat))
	c.lose(m.Hand, seat, InHand)
	for _, at := range append(m.Places(), Hidden) {
		c.kill(c.gangsters(m, at), seat)
	}
	for b := range m.Open.All() {
		c.destroy(b, seat)
	}
	for t := range m.Trophies.All() {
		c.Box.Add(t)
		c.moved(t, seat, InTrophies, InBox)
	}
	if e.hideout == InBox {
		c.Box.Add(hideout)
	} else {
		c.Of(e.heir).Trophies.Add(hideout)
	}
	tell(c, Moved{Type: TypeMoved, Card: hideout, Seat: seat, From: m.shelter(), To: e.hideout, ToSeat: e.heir})
	c.Gone++
	*m = Family{Resigned: m.Resigned, Out: c.Gone}
	c.passCountdown(seat)
}
