package e2e

import (
	"strings"
	"testing"
)

// TestAdminBot: a marked account is shown as a program's, plays and is rated as before.
func TestAdminBot(t *testing.T) {
	t.Parallel()
	o := openOffice(t, "marlowe", "spade")
	before := o.rating("spade")
	o.says([]string{"spade is a program's account, ranked among programs\n"}, "bot", "spade")
	o.says([]string{"spade since 20", "bot"}, "player", "spade")
	var all playersDocument
	o.document(&all, "players")
	if len(all.Players) != 2 || all.Players[0].Bot || !all.Players[1].Bot {
		t.Errorf("%+v", all.Players)
	}
	o.refused(exitFailed, `there is no player "spad"; the nearest is "spade"`, "bot", "spad")
	o.refused(exitUsage, "type noir admin bot NAME", "bot")

	o.meet(o.people[0], o.people[1])
	if after := o.rating("spade"); after.Games != before.Games+1 || after.Rating == before.Rating {
		t.Errorf("rated %+v, then %+v", before, after)
	}
	o.checks()

	o.says([]string{"spade is a person's account, ranked among people\n"}, "bot", "spade", "--undo")
	if out := o.admin("player", "spade"); strings.Contains(out, "\tbot") {
		t.Errorf("still a bot: %s", out)
	}
	if acts := o.acts(); len(acts) != 2 {
		t.Errorf("audited: %q", acts)
	}
}
