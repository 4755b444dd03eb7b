package e2e

import (
	"testing"

	"noir/data/postgres/pgtest"
)

// TestMigrateThereAndBack copies a house to PostgreSQL and from there into another directory: its players, their ratings
// and what operators did are the same.
func TestMigrateThereAndBack(t *testing.T) {
	t.Parallel()
	o := openOffice(t, "marlowe", "spade")
	was := o.rating("marlowe")
	o.admin("rename", "spade", "archer")
	o.server.stop()
	database, back := pgtest.Empty(t), t.TempDir()
	for _, c := range []struct {
		to   string
		args []string
	}{{"the PostgreSQL database", []string{"--data", o.dir}}, {back, []string{"--data", back, "--back"}}} {
		code, out, errOut := noir(t, append([]string{"migrate", "--by", "vivian", "--database", database}, c.args...)...)
		if want := "copied to " + c.to + " and compared: 1 rated game replayed, 2 ratings recomputed\n"; code != exitDone || out != want || errOut != "" {
			t.Errorf("exit code %d, %q, %q, not %q", code, out, errOut, want)
		}
	}
	if o.dir = back; o.rating("marlowe") != was {
		t.Errorf("marlowe has %+v, had %+v", o.rating("marlowe"), was)
	}
	if acts := o.acts(); len(acts) != 3 || acts[0] != "rename spade" {
		t.Errorf("audited: %q", acts)
	}
}
