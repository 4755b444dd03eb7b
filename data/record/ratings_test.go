package record

import (
	"encoding/json"
	"testing"

	"pgregory.net/rapid"

	"noir/data"
	"noir/data/ledger"
	"noir/engine"
)

// Ratings have one decimal in a record and more in the store: what the store
// computes from its own passes for what follows from the rounded ones.
func TestRoundedRatingsAreAccepted(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 6).Draw(t, "seats")
		pairGames := rapid.IntRange(0, 3).Draw(t, "pair games")
		result := engine.Result{Reason: "points", Places: rapid.SliceOfN(rapid.IntRange(1, n), n, n).Draw(t, "places")}
		seats := make([]data.Seat, n)
		for i := range seats {
			before := rapid.Float64Range(100, 3000).Draw(t, "before")
			seats[i] = data.Seat{Before: &before, Games: rapid.IntRange(0, 200).Draw(t, "games"), PairGames: pairGames}
		}
		rule := data.Rule(rapid.IntRange(1, int(data.NewestRule)).Draw(t, "rule"))
		after := ledger.Elo(rule, seats, result)
		c := check{record: Record{Version: rule, Rated: true, Result: result}}
		for i := range seats {
			seats[i].After = &after[i]
			raw, err := json.Marshal(newSeat(i, seats[i], true))
			if err != nil {
				t.Fatal(err)
			}
			var written Seat
			if err := json.Unmarshal(raw, &written); err != nil {
				t.Fatal(err)
			}
			c.record.Seats = append(c.record.Seats, written)
		}
		if err := c.ratings(); err != nil {
			t.Fatal(err)
		}
		*c.record.Seats[0].After += 0.3
		if err := c.ratings(); err == nil {
			t.Fatal("0.3 points too many were accepted")
		}
	})
}

// TestCanonicalText is what seals have been made of so far: in any other form of it they would not fit any more.
func TestCanonicalText(t *testing.T) {
	const doc = ` { "b" : [1, 20.50, [], {"z":0}], "a":{}, "d":null, "e":[true,false], "\u00e9":"\u00e9\"\n"} `
	const want = `{"a":{},"b":[1e0,205e-1,[],{"z":0}],"d":<nil>,"e":[true,false],"é":"é\"\n"}`
	if got, err := canonicalOf(json.RawMessage(doc)); err != nil || got != want {
		t.Errorf("%s, not %s: %v", got, want, err)
	}
}

func TestCanonicalNumbers(t *testing.T) {
	for want, texts := range map[string][]string{
		"0":                    {"0", "-0", "0.000", "0e9", "-0.0e-3"},
		"15e2":                 {"1500", "1500.0", "1.5e3", "15E+2", "150000e-2"},
		"-1e-1":                {"-0.1", "-0.10", "-1e-1"},
		"12345678901234567e0":  {"12345678901234567", "12345678901234567.0"},
		"12345678901234568e0":  {"12345678901234568"},
		"100000000000000001e0": {"100000000000000001"},
	} {
		for _, text := range texts {
			if got, err := canonicalNumber(text); err != nil || got != want {
				t.Errorf("%s is %s, not %s: %v", text, got, want, err)
			}
		}
	}
	for _, text := range []string{"1e1000001", "1e-1000001", "1e99999999999999999999"} {
		if got, err := canonicalNumber(text); err == nil {
			t.Errorf("%s is %s", text, got)
		}
	}
}
