package rules

import (
	"slices"

	"noir/engine"
)

// Where the published rules are silent, contradict themselves or can be read in more than one way,
// the rules page decides. Its own rulings are here, each with its number and reason. Small ones,
// about how a printed rule is read, stand where that rule is applied, by number.

const (
	// the listed cards and the number on the box leave six Hideouts, one for each of at
	// most six players.
	Hideouts = 6

	// the 3 on a Hideout is its income, its defence, its capacity and its
	// points, as on any building.
	HideoutNumber = 3

	// an arrangement includes the Hideout, in and out: gangsters on it may be sent out,
	// so they must be able to go back.
	arrangingIncludesHideout = true

	// more than half of the money at the end of a player's turn wins, unless the table
	// agrees otherwise: the rules' first page says so.
	moneyWinByDefault = true

	// no printed rule forces an end, so after this many rounds the countdown starts for
	// the seat that begins the next.
	roundCap = 40
)

// drawStarter draws who begins: there is no table to roll dice on.
func drawStarter(c *engine.Chance, seats int) engine.Seat { return engine.Seat(c.IntN(seats)) }

// mayReact reports whether reaction cards may be played: not in set-up, when there is
// nothing to react to.
func (o *Course) mayReact() bool { return o.Phase != SetUp }

// MayHostPoker reports whether a Poker Night may be held: only after all have finished their
// first turn, or the starter could take money from those who have not played.
func (t *Town) MayHostPoker() bool {
	for _, seat := range t.Alive() {
		if !t.Of(seat).Seasoned {
			return false
		}
	}
	return true
}

// arrangeable lists where gangsters of a mafia may be arranged.
func (m *Family) arrangeable() []Place {
	if !arrangingIncludesHideout {
		return m.Places()[1:]
	}
	return m.Places()
}

// MayCover reports whether a business may be opened on the Hideout: whenever it is bare,
// since it may be moved under another as well.
func (m *Family) MayCover() bool { return m.Bare() }

// MayStandAlone reports whether a business may be opened apart from the Hideout: any except the
// first of the game, the literal reading.
func (m *Family) MayStandAlone() bool { return m.Founded }

// onTheirWay is where attackers are from the declaration on: in no building.
const onTheirWay = Hidden

// ranks returns the defenders in the order in which they fall. In an attack on a Hideout all
// defenders are one pool, and among equals those of the business fall first: they are
// the outer wall.
func (b battle) ranks() []Set { return []Set{b.crew, b.guards} }

// Demand returns what a breach costs: the die and the income of the business above. The
// surplus of the attack is no part of it, since both passages list only these.
func Demand(die int, above Card) int { return die + above.Income() }

// spoils returns where the possessions of an eliminated seat go. Its money goes to the
// attacker, whom it could not pay. Its cards go to the discard pile, to stay in
// circulation. Trophies that it had won count for no seat. Its Hideout is the
// attacker's trophy.
func spoils(attacker engine.Seat) estate {
	return estate{money: Purse(attacker), hideout: InTrophies, heir: attacker}
}

// leavings returns where the possessions of a seat that resigns go: no seat gains by it.
func leavings(seat engine.Seat) estate {
	return estate{money: Bank, hideout: InBox, heir: seat}
}

// crownSurvivor lets the last seat alive win at once: there is no other to count
// against.
func (c *Change) crownSurvivor() {
	if alive := c.Alive(); len(alive) == 1 {
		c.end(LastStanding, alive[0])
	}
}

// CheckEnd makes the checks at the end of a turn, in this order: the first page counts
// points only if there is no other winner.
func (c *Change) CheckEnd() {
	if c.claimMajority(); !c.Over() {
		c.takeToken()
	}
}

// best returns the seats with the best score. Seats with equal totals, businesses and money
// share the victory, since no other tie-break is printed.
func (t *Town) best(seats []engine.Seat) []engine.Seat {
	var best []engine.Seat
	for _, seat := range seats {
		d := -1
		if len(best) > 0 {
			d = t.Score(seat).compare(t.Score(best[0]))
		}
		switch {
		case d < 0:
			best = []engine.Seat{seat}
		case d == 0:
			best = append(best, seat)
		}
	}
	return best
}

// The classes of places, best first. A person whose bot played to the end comes before one who
// resigned, since that mafia stayed on the table. Of those who resigned, as of the eliminated,
// the last is best.
const (
	victor = iota
	survivor
	eliminated
	substituted
	resigned
)

// Victors returns the winners: those winners by the rules who are persons and still there. If there
// is no such person, the best of all persons who are still there win. Only if no person is left at
// all, a seat whose bot played to the end wins.
func (s standings) Victors() []engine.Seat {
	var named, present, best []engine.Seat
	for seat := range engine.Seat(s.seats) {
		if s.Winners.Has(seat) {
			named = append(named, seat)
		}
		if s.rank(seat).class < substituted {
			present = append(present, seat)
			if s.Winners.Has(seat) {
				best = append(best, seat)
			}
		}
	}
	switch {
	case len(present) == 0:
		return named
	case len(best) > 0:
		return best
	}
	slices.SortStableFunc(present, func(a, b engine.Seat) int { return s.rank(a).compare(s.rank(b)) })
	first := s.rank(present[0])
	return slices.DeleteFunc(present, func(seat engine.Seat) bool { return first.compare(s.rank(seat)) != 0 })
}
