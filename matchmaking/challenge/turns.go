package challenge

import (
	"context"
	"sync"

	"noir/data"
)

// turns has each player leave one challenge at a time, so that of two that are the same one is stored and paid
// for. It is safe for concurrent use.
type turns struct {
	mu sync.Mutex
	of map[data.PlayerID]chan struct{} // closed when the turn is over
}

func newTurns() *turns { return &turns{of: map[data.PlayerID]chan struct{}{}} }

// take waits for a player's turn, which lasts until over is called. data.ErrUnavailable when ctx ends first.
func (t *turns) take(ctx context.Context, p data.PlayerID) (over func(), err error) {
	for {
		t.mu.Lock()
		before, taken := t.of[p]
		if !taken {
			own := make(chan struct{})
			t.of[p] = own
			t.mu.Unlock()
			return func() {
				t.mu.Lock()
				defer t.mu.Unlock()
				delete(t.of, p)
				close(own)
			}, nil
		}
		t.mu.Unlock()
		select {
		case <-before:
		case <-ctx.Done():
			return nil, data.Unavailable(ctx.Err())
		}
	}
}
