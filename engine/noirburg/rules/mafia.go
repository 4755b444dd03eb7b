package rules

import (
	"maps"
	"slices"

	"noir/engine"
)

// Mafia is what all see of a seat.
type Mafia struct {
	Alive      bool            `json:"alive"`
	Money      int             `json:"money"`
	Hand       int             `json:"hand"` // size
	Hideout    HideoutView     `json:"hideout"`
	Businesses map[Card][]Card `json:"businesses"` // their gangsters
	Hidden     []Card          `json:"hidden"`
	Trophies   []Card          `json:"trophies"`
}

// HideoutView is a seat's Hideout; both fields are empty once it is destroyed.
type HideoutView struct {
	Under     Card   `json:"under"` // the business on it, no card if it is bare
	Gangsters []Card `json:"gangsters"`
}

// mafiaView returns what all see of a mafia.
func (t *Town) mafiaView(m *Family) Mafia {
	shown := Mafia{
		Alive:      m.Alive,
		Money:      m.Money,
		Hand:       m.Hand.Len(),
		Hideout:    HideoutView{Under: m.Under, Gangsters: m.Guards.Cards()},
		Businesses: make(map[Card][]Card, m.Open.Len()),
		Hidden:     m.Hidden.Cards(),
		Trophies:   m.Trophies.Cards(),
	}
	for b := range m.Open.All() {
		shown.Businesses[b] = t.Crew(b).Cards()
	}
	return shown
}

// recall puts a seat's view into the town.
func (t *Town) recall(seat engine.Seat, seen Mafia) {
	m := t.Of(seat)
	*m = Family{
		Money:    seen.Money,
		Guards:   SetOf(seen.Hideout.Gangsters...),
		Hidden:   SetOf(seen.Hidden...),
		Trophies: SetOf(seen.Trophies...),
		Under:    seen.Hideout.Under,
		Alive:    seen.Alive,
	}
	for b, crew := range seen.Businesses {
		m.Open.Add(b)
		*t.Crew(b) = SetOf(crew...)
	}
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
		return HideoutNumber
	}
	return at.Business().Income()
}

// Room returns the power that still fits at a place.
func (m Mafia) Room(at Place) int { return m.Capacity(at) - SetOf(m.Gangsters(at)...).Power() }
