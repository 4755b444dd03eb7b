package noirburg

import (
	"encoding/json"
	"fmt"
	"slices"

	rules "noir/engine/noirburg"
	"noir/matchmaking"
)

// readOffers reads what the viewer may do now. An entry that stands for several
// moves has all cards that may be in one of them; of arrange, mulligan and discard
// there is only the type and, in Count, how many cards at most.
func readOffers(turn *matchmaking.Turn) ([]rules.Move, error) {
	if turn == nil {
		return nil, nil
	}
	offers := make([]rules.Move, len(turn.Legal))
	for i, raw := range turn.Legal {
		if move, ok := rules.ReadMove(raw); ok {
			offers[i] = move
			continue
		}
		var open struct {
			Type string `json:"type"`
			Max  int    `json:"max"`
		}
		if err := json.Unmarshal(raw, &open); err != nil {
			return nil, fmt.Errorf("what may be done: %w", err)
		}
		offers[i] = rules.Move{Type: open.Type, Count: open.Max}
	}
	return offers, nil
}

// offered are the offers of some types.
func (b *Board) offered(types ...string) []rules.Move {
	var out []rules.Move
	for _, m := range b.offers {
		if slices.Contains(types, m.Type) {
			out = append(out, m)
		}
	}
	return out
}

// may reports whether there is an offer of a type.
func (b *Board) may(kind string) bool {
	return slices.ContainsFunc(b.offers, func(m rules.Move) bool { return m.Type == kind })
}

// offeredWith are the offers in which a card of the hand is played.
func (b *Board) offeredWith(c rules.Card) []rules.Move {
	var out []rules.Move
	for _, m := range b.offers {
		if m.Card == c || m.Type == rules.TypeDriveby && slices.Contains(m.Cards, c) {
			out = append(out, m)
		}
	}
	return out
}

// playable are the cards of the hand that may be thrown on the table now.
func (b *Board) playable() []rules.Card {
	return slices.DeleteFunc(slices.Clone(b.hand()), func(c rules.Card) bool {
		return !c.Kind().Reaction() || len(b.offeredWith(c)) == 0
	})
}
