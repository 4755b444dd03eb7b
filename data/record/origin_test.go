package record_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"noir/data"
	"noir/data/record"
	"noir/engine"
)

// TestAGameThatGoesOnVerifies: its record says from where it goes on, and any other origin is
// refused.
func TestAGameThatGoesOnVerifies(t *testing.T) {
	store := openStore(t)
	m := play(t, store, table{game: game, seed: 1})
	rest := m.Moves[7:]
	m.ID, m.Moves, m.Origin = "on", m.Moves[:7], data.Origin{Match: m.ID, Plies: 7}
	if _, err := store.Open(t.Context(), m); err != nil {
		t.Fatal(err)
	}
	if _, err := store.Finish(t.Context(), m.ID, m.Started.Add(time.Hour), *m.Result, rest...); err != nil {
		t.Fatal(err)
	}
	m, err := store.Match(t.Context(), m.ID)
	if err != nil {
		t.Fatal(err)
	}
	verify := func(r record.Record) error {
		t.Helper()
		r, err := record.Seal(r, signer(t, 0))
		if err != nil {
			t.Fatal(err)
		}
		raw, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		_, err = record.Verify([]engine.Game{game}, raw)
		return err
	}
	r, err := record.New(game, m)
	if err != nil {
		t.Fatal(err)
	}
	if err := verify(r); err != nil || *r.From != m.Origin {
		t.Fatalf("from %+v: %v", r.From, err)
	}
	for sentence, wrong := range map[string]data.Origin{
		"does not say from where":   {Match: m.Origin.Match, Plies: len(m.Moves)},
		"not say from where the ga": {Match: m.Origin.Match, Plies: -1},
		"not say from where":        {Plies: 7},
	} {
		r.From = &wrong
		if err := verify(r); err == nil || !strings.Contains(err.Error(), sentence) {
			t.Errorf("from %+v: %v", wrong, err)
		}
	}
	r.From, r.Rated = &m.Origin, true
	if err := verify(r); err == nil || !strings.Contains(err.Error(), "is not rated") {
		t.Errorf("rated: %v", err)
	}
}
