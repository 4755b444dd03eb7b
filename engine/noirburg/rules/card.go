package rules

import (
	"fmt"
	"strconv"
)

// Card is one card of the game, in the deck's listing order: the weakest gangsters
// first, the Hideouts last. Zero is no card. As text a card is its id, such as
// "G4.0", "B3.2", "POKER.1" or "HIDEOUT.5"; in JSON no card is null.
type Card uint8

// Kind is what a card is for.
type Kind uint8

// The kinds of cards (rules page, section 1).
const (
	NoKind Kind = iota
	Gangster
	Business
	Poker
	Police
	Bribe
	Driveby
	Turncoat
	Hideout
)

// Reaction reports whether cards of the kind are thrown on the table, not opened.
func (k Kind) Reaction() bool { return Poker <= k && k <= Turncoat }

// series lists what is printed on the cards and how many there are of each, in the deck's
// order.
var series = [...]struct {
	code   string
	kind   Kind
	number int
	copies int
}{
	{"G1", Gangster, 1, 14},
	{"G2", Gangster, 2, 10},
	{"G3", Gangster, 3, 8},
	{"G4", Gangster, 4, 4},
	{"B1", Business, 1, 10},
	{"B2", Business, 2, 8},
	{"B3", Business, 3, 6},
	{"B4", Business, 4, 4},
	{"POKER", Poker, 0, 3},
	{"POLICE", Police, 0, 4},
	{"BRIBE", Bribe, 0, 4},
	{"DRIVEBY", Driveby, 0, 5},
	{"TURNCOAT", Turncoat, 0, 3},
	{"HIDEOUT", Hideout, HideoutNumber, Hideouts},
}

const (
	DeckSize   = 83 // all but the Hideouts
	allCards   = DeckSize + Hideouts
	businesses = 28 // of the deck

	firstBusiness = Card(37)
	FirstHideout  = Card(DeckSize + 1)
)

// printed is what is printed on one card.
type printed struct {
	id     string
	kind   Kind
	number int
}

// face is what is printed on every card; face[0] is no card's.
var face = faces()

func faces() (all [allCards + 1]printed) {
	c := 1
	for _, s := range series {
		for n := range s.copies {
			all[c] = printed{id: s.code + "." + strconv.Itoa(n), kind: s.kind, number: s.number}
			c++
		}
	}
	return all
}

// ByID finds a card by its id.
var ByID = ids()

func ids() map[string]Card {
	all := make(map[string]Card, allCards)
	for c := Card(1); c <= allCards; c++ {
		all[face[c].id] = c
	}
	return all
}

// HideoutOf returns the Hideout of a seat.
func HideoutOf(seat int) Card { return FirstHideout + Card(seat) }

func (c Card) valid() bool { return 1 <= c && c <= allCards }

// Kind returns what the card is for, NoKind for no card.
func (c Card) Kind() Kind { return face[c].kind }

// Number returns the number printed on the card: a gangster's power, the income of
// a business or of a Hideout, 0 for reaction cards. It counts as points at the end.
func (c Card) Number() int { return face[c].number }

// Power returns a gangster's power, 0 for all other cards.
func (c Card) Power() int {
	if c.Kind() != Gangster {
		return 0
	}
	return c.Number()
}

// Income returns what a business or a Hideout pays in each tribute, which is also the greatest
// sum of its gangsters' powers; 0 for all other cards.
func (c Card) Income() int {
	if k := c.Kind(); k != Business && k != Hideout {
		return 0
	}
	return c.Number()
}

// Cost returns what it costs to open the card: its number less 1. Cards that are
// never opened cost 0.
func (c Card) Cost() int {
	if k := c.Kind(); k != Gangster && k != Business {
		return 0
	}
	return c.Number() - 1
}

// String returns the id, "" for no card.
func (c Card) String() string { return face[c].id }

// MarshalText writes the id. It fails for no card.
func (c Card) MarshalText() ([]byte, error) {
	if !c.valid() {
		return nil, fmt.Errorf("%d is no card", uint8(c))
	}
	return []byte(c.String()), nil
}

// UnmarshalText reads an id.
func (c *Card) UnmarshalText(text []byte) error {
	card, ok := ByID[string(text)]
	if !ok {
		return fmt.Errorf("%q is no card", text)
	}
	*c = card
	return nil
}

// MarshalJSON writes the id, null for no card.
func (c Card) MarshalJSON() ([]byte, error) { return quoted(c.String()), nil }

// UnmarshalJSON reads an id or null.
func (c *Card) UnmarshalJSON(text []byte) error {
	if string(text) == "null" {
		*c = 0
		return nil
	}
	id, err := unquoted(text)
	if err != nil {
		return err
	}
	return c.UnmarshalText([]byte(id))
}
