package wire_test

import (
	"bytes"
	"encoding/json"
	"slices"
	"testing"

	"noir/server/wiretest"
)

// TestHint: one line brings the house's move for the turn, and the other program is told;
// the game goes on meanwhile.
func TestHint(t *testing.T) {
	h := open(t)
	one, other := request(h.Player("marlowe")), request(h.Player("spade"))
	one.Ticket.Rated, other.Ticket.Rated = false, false
	asked, waits, turn := h.between(one, other)
	asked.Say(`{"type":"hint"}`)
	if m := waits.Until("notice"); m.Code != "hinted" || m.Seat == nil || m.Message == "" {
		t.Errorf("the other is told %s", m.Raw)
	}
	hint := asked.Until("hint")
	want := `{chance:number move:{card:string type:string} ply:number type:string}`
	if string(hint.Move) == `{"type":"take"}` {
		want = `{chance:number move:{type:string} ply:number type:string}`
	}
	if got := wiretest.Shape(hint.Raw); got != want {
		t.Errorf("%s is\n%s, not\n%s", hint.Raw, got, want)
	}
	legal := slices.ContainsFunc(turn.Legal, func(m json.RawMessage) bool { return bytes.Equal(m, hint.Move) })
	if *hint.Ply != *turn.Ply || !legal {
		t.Errorf("%s is for %s", hint.Raw, turn.Raw)
	}
	waits.Say(`{"type":"hint"}`)
	if m := waits.Until("error"); m.Code != "not_your_turn" {
		t.Errorf("a player who is not asked is told %s", m.Raw)
	}
	asked.Say(`{"type":"hint"}`)
	asked.Move(turn)
	asked.Until("event")
	if err := asked.exit(); err != nil {
		t.Errorf("a hint that nobody waits for: %v", err)
	}
}

// TestHintIsNotForRatings.
func TestHintIsNotForRatings(t *testing.T) {
	h := open(t)
	asked, _, _ := h.table()
	asked.Say(`{"type":"hint"}`)
	if m := asked.Until("error"); m.Code != "no_hint" || m.Message != "in a rated game the house gives no hints: ask in a casual one" {
		t.Errorf("%s", m.Raw)
	}
}
