//go:build e2e

package e2e

import (
	"math"
	"testing"
	"time"
)

// TestEndToEndNothingIsWritten: while nothing can be stored, players who move are told so and
// no move is made. Then the game goes on.
func TestEndToEndNothingIsWritten(t *testing.T) {
	t.Parallel()
	addr := freePort(t)
	server := start(t, t.TempDir(), addr)
	visitors := atOneTable(t, addr, "vera", "sam")
	conn, err := visitors[0].dial(addr)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()

	mover := whoeverIsAsked(t, visitors)
	server.limitFiles(0)
	for until := time.Now().Add(patience); !mover.shows("could not be saved"); {
		if mover.move(conn, "1") {
			t.Fatal("a move is shown that cannot have been stored")
		}
		if time.Now().After(until) {
			t.Fatalf("nobody told %s:\n%s", mover.name, mover.screen())
		}
	}
	t.Logf("%s sees\n%s", mover.name, mover.screen())
	server.limitFiles(math.MaxUint64)
	rounds(t, visitors, addr, 3)
	server.stop()
}
