package cluster

import (
	"encoding/json"
	"errors"
	"reflect"
	"testing"
	"time"

	"noir/data"
	"noir/engine"
	"noir/matchmaking"
)

// TestFramesArriveAsTheyWere at a node whose clock is another, for readers of any part of the log.
func TestFramesArriveAsTheyWere(t *testing.T) {
	t.Parallel()
	here := time.Date(2026, time.May, 20, 12, 0, 0, 0, time.UTC)
	there := here.Add(-time.Hour)
	of := func(now time.Time) matchmaking.Frame {
		return matchmaking.Frame{
			Revision: 7, Match: "m1", Game: "any", Pace: data.Live, View: json.RawMessage(`{}`), Options: json.RawMessage(`{}`),
			Log:   []engine.Line{{Ply: 1, Move: json.RawMessage(`1`)}, {Ply: 2, Move: json.RawMessage(`2`)}, {Ply: 3, Move: json.RawMessage(`3`)}},
			Seats: []matchmaking.Seated{{Name: "anna", Kind: data.Human, Unsure: true, Program: true, Out: true}, {Name: "pip", Kind: data.Bot, Level: "easy", Away: true, Substitute: true}},
			Clocks: []matchmaking.SeatClock{
				{Asked: true, Move: 30 * time.Second, Bank: time.Minute, Since: now.Add(-20 * time.Second)}, {Bank: time.Minute},
			},
		}
	}
	want := of(there)
	for has := range 6 {
		var sent frame
		if err := write(head{}, pack(of(here), has, here), func(raw []byte) error {
			_, body, err := open(raw)
			return errors.Join(err, read(body, &sent))
		}); err != nil {
			t.Fatal(err)
		}
		if from := map[bool]int{true: has}[has <= 3]; sent.From != from || len(sent.Lines) != 3-from {
			t.Errorf("for a reader of %d lines: %d from %d on", has, len(sent.Lines), sent.From)
		}
		known := want.Log[:min(has, 3)]
		got, ok := sent.unpack(known, there)
		if !ok || !reflect.DeepEqual(got, want) {
			t.Errorf("for a reader of %d lines: %t, %+v\nwant %+v", has, ok, got, want)
		}
		if sent.From > 0 {
			if _, ok := sent.unpack(known[:sent.From-1], there); ok {
				t.Errorf("lines from %d on join %d", sent.From, sent.From-1)
			}
		}
	}
}
