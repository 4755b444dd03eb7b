package districtnoir

import (
	"encoding/json"
	"fmt"
	"slices"

	"noir/engine"
)

// The types of effects.
const (
	TypePlaced = "placed"
	TypeTook   = "took"
	TypeRound  = "round"
)

// Placed is a card that was added to the row.
type Placed struct {
	Type string `json:"type"`
	Card Card   `json:"card"`
}

// Took is the cards that the mover took, newest first.
type Took struct {
	Type  string `json:"type"`
	Cards []Card `json:"cards"`
}

// Round is a new round. Hand is the viewer's own new hand, nil for a spectator.
type Round struct {
	Type  string      `json:"type"`
	Round int         `json:"round"`
	First engine.Seat `json:"first"`
	Hand  []Card      `json:"hand,omitzero"`
}

// placed are the effects of all cards that may be added to the row, and their meanings by the effects: most effects
// are among them, and need not be written or taken apart.
var placed, meanings = func() (effects [CityHall + 1]json.RawMessage, meanings map[string]any) {
	meanings = map[string]any{}
	for c := Five; c <= CityHall; c++ {
		meaning := Placed{Type: TypePlaced, Card: c}
		effects[c] = encode(meaning)
		meanings[string(effects[c])] = meaning
	}
	return effects, meanings
}()

// ReadEffect decodes an effect: a Placed, a Took or a Round.
func ReadEffect(effect json.RawMessage) (any, error) {
	if meaning, ok := meanings[string(effect)]; ok {
		return meaning, nil
	}
	var e struct { // the fields of all types: it is decoded only once
		Type  string      `json:"type"`
		Card  Card        `json:"card"`
		Cards []Card      `json:"cards"`
		Round int         `json:"round"`
		First engine.Seat `json:"first"`
		Hand  []Card      `json:"hand"`
	}
	if err := json.Unmarshal(effect, &e); err != nil {
		return nil, fmt.Errorf("effect: %w", err)
	}
	switch e.Type {
	case TypePlaced:
		return Placed{e.Type, e.Card}, nil
	case TypeTook:
		return Took{e.Type, e.Cards}, nil
	case TypeRound:
		return Round{e.Type, e.Round, e.First, e.Hand}, nil
	}
	return nil, fmt.Errorf("effect of unknown type %q", e.Type)
}

// newTook lists an offer from its newest card.
func newTook(offer []Card) Took {
	cards := slices.Clone(offer)
	slices.Reverse(cards)
	return Took{Type: TypeTook, Cards: cards}
}

// public returns an effect that all see alike.
func public(e any) engine.Effect { return engine.Effect{Public: encode(e)} }

// roundEffect returns the effect of a new round, with each seat's own hand.
func (p position) roundEffect() engine.Effect {
	told := Round{Type: TypeRound, Round: p.round, First: p.first()}
	effect := engine.Effect{Public: encode(told), Private: make(map[engine.Seat]json.RawMessage, seats)}
	for seat, hand := range p.hands {
		told.Hand = hand.Cards()
		effect.Private[engine.Seat(seat)] = encode(told)
	}
	return effect
}

// encode marshals a type of this package, which cannot fail.
func encode(v any) json.RawMessage {
	text, err := json.Marshal(v)
	if err != nil {
		panic(fmt.Sprintf("districtnoir: %v", err))
	}
	return text
}
