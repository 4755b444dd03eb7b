package command_test

import (
	"encoding/json"
	"strings"
	"testing"

	"noir/data"
	"noir/server/wiretest"
)

// TestTiesByCommands: each list has its own, and there is one tie to a player.
func TestTiesByCommands(t *testing.T) {
	h := open(t)
	marlowe, guest := h.Player("marlowe"), h.Guest("guest-1234")
	h.Player("spade")
	says := func(line, words string) {
		t.Helper()
		if out := h.ask(marlowe, line); !strings.Contains(out, words) || strings.Count(out, "\n") != 1 {
			t.Errorf("%s: %q, not %q", line, out, words)
		}
	}
	refused := func(line, words string, code int) {
		t.Helper()
		if a := h.run(marlowe, line); a.code != code || !strings.Contains(a.err, words) || a.out != "" {
			t.Errorf("%s: %+v, not %q", line, a, words)
		}
	}
	says("friends", "You have no friends on your list. `friends add NAME` names one.")
	says("friends add SPADE", "spade is your friend")
	says("friends", "spade  since 20")
	says("mutes list --json", "[]")
	if got := wiretest.Shape(h.ask(marlowe, "friends --json")); got != "[{name:string since:string}]" {
		t.Errorf("friends --json is %s", got)
	}
	refused("mutes remove spade", "spade is not on that list", 1)
	says("blocks add spade --json", `[{"name":"spade",`)
	says("friends --json", "[]")
	blocked, err := h.House.Store.Blocks(t.Context())
	if err != nil || len(blocked) != 1 || blocked[0][0] != marlowe.ID {
		t.Errorf("stored: %v, %v", blocked, err)
	}
	says("blocks remove spade", "spade is no longer on that list")
	says("mutes add spade", "You no longer see what spade says.")
	refused("friends add marlowe", "that is you", 1)
	refused("friends add nobody", "there is no player", 1)
	refused("friends add", "type", 2)
	refused("friends spade", "no", 2)
	if a := h.run(guest, "blocks"); a.code != 1 || !strings.Contains(a.err, "connect with a key") {
		t.Errorf("a guest: %+v", a)
	}
}

// TestReportsByCommands reach the operators, and the letter about them reaches the reporter.
func TestReportsByCommands(t *testing.T) {
	h := open(t)
	marlowe, spade := h.Player("marlowe"), h.Player("spade")
	h.Player("vera")
	id := h.resigned(marlowe, spade)
	if out := h.ask(marlowe, "report spade slow as an ox --game "+id); !strings.HasPrefix(out, "Reported: spade, in game "+id+". ") {
		t.Errorf("told %q", out)
	}
	if got := wiretest.Shape(h.ask(spade, "report marlowe cheats --json")); got != "{about:string game:null id:number}" {
		t.Errorf("report --json is %s", got)
	}
	if out := h.ask(spade, "report vera never says hello"); out != "Reported: vera. A letter will tell you the result.\n" {
		t.Errorf("told %q", out)
	}
	for line, words := range map[string]string{"report spade": "type", "report spade slow --game nosuch": "no such game"} {
		if a := h.run(marlowe, line); a.code == 0 || !strings.Contains(a.err, words) {
			t.Errorf("%s: %+v", line, a)
		}
	}
	bench := h.House.Store.(data.Moderators)
	reports, err := bench.Reports(t.Context(), false, 10, 0)
	if err != nil || len(reports) != 3 || reports[2].Reason != "slow as an ox" || string(reports[2].Match) != id {
		t.Fatalf("%+v, %v", reports, err)
	}
	if err := bench.Judge(t.Context(), "vivian", reports[2].ID, "he is warned"); err != nil {
		t.Fatal(err)
	}
	var me struct{ Letters []struct{ Kind, Text string } }
	if err := json.Unmarshal([]byte(h.ask(marlowe, "whoami --json")), &me); err != nil {
		t.Fatal(err)
	}
	if len(me.Letters) != 1 || me.Letters[0].Text != "The house has looked into your report about spade: he is warned" {
		t.Errorf("told %+v", me)
	}
}
