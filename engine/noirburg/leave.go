package noirburg

import (
	"slices"

	"noir/engine"
)

// eliminate takes a seat whose Hideout has fallen off the table (rules page, section 5).
func (c *change) eliminate(seat, by engine.Seat) {
	tell(c, Eliminated{Type: TypeEliminated, Seat: seat, By: by})
	c.leaveTo(seat, spoils(by))
	c.startCountdown(by)
	if c.of(by).trophies.len() >= decisive {
		c.end(Eliminations, by)
		return
	}
	c.crownSurvivor()
}

// resign takes a seat that gives up off the table.
func (c *change) resign(seat engine.Seat) {
	c.of(seat).resigned = true
	c.takeBack(seat)
	c.withdraw(seat)
	c.leaveTo(seat, leavings(seat))
	c.crownSurvivor()
	switch {
	case c.over() || seat != c.active:
	case c.phase == setUp:
		c.nextMulligan()
	default:
		c.passOn()
	}
}

// takeBack drops the pass of a seat. Those of others stand: nothing has changed that
// they have answered.
func (c *change) takeBack(seat engine.Seat) {
	c.passes = slices.DeleteFunc(slices.Clone(c.passes), func(a pass) bool { return a.seat == seat })
}

// withdraw closes the windows that have no sense without a seat. An attack on it is left to
// fizzle when the windows are settled.
func (c *change) withdraw(seat engine.Seat) {
	for c.depth > 0 && c.senseless(seat) {
		w := c.popWindow()
		c.clearTable(w)
		if w.kind == WindowAttack {
			tell(c, Fought{Type: TypeFought, Result: AttackFizzled})
		}
	}
}

// senseless reports whether the topmost window has no sense without a seat: any in its own
// turn, otherwise Police and Drive-by on a place of its, and Police against an attack on it.
func (p *position) senseless(seat engine.Seat) bool {
	w := p.window()
	switch {
	case seat == p.active:
		return true
	case w.kind == WindowAttack:
		return false
	case w.use == UseStop:
		return p.attack().seat == seat
	}
	return w.seat == seat
}

// estate is where what a seat leaves goes. Its hand and what it has on the table go to the
// discard pile, trophies to the box.
type estate struct {
	money   Purse
	hideout Place       // InTrophies or InBox
	heir    engine.Seat // whose trophy the Hideout is
}

// leaveTo takes all that a seat has away. It is out then, and holds no countdown.
func (c *change) leaveTo(seat engine.Seat, e estate) {
	m := c.of(seat)
	c.pay(Purse(seat), e.money, m.money)
	hideout := HideoutOf(int(seat))
	c.lose(m.hand, seat, InHand)
	for _, at := range append(m.places(), Hidden) {
		c.kill(c.gangsters(m, at), seat)
	}
	for b := range m.open.all() {
		c.destroy(b, seat)
	}
	for t := range m.trophies.all() {
		c.box.add(t)
		c.moved(t, seat, InTrophies, InBox)
	}
	if e.hideout == InBox {
		c.box.add(hideout)
	} else {
		c.of(e.heir).trophies.add(hideout)
	}
	tell(c, Moved{Type: TypeMoved, Card: hideout, Seat: seat, From: m.shelter(), To: e.hideout, ToSeat: e.heir})
	c.gone++
	*m = mafia{resigned: m.resigned, out: c.gone}
	c.bequeath(seat)
}
