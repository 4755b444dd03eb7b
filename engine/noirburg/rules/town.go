package rules

import (
	"slices"

	"noir/engine"
)

// Town is what the mafias have, and the bank's money. It does not know whose turn it is.
type Town struct {
	Mafias [Hideouts]Family // unused seats are not alive
	crews  [businesses]Set  // gangsters in each open business
	Bank   int
	Gone   int // how many mafias are out
}

// Family is what a seat has.
type Family struct {
	Money    int
	Hand     Set
	Guards   Set // on the Hideout
	Open     Set // businesses
	Hidden   Set
	Trophies Set
	Under    Card // the business on the Hideout
	Alive    bool
	Founded  bool // it has opened a business in this game
	Seasoned bool // it has finished a turn
	Resigned bool
	Out      int // order of elimination: 1 was the first, 0 is in the game
}

// Of returns a seat's possessions in this town, for writing too if the town is a copy.
func (t *Town) Of(seat engine.Seat) *Family { return &t.Mafias[seat] }

// seated reports whether a seat of that number exists and is in the game.
func (t *Town) seated(seat engine.Seat) bool {
	return 0 <= seat && int(seat) < len(t.Mafias) && t.Of(seat).Alive
}

// Next returns the living seat after another, clockwise.
func (t *Town) Next(seat engine.Seat) engine.Seat { return t.neighbour(seat, 1) }

// previous returns the living seat before another.
func (t *Town) previous(seat engine.Seat) engine.Seat { return t.neighbour(seat, len(t.Mafias)-1) }

func (t *Town) neighbour(seat engine.Seat, step int) engine.Seat {
	for range t.Mafias {
		seat = engine.Seat((int(seat) + step) % len(t.Mafias))
		if t.Of(seat).Alive {
			break
		}
	}
	return seat
}

// Living is the number of seats that are in the game.
func (t *Town) Living() (n int) {
	for i := range t.Mafias {
		if t.Mafias[i].Alive {
			n++
		}
	}
	return n
}

// Alive lists the seats that are in the game.
func (t *Town) Alive() []engine.Seat {
	var in []engine.Seat
	for i := range t.Mafias {
		if t.Mafias[i].Alive {
			in = append(in, engine.Seat(i))
		}
	}
	return in
}

// purse returns where the money of a seat or of the bank lies.
func (t *Town) purse(p Purse) *int {
	if p == Bank {
		return &t.Bank
	}
	return &t.Mafias[p].Money
}

// Crew returns the gangsters in a business.
func (t *Town) Crew(business Card) *Set { return &t.crews[business-firstBusiness] }

// Standing returns the gangsters of a mafia that are not hidden.
func (t *Town) Standing(m *Family) Set {
	all := m.Guards
	for b := range m.Open.All() {
		all = all.Union(*t.Crew(b))
	}
	return all
}

// gangsters returns those at a place of a mafia, or the hidden ones.
func (t *Town) gangsters(m *Family, at Place) Set {
	switch b := at.Business(); {
	case at == OnHideout:
		return m.Guards
	case at == Hidden:
		return m.Hidden
	case b != 0 && m.Open.Has(b):
		return *t.Crew(b)
	}
	return Set{}
}

// capacity returns how much power fits at a place of a mafia, occupied or not; ok is false if
// it has no such place (rules page, section 3, B).
func (m *Family) capacity(at Place) (room int, ok bool) {
	if b := at.Business(); b != 0 {
		return b.Income(), m.Open.Has(b)
	}
	return HideoutNumber, at == OnHideout && m.Alive
}

// Room returns how much more power fits at a place; 0 where there is no such place.
func (t *Town) Room(m *Family, at Place) int {
	room, ok := m.capacity(at)
	if !ok {
		return 0
	}
	return room - t.gangsters(m, at).Power()
}

// Places lists where gangsters of a mafia may stand: the Hideout, then the businesses.
func (m *Family) Places() []Place {
	places := make([]Place, 1, 1+m.Open.Len())
	places[0] = OnHideout
	for b := range m.Open.All() {
		places = append(places, At(b))
	}
	return places
}

// whereabouts returns where a gangster of a mafia stands or hides, nowhere if it has none such.
func (t *Town) whereabouts(m *Family, g Card) Place {
	if m.Hidden.Has(g) {
		return Hidden
	}
	if m.Guards.Has(g) {
		return OnHideout
	}
	for b := range m.Open.All() {
		if t.Crew(b).Has(g) {
			return At(b)
		}
	}
	return 0
}

// Enter puts a gangster at a place of a mafia.
func (t *Town) Enter(m *Family, g Card, at Place) { t.At(m, at).Add(g) }

// Leave takes a gangster from a place of a mafia.
func (t *Town) Leave(m *Family, g Card, from Place) { t.At(m, from).Remove(g) }

// At returns who stands at a place of a mafia, or the hidden ones.
func (t *Town) At(m *Family, at Place) *Set {
	switch at {
	case OnHideout:
		return &m.Guards
	case Hidden:
		return &m.Hidden
	}
	return t.Crew(at.Business())
}

// Bare reports whether the Hideout is not covered.
func (m *Family) Bare() bool { return m.Under == 0 }

// Due returns the tribute of a mafia, for its Hideout and businesses.
func (m *Family) Due() int { return HideoutNumber + m.Open.Numbers() }

// shelter returns where the Hideout lies: under a business or on the table.
func (m *Family) shelter() Place {
	if m.Bare() {
		return OnTable
	}
	return At(m.Under)
}

// Layout leaves all standing gangsters where they are and gives the hidden ones, the strongest
// first, the tightest place that has room; the others go.
func (t *Town) Layout(seat engine.Seat) map[Card]Place {
	m := t.Of(seat)
	layout := map[Card]Place{}
	for g := range t.Standing(m).All() {
		layout[g] = t.whereabouts(m, g)
	}
	room := map[Place]int{}
	for _, at := range m.arrangeable() {
		room[at] = t.Room(m, at)
	}
	hidden := m.Hidden.Cards()
	slices.Reverse(hidden)
	for _, g := range hidden {
		best := Place(0)
		for _, at := range m.arrangeable() {
			if room[at] >= g.Power() && (best == 0 || room[at] < room[best]) {
				best = at
			}
		}
		layout[g] = best
		room[best] -= g.Power()
	}
	return layout
}
