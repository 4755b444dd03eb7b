package rules

import "noir/engine"

// battle is an attack and its defence (rules page, section 4).
type battle struct {
	Gang     Set  // the attackers
	crew     Set  // in the attacked business, or in the one on the attacked Hideout
	guards   Set  // on the Hideout, if it is attacked
	Business Card // the attacked business, or the one on the Hideout; none on a bare one
	hideout  bool // the Hideout is attacked
	money    int  // of the owner
}

// Outcome is the result of a battle.
type Outcome struct {
	strength int // of the attackers
	damage   int // to them
	Defence  int // the strength that is needed
	Success  bool
	Lost     Set  // attackers
	Fallen   Set  // defenders
	Ruin     Card // the business that is destroyed
	Stolen   int  // stolen from the owner; a breach's demand is separate
}

// Fight lets both sides strike at once.
func (b battle) Fight() Outcome {
	defenders := b.crew.Union(b.guards)
	o := Outcome{strength: b.Gang.Power(), damage: defenders.Power()}
	o.Defence = o.damage + b.Business.Income()
	if b.hideout {
		o.damage += HideoutNumber
		o.Defence += HideoutNumber
	}
	o.Success = o.strength >= o.Defence
	o.Lost, _ = fall(o.damage, b.Gang)
	var rest int
	o.Fallen, rest = fall(o.strength, b.ranks()...)
	if b.Business != 0 && rest >= b.Business.Income() {
		o.Ruin = b.Business
	}
	if o.Ruin != 0 && !(b.hideout && o.Success) {
		o.Stolen = min(b.Business.Income(), b.money)
	}
	return o
}

// fall allots damage to ranks of gangsters, the weakest first, and among equals those in the first
// rank first. It stops at the first who survives. The rest is what is left over when all are dead
// (rules page, section 4; R-32).
func fall(damage int, ranks ...Set) (dead Set, rest int) {
	for power := 1; power < len(numberSets); power++ {
		for _, rank := range ranks {
			for g := range rank.Common(numberSets[power]).All() {
				if damage < power {
					return dead, 0
				}
				dead.Add(g)
				damage -= power
			}
		}
	}
	return dead, damage
}

// stands reports whether an attacked place still exists.
func (t *Town) stands(seat engine.Seat, at Place) bool {
	if !t.seated(seat) {
		return false
	}
	_, ok := t.Of(seat).capacity(at)
	return ok
}

// Battle returns the battle of a gang at a place.
func (t *Town) Battle(gang Set, seat engine.Seat, at Place) battle {
	m := t.Of(seat)
	b := battle{Gang: gang, Business: at.Business(), hideout: at == OnHideout, money: m.Money}
	if b.hideout {
		b.Business, b.guards = m.Under, m.Guards
	}
	if b.Business != 0 {
		b.crew = *t.Crew(b.Business)
	}
	return b
}

// ShareAttack returns what may not be attacked again in the same turn: a Hideout and the
// business on it count as one.
func (t *Town) ShareAttack(seat engine.Seat, at Place) Set {
	m := t.Of(seat)
	b := at.Business()
	if at == OnHideout || b == m.Under {
		return SetOf(HideoutOf(int(seat)), m.Under)
	}
	return b.bit()
}

// settleAttack carries out the attack with what is left of both sides.
func (c *Change) settleAttack() {
	fizzled := c.fizzles()
	w := c.PopWindow()
	if fizzled {
		tell(c, Fought{Type: TypeFought, Result: AttackFizzled})
		return
	}
	b := c.Battle(w.Gang, w.Seat, w.Place)
	o := b.Fight()
	c.kill(o.Fallen, w.Seat)
	c.kill(o.Lost, w.By)
	if o.Ruin != 0 {
		c.destroy(o.Ruin, w.Seat)
	}
	switch {
	case b.hideout && o.Success:
		c.breach(w.By, w.Seat, b.Business)
		return
	case o.Success:
		tell(c, Fought{Type: TypeFought, Result: AttackDestroyed})
	default:
		tell(c, Fought{Type: TypeFought, Result: AttackHeld})
	}
	c.Pay(Purse(w.Seat), Purse(w.By), o.Stolen)
	c.gained(w.By)
}

// breach rolls for the demand; a seat that cannot pay is out.
func (c *Change) breach(by, seat engine.Seat, above Card) {
	die := c.roll()
	tell(c, Dice{Type: TypeDice, Seat: by, Rolls: []int{die}, For: ForBreach})
	due := Demand(die, above)
	tell(c, Fought{Type: TypeFought, Result: AttackBreached, Demand: due})
	if c.Of(seat).Money < due {
		c.eliminate(seat, by)
		return
	}
	c.Pay(Purse(seat), Purse(by), due)
	c.gained(by)
}

// kill discards gangsters of a seat, wherever they are.
func (c *Change) kill(dead Set, seat engine.Seat) {
	m := c.Of(seat)
	for g := range dead.All() {
		from := c.whereabouts(m, g)
		c.Leave(m, g, from)
		c.lose(g.bit(), seat, from)
	}
}

// destroy discards a business without gangsters.
func (c *Change) destroy(business Card, seat engine.Seat) {
	m := c.Of(seat)
	from := OnTable
	if m.Under == business {
		m.Under, from = 0, OnHideout
	}
	m.Open.Remove(business)
	c.lose(business.bit(), seat, from)
}
