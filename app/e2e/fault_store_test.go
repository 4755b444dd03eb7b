//go:build e2e

package e2e

import (
	"testing"

	"noir/data/postgres/pgtest"
)

// TestFaultStoreRestarts ends PostgreSQL as it stands while games are played, and starts it again. Players are
// told, no unstored move is shown, and the same server plays on.
func TestFaultStoreRestarts(t *testing.T) {
	t.Parallel() // it mostly waits
	store, dir := pgtest.NewOwn(t), t.TempDir()
	addr := freePort(t)
	flags := []string{"--listen", addr, "--data", dir, "--database", store.URL, "--log-level", "error"}
	o := undergo(t, addr, "district-noir", 2, *load, 0, func() *process { return launch(t, flags...) }, "--data", dir, "--database", store.URL)
	for range 3 {
		o.outage(func() {
			store.Break()
			o.refused(*load / 2) // a player who waits for the opponent is not told
			store.Run()
		})
	}
	o.settle()
}
