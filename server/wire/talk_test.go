package wire_test

import (
	"testing"

	"noir/data"
)

// TestWordsByLines: what one writes is told to the other, cleaned, and not to spectators.
func TestWordsByLines(t *testing.T) {
	h := open(t)
	asked, waits, turn := h.table()
	for _, p := range []*program{asked, waits} {
		other := waits
		if p == waits {
			other = asked
		}
		if _, err := h.Store.ChangeSettings(t.Context(), p.player.ID, func(set *data.Settings) { set.FreeText = true }); err != nil {
			t.Fatal(err)
		}
		if err := h.Store.Tie(t.Context(), p.player.ID, other.player.ID, data.Friend); err != nil {
			t.Fatal(err)
		}
	}
	w := h.watch(string(tableOf(t, h, asked)))
	w.Line("start")
	waits.Say(`{"type":"say","text":"your \u202emove\u001b[2J"}`)
	for _, p := range []*program{asked, waits} {
		if m := p.Until("notice"); m.Code != "said" || m.Text != "your move[2J" || m.Phrase != "" || m.Seat == nil {
			t.Errorf("told %s", m.Raw)
		}
	}
	asked.Move(turn)
	w.Line("event") // and nothing before it
}

// tableOf is the table of a program.
func tableOf(t *testing.T, h *house, p *program) data.MatchID {
	t.Helper()
	mine, err := h.Broker.Mine(t.Context(), p.player.ID)
	if err != nil || len(mine) != 1 {
		t.Fatalf("%d tables, %v", len(mine), err)
	}
	return mine[0].ID
}
