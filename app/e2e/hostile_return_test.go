//go:build e2e

package e2e

import (
	"fmt"
	"strings"
	"testing"
)

// TestHostileDeleteAndReturn: a player who is muted, blocked and at the limit of reports deletes
// their account and returns a second later with the same key. All of that still holds.
func TestHostileDeleteAndReturn(t *testing.T) {
	t.Parallel()
	o := openOffice(t)
	rude, victim := newPerson(t, "marlowe"), newPerson(t, "spade")
	mustRun := func(p person, command, says string) {
		t.Helper()
		if code, out, errOut := o.runs(p, command); code != 0 || !strings.Contains(out, says) {
			t.Errorf("%s: %d, %s%s", command, code, out, errOut)
		}
	}
	refused := func(p person, command, says string) {
		t.Helper()
		if code, out, errOut := o.runs(p, command); code != exitFailed || !strings.Contains(errOut, says) {
			t.Errorf("%s: %d, %s%s", command, code, out, errOut)
		}
	}
	mustRun(rude, "whoami", "marlowe")
	mustRun(victim, "report marlowe rude", "")
	mustRun(victim, "blocks add marlowe", "")
	for n := range 10 {
		name := fmt.Sprint("player-", n)
		mustRun(newPerson(t, name), "whoami", name)
		mustRun(rude, "report "+name+" nothing", "")
	}
	o.admin("mute", "marlowe", "--reason", "rude")

	for round := range 2 {
		mustRun(rude, "account delete marlowe", "Your account is deleted.")
		o.says([]string{"10 in all"}, "reports")
		mustRun(rude, "whoami --json", `"reason":"rude"`)
		o.says([]string{"11 in all"}, "reports") // open reports about them are open again
		refused(rude, "challenge spade district-noir", "")
		refused(rude, "report spade nothing", "10 reports within a day")
		refused(rude, "report player-3 nothing", "reported them already")
		mustRun(victim, "blocks", "marlowe")
		o.says([]string{"phrases only"}, "player", "marlowe")
		if round == 0 {
			o.says([]string{"return", "marlowe"}, "audit")
		}
	}
	mustRun(victim, "report player-1 nothing", "")
	refused(victim, "report player-1 nothing", "reported them already")
	o.says([]string{"spade about player-1", "3 in all"}, "reports", "--limit", "3")
	o.says([]string{"marlowe about player-0", "spade about marlowe", "2 in all"}, "reports", "--limit", "3", "--offset", "10")
	o.checks()
	o.server.stop()
}

// TestHostileNewPlayersOfOneKey: a key with which players are made and deleted repeatedly
// counts as so many newcomers, and is refused in the end.
func TestHostileNewPlayersOfOneKey(t *testing.T) {
	t.Parallel()
	o := openOffice(t)
	p := newPerson(t, "marlowe")
	for round := range 8 {
		code, out, errOut := o.runs(p, "account delete marlowe")
		if code == 0 {
			continue
		}
		if round < 3 || !strings.Contains(errOut, "new players") {
			t.Fatalf("round %d: %d, %s%s", round, code, out, errOut)
		}
		o.says([]string{"0 of 0"}, "players")
		o.server.stop()
		return
	}
	t.Error("eight players were made with one key within a minute")
}
