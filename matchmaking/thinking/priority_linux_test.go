package thinking_test

import (
	"context"
	"log/slog"
	"testing"

	"golang.org/x/sys/unix"

	"noir/matchmaking/thinking"
)

// usual is the scheduling of a thread that has never thought: of the process's first, before any test.
var usual, errUsual = unix.SchedGetAttr(0, 0)

// TestThinkingIsModest: a thread that thinks has a lower priority than others.
func TestThinkingIsModest(t *testing.T) {
	t.Parallel()
	pool := thinking.New(1, slog.New(slog.DiscardHandler))
	defer pool.Close()
	err := pool.Lend(t.Context(), "a", func(context.Context) {
		switch modest, err := unix.SchedGetAttr(0, 0); {
		case err != nil || errUsual != nil:
			t.Error(err, errUsual)
		case modest.Nice != min(usual.Nice+5, 19):
			t.Errorf("it thinks with nice %d, others with %d", modest.Nice, usual.Nice)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
}
