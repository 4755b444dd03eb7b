package noirburg

import "noir/engine"

// battle is an attack and what it meets (rules page, section 4).
type battle struct {
	gang     set  // the attackers
	crew     set  // in the business that is attacked, or in the one on the Hideout
	guards   set  // on the Hideout, if that is attacked
	business Card // that is attacked, or on the Hideout; none on a bare one
	hideout  bool // the Hideout is attacked
	money    int  // of the owner
}

// outcome is how a battle ends.
type outcome struct {
	strength int // of the attackers
	damage   int // to them
	defence  int // what the strength has to reach
	success  bool
	lost     set  // attackers
	fallen   set  // defenders
	ruin     Card // the business that is destroyed
	stolen   int  // from the owner; a breach's demand is no part of it
}

// fight lets both sides strike at once.
func (b battle) fight() outcome {
	defenders := b.crew.union(b.guards)
	o := outcome{strength: b.gang.power(), damage: defenders.power()}
	o.defence = o.damage + b.business.Income()
	if b.hideout {
		o.damage += hideoutNumber
		o.defence += hideoutNumber
	}
	o.success = o.strength >= o.defence
	o.lost, _ = fall(o.damage, b.gang)
	var rest int
	o.fallen, rest = fall(o.strength, b.ranks()...)
	if b.business != 0 && rest >= b.business.Income() {
		o.ruin = b.business
	}
	if o.ruin != 0 && !(b.hideout && o.success) {
		o.stolen = min(b.business.Income(), b.money)
	}
	return o
}

// fall allots damage to ranks of gangsters, the weakest first, of equals those in the
// first rank: at the first who survives it stops. The rest is what is left over when
// all are dead (rules page, section 4; R-32).
func fall(damage int, ranks ...set) (dead set, rest int) {
	for power := 1; power < len(numberSets); power++ {
		for _, rank := range ranks {
			for g := range rank.common(numberSets[power]).all() {
				if damage < power {
					return dead, 0
				}
				dead.add(g)
				damage -= power
			}
		}
	}
	return dead, damage
}

// fizzles reports whether the topmost window is that of an attack which has lost all
// attackers or its target.
func (p *position) fizzles() bool {
	w := p.window()
	if w.kind != WindowAttack {
		return false
	}
	return w.gang.empty() || !p.stands(w.seat, w.place)
}

// stands reports whether there still is a place that is or was attacked.
func (p *position) stands(seat engine.Seat, at Place) bool {
	if !p.seated(seat) {
		return false
	}
	_, ok := p.of(seat).capacity(at)
	return ok
}

// battle returns what a gang meets at a place.
func (p *position) battle(gang set, seat engine.Seat, at Place) battle {
	m := p.of(seat)
	b := battle{gang: gang, business: at.Business(), hideout: at == OnHideout, money: m.money}
	if b.hideout {
		b.business, b.guards = m.under, m.guards
	}
	if b.business != 0 {
		b.crew = *p.crew(b.business)
	}
	return b
}

// settleAttack lets the attack happen with what is left of both sides.
func (c *change) settleAttack() {
	fizzled := c.fizzles()
	w := c.popWindow()
	if fizzled {
		tell(c, Fought{Type: TypeFought, Result: AttackFizzled})
		return
	}
	b := c.battle(w.gang, w.seat, w.place)
	o := b.fight()
	c.kill(o.fallen, w.seat)
	c.kill(o.lost, w.by)
	if o.ruin != 0 {
		c.destroy(o.ruin, w.seat)
	}
	switch {
	case b.hideout && o.success:
		c.breach(w.by, w.seat, b.business)
		return
	case o.success:
		tell(c, Fought{Type: TypeFought, Result: AttackDestroyed})
	default:
		tell(c, Fought{Type: TypeFought, Result: AttackHeld})
	}
	c.pay(Purse(w.seat), Purse(w.by), o.stolen)
	c.gained(w.by)
}

// breach rolls for the demand; who cannot pay is out.
func (c *change) breach(by, seat engine.Seat, above Card) {
	die := c.roll()
	tell(c, Dice{Type: TypeDice, Seat: by, Rolls: []int{die}, For: ForBreach})
	due := demand(die, above)
	tell(c, Fought{Type: TypeFought, Result: AttackBreached, Demand: due})
	if c.of(seat).money < due {
		c.eliminate(seat, by)
		return
	}
	c.pay(Purse(seat), Purse(by), due)
	c.gained(by)
}

// kill puts gangsters of a seat, wherever they are, into the discard pile.
func (c *change) kill(dead set, seat engine.Seat) {
	m := c.of(seat)
	for g := range dead.all() {
		from := c.whereabouts(m, g)
		c.leave(m, g, from)
		c.lose(g.bit(), seat, from)
	}
}

// destroy puts a business without gangsters into the discard pile.
func (c *change) destroy(business Card, seat engine.Seat) {
	m := c.of(seat)
	from := OnTable
	if m.under == business {
		m.under, from = 0, OnHideout
	}
	m.open.remove(business)
	c.lose(business.bit(), seat, from)
}
