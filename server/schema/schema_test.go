package schema_test

import (
	"testing"

	"noir/data"
	"noir/data/record"
	"noir/docs"
	"noir/engine"
	"noir/server/schema"
)

// TestTheSchemaOfRecords: docs/schema/record.json has the record of a game.
func TestTheSchemaOfRecords(t *testing.T) {
	inner, effects := schema.OfGames()
	for _, name := range append(effects, "view-district-noir", "view-noirburg") {
		delete(inner, name) // a record has none
	}
	inner["result"], inner["entry"] = engine.Result{}, data.Entry{}
	schema.Schema{
		Title: "The record of a finished game, as replay ID --json prints it",
		Types: map[string]any{"record": record.Record{}},
		Inner: inner,
		Parts: map[string][]string{"entry.move": {"move"}, "result.scores[]": {"score-district-noir", "score-noirburg"}},
	}.Compare(t, "../../docs/schema/record.json")
}

// TestTheCheckerRefuses: a line without a field, of another type, or of no known type is not in the
// schema; one with a field more is.
func TestTheCheckerRefuses(t *testing.T) {
	checker, err := schema.NewChecker(docs.Lines())
	if err != nil {
		t.Fatal(err)
	}
	for line, good := range map[string]bool{
		`{"type":"passed","ply":4}`:                   true,
		`{"type":"passed","ply":4,"new":true}`:        true,
		`{"type":"passed"}`:                           false,
		`{"type":"passed","ply":"4"}`:                 false,
		`{"type":"pass","ply":4}`:                     false,
		`{"type":"turn","ply":1,"legal":[],"view":5}`: false,
	} {
		if err := checker.Check([]byte(line)); (err == nil) != good {
			t.Errorf("%s: %v", line, err)
		}
	}
}
