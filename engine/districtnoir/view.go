package districtnoir

import (
	"slices"

	"noir/engine"
)

// View is what a viewer sees of a position (protocol, section 7).
type View struct {
	Round   int           `json:"round"`
	First   engine.Seat   `json:"first"`         // who began the round
	Row     []Card        `json:"row"`           // oldest first
	Hand    []Card        `json:"hand,omitzero"` // the viewer's own, in the deck's listing order; nil for a spectator
	Hands   [seats]int    `json:"hands"`         // sizes
	Took    [seats]bool   `json:"took"`          // in this round
	Tableau [seats][]Card `json:"tableau"`       // in the deck's listing order
	Deck    int           `json:"deck"`          // cards left
}

// View returns a View.
func (p position) View(seat engine.Seat) any {
	v := View{
		Round: p.round,
		First: p.first(),
		Row:   append([]Card{}, p.row...),
		Took:  p.took,
		Deck:  deckSize - p.dealt(),
	}
	for s := range seats {
		v.Hands[s] = p.hands[s].Len()
		v.Tableau[s] = p.tableau[s].Cards()
	}
	if 0 <= seat && seat < seats {
		v.Hand = p.hands[seat].Cards()
	}
	return v
}

// Turn returns the seat on move in a running game: the players alternate from First on.
func (v View) Turn() engine.Seat {
	actions := 0
	for s := range seats {
		actions += handSize - v.Hands[s]
		if v.Took[s] {
			actions++
		}
	}
	if actions%2 == 0 {
		return v.First
	}
	return other(v.First)
}

// Offer returns what a take would take now: the newest five cards, oldest first, or all if
// there are fewer. It is a part of Row.
func (v View) Offer() []Card { return newest(v.Row) }

// AfterTake returns the view after a take of the seat now, whether or not it may take. The
// round does not end.
func (v View) AfterTake(seat engine.Seat) View {
	offer := v.Offer()
	tableau := Count(v.Tableau[seat]...)
	tableau.add(offer)
	v.Tableau[seat] = tableau.Cards()
	v.Row = slices.Clip(v.Row[:len(v.Row)-len(offer)])
	v.Took[seat] = true
	return v
}

// Cities returns how many cities a seat has taken. Three win at once.
func (v View) Cities(seat engine.Seat) int { return Count(v.Tableau[seat]...).Cities() }

// Scores returns the score of both seats as if counted now.
func (v View) Scores() [seats]Score { return scores(v.tallies()) }

// Totals returns the totals of both scores without allocating.
func (v View) Totals() [seats]int {
	t := v.tallies()
	return [seats]int{total(t[0], t[1]), total(t[1], t[0])}
}

// TieBreak names what decides between equal totals: the first of "8", "7", "6", "5" and
// "cities" that differs; "" when none does.
func (v View) TieBreak() string {
	_, level := tieBreak(v.tallies())
	return level
}

func (v View) tallies() [seats]Tally {
	return [seats]Tally{Count(v.Tableau[0]...), Count(v.Tableau[1]...)}
}
