package matchmaking

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"runtime"
	"runtime/debug"
	"sync"

	"noir/engine"
)

// thinkers do whatever the house has to think about. Each has a thread of its own, which
// gives way to all others, so that a key finds a processor. What they are asked waits,
// first come first served, as long as who asks does.
type thinkers struct {
	thoughts chan thought
	closed   chan struct{}
	over     sync.Once
	work     sync.WaitGroup
	tally    *tally
	log      *slog.Logger
}

// thought is work that one of them does.
type thought struct {
	ctx  context.Context
	work func(context.Context)
	done chan<- error // has room for what think returns
}

// polite is the context of a thought. Whoever searches looks now and then whether his time
// is over: then those go first who wait for the processor of his thread.
type polite struct{ context.Context }

// Err implements context.Context.
func (p polite) Err() error {
	stepAside()
	return p.Context.Err()
}

// errPanicked is what became of a thought; its text has the stack.
var errPanicked = errors.New("thinking has panicked")

// newThinkers has n of them wait for something to think about. close must be called.
func newThinkers(n int, t *tally, log *slog.Logger) *thinkers {
	all := &thinkers{thoughts: make(chan thought), closed: make(chan struct{}), tally: t, log: log}
	for range n {
		all.work.Go(all.run)
	}
	return all
}

// close has those who wait told ErrDraining, and waits for what is being thought about.
func (t *thinkers) close() {
	t.over.Do(func() { close(t.closed) })
	t.work.Wait()
}

func (t *thinkers) run() {
	runtime.LockOSThread() // for good: the thread, whose priority stays low, ends with the goroutine
	if err := giveWay(); err != nil {
		t.log.Warn("keys may wait while the house thinks: its threads have the usual priority", "err", err)
	}
	for {
		select {
		case next := <-t.thoughts:
			next.done <- t.think(polite{next.ctx}, next.work)
		case <-t.closed:
			return
		}
	}
}

// think does work in the goroutine that calls it.
func (t *thinkers) think(ctx context.Context, work func(context.Context)) (err error) {
	t.tally.thinking.Add(1)
	defer t.tally.thinking.Add(-1)
	defer func() {
		if v := recover(); v != nil {
			t.tally.panicked("house")
			err = fmt.Errorf("%w: %v\n%s", errPanicked, v, debug.Stack())
		}
	}()
	work(ctx)
	return nil
}

// lend has a thinker do work as soon as one is free, and waits for that. The work is done,
// or has panicked with errPanicked, but for ctx's error and ErrDraining. Its context is
// ctx; the more often it asks for that one's error the sooner others get the processor.
func (t *thinkers) lend(ctx context.Context, work func(context.Context)) error {
	done := make(chan error, 1)
	if err := t.hand(ctx, thought{ctx, work, done}); err != nil {
		return err
	}
	return <-done
}

// hand gives a thought to a thinker once one is free.
func (t *thinkers) hand(ctx context.Context, next thought) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	t.tally.idle.Add(1)
	defer t.tally.idle.Add(-1)
	select {
	case t.thoughts <- next:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	case <-t.closed:
		return ErrDraining
	}
}

// choose has a player decide. If its time ends before it may think it answers at
// once, as players do whose time is over.
func (t *thinkers) choose(ctx context.Context, p engine.Player, s engine.Sight) (move json.RawMessage, err error) {
	decide := func(ctx context.Context) { move, err = p.Choose(ctx, s) }
	failed := t.lend(ctx, decide)
	if errors.Is(failed, context.DeadlineExceeded) {
		t.tally.met(limitBotCPU)
		failed = t.think(ctx, decide)
	}
	if failed != nil {
		return nil, failed
	}
	return move, err
}

// Lend does a piece of work that is no house player's where they think: it waits like
// them, and counts as one of them. It is to ask its context for its error often. Done in pieces of half a second or less, such work
// leaves them time to answer. With ctx's error or ErrDraining the work is not done, with
// any other it has panicked.
func (l *Local) Lend(ctx context.Context, work func(context.Context)) error {
	return l.thinkers.lend(ctx, work)
}
