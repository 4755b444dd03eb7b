package command_test

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"noir/data"
	"noir/tui/tuitest"
)

// TestTranscriptsWithoutTheStore: while the store is away no command says that there is nothing, or that it has done what it could not.
func TestTranscriptsWithoutTheStore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(t)
		marlowe, spade, guest := h.Player("marlowe"), h.Player("spade"), h.Guest("guest-1")
		h.given("g1", marlowe, spade)
		h.event(-time.Minute)
		h.posed()
		h.House.Broker.Tournaments()
		time.Sleep(5 * time.Second)
		if err := h.House.Store.(interface{ Close() error }).Close(); err != nil {
			t.Fatal(err)
		}
		var all strings.Builder
		for _, said := range []string{
			"whoami", "rankings", "rankings --month 2000-01", "profile", "profile spade", "games", "games --running", "games spade", "games keep g1", "games drop g1", "games export", "replay g1", "watch g1", "review g1",
			"tables", "puzzle", "puzzle answer take", "event", "event 1", "settings", "settings palette", "settings palette contrast", "friends", "friends add spade", "friends remove spade", "mutes", "blocks",
			"blocks add spade", "report spade rude", "keys", "keys add", "keys claim 0000-0000-0000-0000", "keys label 1 attic", "keys remove 1", "keys recovery", "recover spade 0000-0000-0000-0000",
			"challenge spade", "challenge --open", "challenges", "accept 0000", "decline 0000", "withdraw 0000", "account rename bogart", "account delete marlowe", "move g1 take", "replay g1 --json", "replay g1 --cast", "whoami --json", "rankings --json", "games --json", "games --before g1",
			"profile spade --json", "mutes --json", "report spade cheats --json", "settings palette contrast --json", "settings program", "settings program on", "play district-noir --bot easy",
		} {
			for _, who := range []data.Player{marlowe, guest} {
				synctest.Wait()
				all.WriteString(h.told(who, said))
			}
		}
		tuitest.Golden(t, "away", all.String())
	})
}
