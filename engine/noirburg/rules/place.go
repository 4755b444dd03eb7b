package rules

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// Place is where a card lies. Most places belong to a seat, which is given separately. Zero is
// nowhere, null in JSON: where an arrangement puts dismissed gangsters.
type Place uint8

// The places outside businesses (At). As text they are the same words in lower case, in one word.
const (
	OnHideout Place = allCards + 1 + iota // on the Hideout; not in the business above it
	Hidden                                // gangsters only
	InHand
	InDiscard
	InBox // out of the game
	OnTable
	InDeck
	InTrophies
)

var placeNames = map[Place]string{
	OnHideout:  "hideout",
	Hidden:     "hidden",
	InHand:     "hand",
	InDiscard:  "discard",
	InBox:      "box",
	OnTable:    "table",
	InDeck:     "deck",
	InTrophies: "trophies",
}

// At returns the place in a business, whose text is that business's id.
func At(business Card) Place { return Place(business) }

// Business returns the business that the place is in, no card if it is elsewhere.
func (p Place) Business() Card {
	if c := Card(p); p < OnHideout && c.Kind() == Business {
		return c
	}
	return 0
}

// String returns the place as programs write it, "" for nowhere.
func (p Place) String() string {
	if c := p.Business(); c != 0 {
		return c.String()
	}
	return placeNames[p]
}

// MarshalJSON writes the text, null for nowhere.
func (p Place) MarshalJSON() ([]byte, error) { return quoted(p.String()), nil }

// UnmarshalJSON reads a text or null.
func (p *Place) UnmarshalJSON(text []byte) error {
	if string(text) == "null" {
		*p = 0
		return nil
	}
	name, err := unquoted(text)
	if err != nil {
		return err
	}
	if c := ByID[name]; c.Kind() == Business {
		*p = At(c)
		return nil
	}
	for place, known := range placeNames {
		if name == known {
			*p = place
			return nil
		}
	}
	return fmt.Errorf("%q is no place", name)
}

// Purse is a holder of money: a seat, by its number, or one of Bank and Pot.
type Purse int8

// The purses that belong to nobody.
const (
	Bank Purse = -1
	Pot  Purse = -2
)

// MarshalJSON writes the seat's number, "bank" or "pot".
func (p Purse) MarshalJSON() ([]byte, error) {
	switch p {
	case Bank:
		return quoted("bank"), nil
	case Pot:
		return quoted("pot"), nil
	}
	return json.Marshal(int8(p))
}

// UnmarshalJSON reads what MarshalJSON wrote.
func (p *Purse) UnmarshalJSON(text []byte) error {
	switch string(text) {
	case `"bank"`:
		*p = Bank
	case `"pot"`:
		*p = Pot
	default:
		var seat uint8
		if err := json.Unmarshal(text, &seat); err != nil {
			return fmt.Errorf("%s is no purse", text)
		}
		*p = Purse(seat)
	}
	return nil
}

// quoted writes a name that needs no escapes as JSON, the empty one as null.
func quoted(name string) []byte {
	if name == "" {
		return []byte("null")
	}
	return append(append([]byte{'"'}, name...), '"')
}

// unquoted reads a JSON string. Names without escapes, as all of ours are, need no decoder.
func unquoted(text []byte) (name string, err error) {
	if n := len(text); n > 1 && text[0] == '"' && bytes.IndexByte(text, '\\') < 0 {
		return string(text[1 : n-1]), nil
	}
	err = json.Unmarshal(text, &name)
	return name, err
}
