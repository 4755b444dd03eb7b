package noirburg

// crew returns the gangsters in a business.
func (p *position) crew(business Card) *set { return &p.crews[business-firstBusiness] }

// standing returns the gangsters of a mafia that are not hidden.
func (p *position) standing(m *mafia) set {
	all := m.guards
	for b := range m.open.all() {
		all = all.union(*p.crew(b))
	}
	return all
}

// gangsters returns those who stand at a place of a mafia, or hide.
func (p *position) gangsters(m *mafia, at Place) set {
	switch b := at.Business(); {
	case at == OnHideout:
		return m.guards
	case at == Hidden:
		return m.hidden
	case b != 0 && m.open.has(b):
		return *p.crew(b)
	}
	return set{}
}

// capacity returns the power that a place of a mafia has room for, occupied or not;
// ok is false if it has no such place (rules page, section 3, B).
func (m *mafia) capacity(at Place) (room int, ok bool) {
	if b := at.Business(); b != 0 {
		return b.Income(), m.open.has(b)
	}
	return hideoutNumber, at == OnHideout && m.alive
}

// room returns the power that still fits at a place; none where there is no such place.
func (p *position) room(m *mafia, at Place) int {
	room, ok := m.capacity(at)
	if !ok {
		return 0
	}
	return room - p.gangsters(m, at).power()
}

// places lists where gangsters of a mafia may stand: the Hideout, then the businesses.
func (m *mafia) places() []Place {
	places := make([]Place, 1, 1+m.open.len())
	places[0] = OnHideout
	for b := range m.open.all() {
		places = append(places, At(b))
	}
	return places
}

// whereabouts returns where a gangster of a mafia stands or hides, nowhere if he is
// not its.
func (p *position) whereabouts(m *mafia, g Card) Place {
	if m.hidden.has(g) {
		return Hidden
	}
	if m.guards.has(g) {
		return OnHideout
	}
	for b := range m.open.all() {
		if p.crew(b).has(g) {
			return At(b)
		}
	}
	return 0
}

// enter puts a gangster at a place of a mafia.
func (c *change) enter(m *mafia, g Card, at Place) { c.at(m, at).add(g) }

// leave takes a gangster from a place of a mafia.
func (c *change) leave(m *mafia, g Card, from Place) { c.at(m, from).remove(g) }

// at returns who stands at a place of a mafia, or hides.
func (c *change) at(m *mafia, at Place) *set {
	switch at {
	case OnHideout:
		return &m.guards
	case Hidden:
		return &m.hidden
	}
	return c.crew(at.Business())
}
