package workers

import (
	"context"
	"sync"
)

// Group runs goroutines under a context that ends them. Running ones may start others even while it
// closes. Once the last has ended no other starts: callers may not know yet that it has closed. It
// is safe for concurrent use.
type Group struct {
	Context context.Context // done once Close is called
	Pool    Pool            // for what is short
	cancel  context.CancelFunc

	mu     sync.Mutex
	gone   sync.Cond // guarded by mu: the last has ended
	busy   int
	closed bool
}

// NewGroup returns a group whose context has the values of ctx, but survives its end.
func NewGroup(ctx context.Context) *Group {
	g := new(Group)
	g.Context, g.cancel = context.WithCancel(context.WithoutCancel(ctx))
	g.gone.L = &g.mu
	return g
}

// Go runs work in a goroutine. It returns false, without running it, once the last goroutine has
// ended.
func (g *Group) Go(work func()) bool { return g.begin(work, func(work func()) { go work() }) }

// Short is Go for short work, which a goroutine of the pool does.
func (g *Group) Short(work func()) bool { return g.begin(work, g.Pool.Go) }

func (g *Group) begin(work func(), run func(func())) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.closed && g.busy == 0 {
		return false
	}
	g.busy++
	run(func() {
		defer g.end()
		work()
	})
	return true
}

func (g *Group) end() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.busy--; g.busy == 0 {
		g.gone.Broadcast()
	}
}

// Close ends the context, waits until the last goroutine has ended, and closes the pool. It may be
// called more than once.
func (g *Group) Close() {
	g.cancel()
	g.mu.Lock()
	g.closed = true
	for g.busy > 0 {
		g.gone.Wait()
	}
	g.mu.Unlock()
	g.Pool.Close()
}
