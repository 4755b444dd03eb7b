package districtnoir

import "fmt"

// Card is a kind of card, in the deck's listing order. Copies of a kind are the same, so hands,
// row and tableaus consist of kinds. Zero is no card. As text a card is its code: "5", "+2",
// "-1", "harbor".
type Card int8

// The kinds: supports, alliances, betrayals, cities (rules page, section 1).
const (
	Five Card = iota + 1
	Six
	Seven
	Eight
	Plus2
	Plus3
	Plus4
	Minus1
	Minus2
	Minus3
	Harbor
	Police
	CityHall
)

// kinds holds what is printed on a card and how often the deck has it.
var kinds = [...]struct {
	code   string
	copies int
	value  int
}{
	Five:     {"5", 5, 5},
	Six:      {"6", 6, 6},
	Seven:    {"7", 7, 7},
	Eight:    {"8", 8, 8},
	Plus2:    {"+2", 4, 2},
	Plus3:    {"+3", 2, 3},
	Plus4:    {"+4", 1, 4},
	Minus1:   {"-1", 3, -1},
	Minus2:   {"-2", 4, -2},
	Minus3:   {"-3", 2, -3},
	Harbor:   {"harbor", 1, 0},
	Police:   {"police", 1, 0},
	CityHall: {"cityhall", 1, 0},
}

// deckSize counts all cards.
const deckSize = 45

// cities is the number of cities, all of which win at once.
const cities = 3

func (c Card) valid() bool { return Five <= c && c <= CityHall }

// Support reports whether the card is a 5, 6, 7 or 8.
func (c Card) Support() bool { return Five <= c && c <= Eight }

// Deal reports whether the card is an alliance or a betrayal.
func (c Card) Deal() bool { return Plus2 <= c && c <= Minus3 }

// City reports whether the card is one of the three cities.
func (c Card) City() bool { return Harbor <= c && c <= CityHall }

// Value returns the number on a support or a deal, 0 for a city.
func (c Card) Value() int { return kinds[c].value }

// Copies returns how many of the kind the deck has.
func (c Card) Copies() int { return kinds[c].copies }

// String returns the code, "" for no card.
func (c Card) String() string {
	if !c.valid() {
		return ""
	}
	return kinds[c].code
}

// MarshalText writes the code. All callers share its memory.
func (c Card) MarshalText() ([]byte, error) {
	if !c.valid() {
		return nil, fmt.Errorf("%d is no card", int8(c))
	}
	return texts[c], nil
}

// texts are the codes as texts: every view has dozens.
var texts = func() (all [CityHall + 1][]byte) {
	for c := range all {
		all[c] = []byte(Card(c).String())
	}
	return all
}()

// UnmarshalText reads a code.
func (c *Card) UnmarshalText(text []byte) error {
	for k := Five; k <= CityHall; k++ {
		if string(text) == kinds[k].code {
			*c = k
			return nil
		}
	}
	return fmt.Errorf("%q is no card", text)
}

// codes returns the cards' codes in the same order.
func codes(cards []Card) []string {
	out := make([]string, len(cards))
	for i, c := range cards {
		out[i] = c.String()
	}
	return out
}

// Tally counts cards by kind.
type Tally [CityHall + 1]int8

// Count tallies cards.
func Count(cards ...Card) Tally {
	var t Tally
	t.add(cards)
	return t
}

func (t *Tally) add(cards []Card) {
	for _, c := range cards {
		t[c]++
	}
}

// Cards lists the cards in the deck's listing order; never nil.
func (t Tally) Cards() []Card {
	out := make([]Card, 0, t.Len())
	for c := Five; c <= CityHall; c++ {
		for range t[c] {
			out = append(out, c)
		}
	}
	return out
}

// Len returns the number of cards.
func (t Tally) Len() int {
	sum := 0
	for _, n := range t {
		sum += int(n)
	}
	return sum
}

// Cities returns the number of cities.
func (t Tally) Cities() int { return int(t[Harbor] + t[Police] + t[CityHall]) }

// fullDeck tallies all 45 cards.
func fullDeck() Tally {
	var t Tally
	for c := Five; c <= CityHall; c++ {
		t[c] = int8(c.Copies())
	}
	return t
}
