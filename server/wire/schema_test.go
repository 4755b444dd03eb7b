package wire

import (
	"testing"

	"noir/engine"
	"noir/server/schema"
)

// TestThePublishedSchema: docs/schema/lines.json has every line that a program is sent.
func TestThePublishedSchema(t *testing.T) {
	inner, effects := schema.OfGames()
	inner["result"] = engine.Result{}
	schema.Schema{
		Title: "What a program is sent by play and watch: one JSON object a line",
		Lines: true,
		Types: map[string]any{
			"hello": hello{}, "queued": queued{}, "start": start{}, "event": event{}, "turn": turn{}, "passed": passed{},
			"hint": hint{}, "error": refusal{}, "notice": notice{}, "end": end{},
		},
		Inner: inner,
		Parts: map[string][]string{
			"turn.view": {"view-district-noir", "view-noirburg"}, "turn.legal[]": {"move"}, "event.move": {"move"}, "hint.move": {"move"},
			"event.effects[]": effects, "result.scores[]": {"score-district-noir", "score-noirburg"},
		},
	}.Compare(t, "../../docs/schema/lines.json")
}
