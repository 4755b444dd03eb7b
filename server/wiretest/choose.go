package wiretest

import (
	"encoding/json"
	"math/rand/v2"

	"noir/engine/noirburg"
)

// Choose makes one of the legal moves of a turn, at random. An entry that stands
// for many moves is completed: only Noirburg has such.
func Choose(start, turn Message, chance *rand.Rand) json.RawMessage {
	entry := turn.Legal[chance.IntN(len(turn.Legal))]
	if start.Game != (noirburg.Game{}).Info().Name {
		return entry
	}
	var view noirburg.View
	if err := json.Unmarshal(turn.View, &view); err != nil {
		return entry
	}
	return noirburg.Complete(view, *start.Seat, entry, chance)
}
