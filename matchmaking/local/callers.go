package local

import (
	"sync"

	"noir/data"
	"noir/internal/workers"
)

// callers are the screens of players who want to hear at once when they are challenged. It is safe
// for concurrent use.
type callers struct {
	workers *workers.Pool

	mu     sync.Mutex
	listen map[data.PlayerID]map[*caller]struct{}
}

// caller is called once.
type caller struct{ back func(data.Challenge) }

func newCallers(w *workers.Pool) *callers {
	return &callers{workers: w, listen: map[data.PlayerID]map[*caller]struct{}{}}
}

// expect calls back, once, on a worker, when a player is next challenged. stop cancels that without
// blocking; back may still be running.
func (c *callers) expect(p data.PlayerID, back func(data.Challenge)) (stop func()) {
	own := &caller{back}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.listen[p] == nil {
		c.listen[p] = map[*caller]struct{}{}
	}
	c.listen[p][own] = struct{}{}
	return func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		if delete(c.listen[p], own); len(c.listen[p]) == 0 {
			delete(c.listen, p)
		}
	}
}

// call tells those who listen here.
func (c *callers) call(challenge data.Challenge) {
	c.mu.Lock()
	called := c.listen[challenge.To.ID]
	delete(c.listen, challenge.To.ID)
	c.mu.Unlock()
	for own := range called {
		c.workers.Go(func() { own.back(challenge) })
	}
}
