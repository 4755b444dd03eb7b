package command_test

import (
	"strings"
	"testing"

	"noir/data/record"
	"noir/engine"
	"noir/engine/districtnoir"
	"noir/server/wiretest"
)

// TestPlayingOnByLines goes on from a finished game in each seat, to the end. Its record verifies, says
// from where it goes on, and the other one says nothing of it.
func TestPlayingOnByLines(t *testing.T) {
	h := open(t)
	marlowe, spade := h.Player("marlowe"), h.Player("spade")
	id := h.resigned(marlowe, spade)
	last := ""
	for flags, seat := range map[string]engine.Seat{" --seat 0": 0, " --seat 1": 1} {
		p := h.connect(spade, "play district-noir --json --bot easy --pace fast --from "+id+"@2"+flags)
		start := p.Until("start")
		if *start.Seat != seat || !strings.Contains(start.Raw, `"from":{"match":"`+id+`","plies":2}`) || strings.Contains(start.Raw, `"rated":true`) {
			t.Errorf("%s: %s", flags, start.Raw)
		}
		var end wiretest.Message
		for end.Type == "" {
			switch m, err := p.Next(); {
			case err != nil:
				t.Fatalf("%s, %v", m.Raw, err)
			case m.Type == "turn":
				p.Move(m)
			case m.Type == "end":
				end = m
			}
		}
		p.Say(`{"type":"leave"}`)
		if code := p.Ended(); code != 0 {
			t.Errorf("exit code %d: %s", code, &p.errOut)
		}
		last = string(start.Table)
		out := h.ask(spade, "replay "+last+" --json")
		sum, err := record.Verify([]engine.Game{districtnoir.Game{}}, []byte(strings.TrimSpace(out)))
		if err != nil || sum.Plies < 3 || !strings.Contains(out, `"from":{"match":"`+id+`","plies":2}`) {
			t.Errorf("%+v, %v: %s", sum, err, out)
		}
	}
	if out := h.ask(spade, "games --json --limit 1"); !strings.Contains(out, `"from":{"match":"`+id+`","plies":2}`) {
		t.Errorf("the list: %s", out)
	}
	if out := h.ask(marlowe, "games --json"); strings.Contains(out, `"from"`) {
		t.Errorf("another's list: %s", out)
	}
	if out := h.ask(spade, "replay "+last); !strings.Contains(out, "\nIt goes on from move 2 of game "+id+".\n") {
		t.Errorf("told as\n%s", out)
	}
	if out := h.ask(spade, "replay "+id+" --json"); strings.Contains(out, `"from"`) {
		t.Errorf("the game itself: %s", out)
	}
	own := h.connect(marlowe, "play district-noir --json --bot easy --from "+id+"@1")
	if start := own.Until("start"); !strings.Contains(start.Raw, `"name":"marlowe"`) {
		t.Errorf("%s", start.Raw)
	}
	own.Say(`{"type":"resign"}`)
	own.Until("end")
	own.Say(`{"type":"leave"}`)
	own.Ended()
	for line, sentence := range map[string]string{
		"--bot easy --from " + id:                       "--from is a game and the number of a move, such as " + id + "@12",
		"--bot easy --from @3":                          "such as GAME@12",
		"--from " + id + "@1":                           "--from goes with --bot",
		"--bot easy --seat 1":                           "--seat goes with --from",
		"--bot easy --seats 2 --from " + id + "@1":      "the game that goes on has its own terms",
		"--bot easy --no-money-win --from " + id + "@1": "the game that goes on has its own terms",
		"--bot easy --from none@1":                      "there is no game",
		"--bot easy --from " + id + "@3":                "the game is over there",
		"--bot easy --from " + id + "@99":               "that game has the moves 0 to 3",
		"--bot easy --seat 2 --from " + id + "@1":       "nobody plays on that seat",
		"--bot easy --seat 999 --from " + id + "@1":     "nobody plays on that seat",
	} {
		if a := h.run(marlowe, "play district-noir --json "+line); a.code == 0 || !strings.Contains(a.err, sentence) {
			t.Errorf("%s: %+v, not %q", line, a, sentence)
		}
	}
}
