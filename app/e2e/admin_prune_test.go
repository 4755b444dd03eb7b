package e2e

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"noir/data"
	"noir/data/sqlite"
	"noir/engine"
)

// TestAdminPrune removes old games with the house, and no others, while the server runs.
func TestAdminPrune(t *testing.T) {
	t.Parallel()
	o := openOffice(t, "marlowe", "spade")
	store, err := sqlite.Attach(o.dir)
	if err != nil {
		t.Fatal(err)
	}
	p, err := store.PlayerByName(t.Context(), "marlowe")
	if err != nil {
		t.Fatal(err)
	}
	now := time.Now()
	for n := range 50 {
		id, ended := data.MatchID(fmt.Sprintf("practice-%d", n)), now.Add(-time.Duration(n+1)*24*time.Hour)
		_, err := store.Open(t.Context(), data.Match{ID: id, Game: "district-noir", Pace: data.Live, Started: ended, Seats: []data.Seat{
			{Player: p.ID, Name: p.Name, Kind: data.Human}, {Name: "pip/easy", Kind: data.Bot, Level: "easy"},
		}})
		if err == nil {
			_, err = store.Finish(t.Context(), id, ended, engine.Result{Reason: engine.Aborted, Winners: []engine.Seat{}})
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	o.says([]string{"21 games would be removed"}, "prune", "--dry-run")
	o.says([]string{"41 games would be removed"}, "prune", "--dry-run", "--older-than", "10d")
	o.refused(exitUsage, "not both", "prune", "--dry-run", "--rebuild")
	o.says([]string{"21 games removed"}, "prune")
	o.says([]string{"0 games removed"}, "prune", "--older-than", "30d")
	if acts := o.acts(); !slices.Equal(acts, []string{"prune games"}) {
		t.Errorf("the audit log has %q", acts)
	}
	if code, _, errOut := noir(t, "admin", "--data", o.dir, "prune", "--rebuild"); code != exitFailed {
		t.Errorf("rebuilt beside a server: exit code %d, %s", code, errOut)
	}
	o.server.stop()
	o.says([]string{"29 games removed", "written anew"}, "prune", "--older-than", "1h", "--rebuild")
	if left, err := sqlite.Attach(o.dir); err != nil {
		t.Error(err)
	} else {
		games, err := left.Games(t.Context(), p.ID, "", 100)
		if err != nil || len(games) != 1 || string(games[0].ID) != o.games[0] {
			t.Errorf("%d games are left, %v", len(games), err)
		}
		if err := left.Close(); err != nil {
			t.Error(err)
		}
	}
	o.checks()
}
