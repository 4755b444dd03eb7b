package tui_test

import (
	"encoding/json"
	"testing"

	"noir/engine"
	"noir/engine/noirburg"
	"noir/tui"
)

// TestSameOptions asks for another table like one that was: what it is asked for is
// accepted for any number of seats, and leads to the same switches.
func TestSameOptions(t *testing.T) {
	switches := []tui.Switch{{Name: "money_win", Usual: true}}
	for asked, again := range map[string]string{"": "", `{"money_win":true}`: "", `{"money_win":false}`: `{"money_win":false}`} {
		table, err := noirburg.Game{}.Start(engine.Setup{Seats: 5, Options: json.RawMessage(asked)})
		if err != nil {
			t.Fatal(err)
		}
		got := tui.SameOptions(switches, engine.Options(table))
		if string(got) != again {
			t.Errorf("after a table of %s it asks for %q, want %q", engine.Options(table), got, again)
		}
		if _, err := (noirburg.Game{}).Start(engine.Setup{Seats: 3, Options: got}); err != nil {
			t.Errorf("%q: %v", got, err)
		}
	}
	if got := tui.SameOptions(switches, json.RawMessage(`{}`)); got != nil {
		t.Errorf("of a game without it, it asks for %s", got)
	}
}
