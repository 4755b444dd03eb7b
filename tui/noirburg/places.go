package noirburg

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"noir/engine"
	rules "noir/engine/noirburg"
)

// places are where gangsters of a seat may stand: the Hideout, the business above
// it, the others in the deck's listing order. Who is out has none.
func (b *Board) places(s engine.Seat) []rules.Place {
	mafia := b.view.Seats[s]
	if !mafia.Alive {
		return nil
	}
	all := make([]rules.Place, 0, 8)
	all = append(all, rules.OnHideout)
	if over := mafia.Hideout.Under; over != 0 {
		all = append(all, rules.At(over))
	}
	for _, c := range slices.Sorted(maps.Keys(mafia.Businesses)) {
		if c != mafia.Hideout.Under {
			all = append(all, rules.At(c))
		}
	}
	return all
}

// crew are the gangsters at a place of a seat.
func (b *Board) crew(s engine.Seat, p rules.Place) []rules.Card { return b.view.Seats[s].Gangsters(p) }

// standing is where a gangster of a seat is; Hidden when he stands nowhere.
func (b *Board) standing(s engine.Seat, gangster rules.Card) rules.Place {
	for _, p := range b.places(s) {
		if slices.Contains(b.crew(s, p), gangster) {
			return p
		}
	}
	return rules.Hidden
}

// income is the number on the building of a place, which is also what its crew may
// sum up to.
func income(p rules.Place) int {
	if p == rules.OnHideout {
		return rules.HideoutOf(0).Income()
	}
	return p.Business().Income()
}

// sign is a card of the hand in two or three cells: G2, B4, Pol.
func (b *Board) sign(c rules.Card) string {
	switch c.Kind() {
	case rules.Gangster:
		return "G" + strconv.Itoa(c.Power())
	case rules.Business:
		return "B" + strconv.Itoa(c.Income())
	}
	return string([]rune(b.title(c))[:3])
}

// tag is what building says, in signs: B4, or B3A beside another Speakeasy.
func (b *Board) tag(s engine.Seat, c rules.Card) string {
	if b.alone(s, c) {
		return b.sign(c)
	}
	return b.sign(c) + letter(c)
}

// numbers are the numbers of cards with something between two.
func numbers(cards []rules.Card, between string) string {
	out := make([]string, len(cards))
	for i, c := range cards {
		out[i] = strconv.Itoa(c.Number())
	}
	return strings.Join(out, between)
}
