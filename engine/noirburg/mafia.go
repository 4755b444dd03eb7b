package noirburg

import (
	"maps"
	"slices"
)

// Mafia is what lies open of a seat.
type Mafia struct {
	Alive      bool            `json:"alive"`
	Money      int             `json:"money"`
	Hand       int             `json:"hand"` // size
	Hideout    HideoutView     `json:"hideout"`
	Businesses map[Card][]Card `json:"businesses"` // their gangsters
	Hidden     []Card          `json:"hidden"`
	Trophies   []Card          `json:"trophies"`
}

// HideoutView is a seat's Hideout. One that is destroyed has neither.
type HideoutView struct {
	Under     Card   `json:"under"` // the business on it, no card if it is bare
	Gangsters []Card `json:"gangsters"`
}

// mafiaView shows what lies open of a mafia.
func (p *position) mafiaView(m *mafia) Mafia {
	shown := Mafia{
		Alive:      m.alive,
		Money:      m.money,
		Hand:       m.hand.len(),
		Hideout:    HideoutView{Under: m.under, Gangsters: m.guards.cards()},
		Businesses: make(map[Card][]Card, m.open.len()),
		Hidden:     m.hidden.cards(),
		Trophies:   m.trophies.cards(),
	}
	for b := range m.open.all() {
		shown.Businesses[b] = p.crew(b).cards()
	}
	return shown
}

// Places lists where gangsters of a mafia may stand: the Hideout, then the businesses in
// the deck's listing order.
func (m Mafia) Places() []Place {
	places := []Place{OnHideout}
	for _, b := range slices.Sorted(maps.Keys(m.Businesses)) {
		places = append(places, At(b))
	}
	return places
}

// Gangsters returns who stands at a place, or hides.
func (m Mafia) Gangsters(at Place) []Card {
	switch at {
	case OnHideout:
		return m.Hideout.Gangsters
	case Hidden:
		return m.Hidden
	}
	return m.Businesses[at.Business()]
}

// Standing lists the gangsters that are not hidden, place by place.
func (m Mafia) Standing() []Card {
	var standing []Card
	for _, at := range m.Places() {
		standing = append(standing, m.Gangsters(at)...)
	}
	return standing
}

// Capacity returns the power that a place has room for, occupied or not.
func (m Mafia) Capacity(at Place) int {
	if at == OnHideout {
		return hideoutNumber
	}
	return at.Business().Income()
}

// Room returns the power that still fits at a place.
func (m Mafia) Room(at Place) int { return m.Capacity(at) - setOf(m.Gangsters(at)...).power() }
