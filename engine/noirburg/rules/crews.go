package rules

// Crew returns the gangsters in a business.
func (p *Position) Crew(business Card) *Set { return &p.crews[business-firstBusiness] }

// Standing returns the gangsters of a mafia that are not hidden.
func (p *Position) Standing(m *Family) Set {
	all := m.Guards
	for b := range m.Open.All() {
		all = all.Union(*p.Crew(b))
	}
	return all
}

// gangsters returns those who stand at a place of a mafia, or hide.
func (p *Position) gangsters(m *Family, at Place) Set {
	switch b := at.Business(); {
	case at == OnHideout:
		return m.Guards
	case at == Hidden:
		return m.Hidden
	case b != 0 && m.Open.Has(b):
		return *p.Crew(b)
	}
	return Set{}
}

// capacity returns the power that a place of a mafia has room for, occupied or not;
// ok is false if it has no such place (rules page, section 3, B).
func (m *Family) capacity(at Place) (room int, ok bool) {
	if b := at.Business(); b != 0 {
		return b.Income(), m.Open.Has(b)
	}
	return HideoutNumber, at == OnHideout && m.Alive
}

// Room returns the power that still fits at a place; none where there is no such place.
func (p *Position) Room(m *Family, at Place) int {
	room, ok := m.capacity(at)
	if !ok {
		return 0
	}
	return room - p.gangsters(m, at).Power()
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

// whereabouts returns where a gangster of a mafia stands or hides, nowhere if he is
// not its.
func (p *Position) whereabouts(m *Family, g Card) Place {
	if m.Hidden.Has(g) {
		return Hidden
	}
	if m.Guards.Has(g) {
		return OnHideout
	}
	for b := range m.Open.All() {
		if p.Crew(b).Has(g) {
			return At(b)
		}
	}
	return 0
}

// Enter puts a gangster at a place of a mafia.
func (c *Change) Enter(m *Family, g Card, at Place) { c.At(m, at).Add(g) }

// Leave takes a gangster from a place of a mafia.
func (c *Change) Leave(m *Family, g Card, from Place) { c.At(m, from).Remove(g) }

// At returns who stands at a place of a mafia, or hides.
func (c *Change) At(m *Family, at Place) *Set {
	switch at {
	case OnHideout:
		return &m.Guards
	case Hidden:
		return &m.Hidden
	}
	return c.Crew(at.Business())
}
