package record_test

import (
	"encoding/json"
	"os"
	"testing"

	"noir/data/record"
	"noir/engine"
	"noir/engine/noirburg"
	"noir/engine/noirburg/rules"
)

// TestRecordsOfPassesAsTheyCame: old records have passes in the order and with the times in which
// they were given. They still verify, also if a player resigned in between and the others were
// asked again.
func TestRecordsOfPassesAsTheyCame(t *testing.T) {
	raw, err := os.ReadFile("testdata/passes-as-they-came.json")
	if err != nil {
		t.Fatal(err)
	}
	var r record.Record
	if err := json.Unmarshal(raw, &r); err != nil {
		t.Fatal(err)
	}
	disorder, resigned := 0, false
	for i, m := range r.Moves {
		pass := func(i int) bool { return string(r.Moves[i].Move) == string(rules.Pass()) }
		if i > 0 && pass(i) && pass(i-1) && m.Seat < r.Moves[i-1].Seat && m.AtMS > r.Moves[i-1].AtMS {
			disorder++
		}
		resigned = resigned || string(m.Move) == string(engine.Resign)
	}
	if disorder < 10 || !resigned {
		t.Fatalf("%d passes of another order, resigned: %t", disorder, resigned)
	}
	verified := func() error {
		sealed, err := record.Seal(r, signer(t, 1))
		if err != nil {
			t.Fatal(err)
		}
		raw, err := json.Marshal(sealed)
		if err != nil {
			t.Fatal(err)
		}
		_, err = record.Verify([]engine.Game{noirburg.Game{}}, raw)
		return err
	}
	if err := verified(); err != nil {
		t.Error(err)
	}
	r.Result.Winners = []engine.Seat{1}
	if verified() == nil {
		t.Error("with another winner it is right, too")
	}
}
