package engine_test

import (
	"encoding/json"
	"strings"
	"testing"

	"noir/engine"
	"noir/engine/districtnoir"
)

// TestFindingByName: games and levels by exactly their names, the first and the last too.
func TestFindingByName(t *testing.T) {
	games := []engine.Game{districtnoir.Game{}}
	info := games[0].Info()
	if g, ok := engine.Named(games, info.Name); !ok || g.Info().Name != info.Name {
		t.Errorf("%q is not found", info.Name)
	}
	if g, ok := engine.Named(games, "District-Noir"); ok || g != nil {
		t.Errorf("%v is found by another name", g)
	}
	for i, level := range info.Levels() {
		if o, ok := info.Opponent(level); !ok || o != info.House[i] {
			t.Errorf("level %q is %+v (%t)", level, o, ok)
		}
	}
	if o, ok := info.Opponent("hardest"); ok || o != (engine.Opponent{}) {
		t.Errorf("there is a level %+v", o)
	}
}

func TestSeated(t *testing.T) {
	pair, table := engine.Info{Name: "a", MinSeats: 2, MaxSeats: 2}, engine.Info{Name: "b", MinSeats: 3, MaxSeats: 6}
	for n, says := range map[int]string{1: "a has 2 seats, not 1", 2: "", 3: "a has 2 seats, not 3"} {
		if err := pair.Seated(n); (err == nil) != (says == "") || err != nil && err.Error() != says {
			t.Errorf("%d at a game for two: %v", n, err)
		}
	}
	for n, says := range map[int]string{2: "b has 3 to 6 seats, not 2", 3: "", 6: "", 7: "b has 3 to 6 seats, not 7"} {
		if err := table.Seated(n); (err == nil) != (says == "") || err != nil && err.Error() != says {
			t.Errorf("%d at a game for three to six: %v", n, err)
		}
	}
}

func TestNoOptions(t *testing.T) {
	for _, none := range []string{``, `null`, `{}`, ` { } `} {
		if err := (engine.Setup{Options: json.RawMessage(none)}).NoOptions("a"); err != nil {
			t.Errorf("%q: %v", none, err)
		}
	}
	for _, some := range []string{`{"money_win":true}`, `{} {}`, `[]`, `1`, `{`} {
		if err := (engine.Setup{Options: json.RawMessage(some)}).NoOptions("a"); err == nil || !strings.Contains(err.Error(), "a has no options") {
			t.Errorf("%q: %v", some, err)
		}
	}
}

// TestTypeOf: a move that names its type twice has none, since readers might take either.
func TestTypeOf(t *testing.T) {
	if kind, fields := engine.TypeOf(json.RawMessage(`{"type":"play","card":"5"}`)); kind != "play" || len(fields) != 2 {
		t.Errorf("it is %q with %d fields", kind, len(fields))
	}
	for _, none := range []string{`{"type":"play","type":"take"}`, `{"Type":"play"}`, `{"type":1}`, `7`} {
		if kind, fields := engine.TypeOf(json.RawMessage(none)); kind != "" || fields != nil {
			t.Errorf("%s is %q with %d fields", none, kind, len(fields))
		}
	}
}
