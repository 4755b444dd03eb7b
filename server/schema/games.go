package schema

import (
	"maps"
	"slices"
	"strings"

	"noir/engine/districtnoir"
	"noir/engine/noirburg/rules"
)

// move is any move: its other fields are those of its type.
type move struct {
	Type string `json:"type"`
}

// OfGames returns what both games put into lines and records, as Inner of a Schema: "move", and a
// "view-GAME" and "score-GAME" of each game; and the names of their effects, which are among it.
func OfGames() (inner map[string]any, effects []string) {
	inner = map[string]any{
		"move":               move{},
		"view-district-noir": districtnoir.View{}, "score-district-noir": districtnoir.Score{},
		"view-noirburg": rules.View{}, "score-noirburg": rules.Score{},

		"effect-placed": districtnoir.Placed{}, "effect-took": districtnoir.Took{}, "effect-round": districtnoir.Round{},

		"effect-" + rules.TypeTribute: rules.Tribute{}, "effect-" + rules.TypeMoved: rules.Moved{}, "effect-" + rules.TypePaid: rules.Paid{},
		"effect-" + rules.TypeDice: rules.Dice{}, "effect-" + rules.TypeDrew: rules.Drew{}, "effect-" + rules.TypeReshuffled: rules.Reshuffled{},
		"effect-" + rules.TypeWindow: rules.Opened{}, "effect-" + rules.TypeFought: rules.Fought{}, "effect-" + rules.TypeEliminated: rules.Eliminated{},
		"effect-" + rules.TypeCountdown: rules.CountdownAt{}, "effect-" + rules.TypeTurn: rules.Turn{},
	}
	for _, name := range slices.Sorted(maps.Keys(inner)) {
		if strings.HasPrefix(name, "effect-") {
			effects = append(effects, name)
		}
	}
	return inner, effects
}
