package wiretest

import (
	"encoding/json"
	"math/rand/v2"

	"noir/engine"
	"noir/engine/districtnoir"
	"noir/engine/noirburg"
)

// games are those that this package knows.
var games = []engine.Game{districtnoir.Game{}, noirburg.Game{}}

// Choose picks one of the legal moves of a turn at random. A game that this package does not know
// must not list several moves in one.
func Choose(start, turn Message, chance *rand.Rand) json.RawMessage {
	entry := turn.Legal[chance.IntN(len(turn.Legal))]
	game, known := engine.Named(games, start.Game)
	if !known {
		return entry
	}
	move, err := engine.Complete(game, turn.View, *start.Seat, entry, chance)
	if err != nil {
		return entry
	}
	return move
}
