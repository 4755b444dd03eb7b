package command

import (
	"testing"

	"noir/data/review"
	"noir/server/schema"
)

// TestThePublishedSchema: docs/schema/documents.json has every document that a command prints, under the
// command's name.
func TestThePublishedSchema(t *testing.T) {
	schema.Schema{
		Title: "What commands print with --json: one document, under the name of its command",
		Types: map[string]any{
			"whoami": whoami{}, "profile": profile{}, "rankings": rankings{}, "version": Build{},
			"games": []gameRow{}, "games-running": []runningRow{}, "tables": []tableRow{}, "review": review.Review{},
			"challenge": acceptance{}, "accept": acceptance{}, "challenges": []challengeRow{},
			"event": eventTable{}, "events": []eventRow{}, "puzzle": riddle{}, "puzzle-answer": verdict{},
			"friends": []tieRow{}, "mutes": []tieRow{}, "blocks": []tieRow{}, "report": reported{},
			"keys": keyList{}, "keys-add": invitation{}, "keys-claim": claimed{}, "keys-label": ownKey{}, "keys-recovery": recoveryCodes{},
			"feed": feedAddress{}, "webhook": hook{}, "settings": struct {
				Settings map[string]any `json:"settings"`
			}{},
		},
	}.Compare(t, "../../docs/schema/documents.json")
}
