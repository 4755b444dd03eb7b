package matchmaking

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"runtime"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"noir/engine"
	"noir/internal/quota"
)

// thinkers do whatever the house has to think about. Each has a thread of its own, which
// gives way to all others, so that a key finds a processor. What they are asked waits as
// long as who asks does, in a line for each asker. Next is an asker of whose thoughts the
// fewest are being thought about, and of those who has waited longest for a turn. So
// whoever has many tables waits for themselves, and others for no thought of theirs that
// has not begun.
type thinkers struct {
	closed chan struct{}
	over   sync.Once
	work   sync.WaitGroup
	tally  *tally
	log    *slog.Logger

	mu    sync.Mutex
	came  sync.Cond             // of mu: there is a thought, or it is closed
	lines map[string][]*thought // by asker (quota.Payer.Line), the oldest first; none is empty
	turns []string              // the askers of lines, who has waited longest first
	busy  map[string]int        // thoughts that are being thought about, by asker
}

// thought is work that one of them does.
type thought struct {
	asker string
	ctx   context.Context
	short bool // it may be cut short when others wait
	work  func(context.Context)
	taken chan struct{} // closed by who thinks
	done  chan error    // has room for what think returns
}

// share is how long a house player thinks while others wait for their turn.
const share = time.Second

// polite is the context of a thought. Whoever searches looks now and then whether their
// time is over: then those go first who wait for the processor of the thread.
type polite struct {
	context.Context
	over func() bool
}

// Err implements context.Context.
func (p polite) Err() error {
	stepAside()
	if err := p.Context.Err(); err != nil || !p.over() {
		return err
	}
	return context.DeadlineExceeded
}

// errPanicked is what became of a thought; its text has the stack.
var errPanicked = errors.New("thinking has panicked")

// newThinkers has n of them wait for something to think about. close must be called.
func newThinkers(n int, t *tally, log *slog.Logger) *thinkers {
	all := &thinkers{closed: make(chan struct{}), tally: t, log: log, lines: map[string][]*thought{}, busy: map[string]int{}}
	all.came.L = &all.mu
	for range n {
		all.work.Go(all.run)
	}
	return all
}

// close has those who wait told ErrDraining, and waits for what is being thought about.
func (t *thinkers) close() {
	t.over.Do(func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		close(t.closed)
		t.came.Broadcast()
	})
	t.work.Wait()
}

func (t *thinkers) run() {
	runtime.LockOSThread() // for good: the thread, whose priority stays low, ends with the goroutine
	if err := giveWay(); err != nil {
		t.log.Warn("keys may wait while the house thinks: its threads have the usual priority", "err", err)
	}
	for next := t.next(); next != nil; next = t.next() {
		began := time.Now()
		over := func() bool { return next.short && time.Since(began) >= share && t.contended(next.asker) }
		err := t.think(polite{next.ctx, over}, next.work)
		t.thought(next.asker)
		next.done <- err
	}
}

// next waits for the thought whose turn it is and takes it; nil when it is closed.
func (t *thinkers) next() *thought {
	t.mu.Lock()
	defer t.mu.Unlock()
	for {
		select {
		case <-t.closed:
			return nil
		default:
		}
		if len(t.turns) > 0 {
			break
		}
		t.came.Wait()
	}
	turn := 0
	for i, asker := range t.turns {
		if t.busy[asker] < t.busy[t.turns[turn]] {
			turn = i
		}
	}
	asker := t.turns[turn]
	first := t.lines[asker][0]
	t.turns = slices.Delete(t.turns, turn, turn+1)
	t.busy[asker]++
	if t.lines[asker] = t.lines[asker][1:]; len(t.lines[asker]) > 0 {
		t.turns = append(t.turns, asker)
	} else {
		delete(t.lines, asker)
	}
	close(first.taken)
	return first
}

// contended reports whether anybody but an asker waits.
func (t *thinkers) contended(asker string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return slices.ContainsFunc(t.turns, func(other string) bool { return other != asker })
}

// thought notes that one of an asker's thoughts is over.
func (t *thinkers) thought(asker string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.busy[asker]--; t.busy[asker] == 0 {
		delete(t.busy, asker)
	}
}

// enter puts a thought at the end of its asker's line.
func (t *thinkers) enter(next *thought) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.lines[next.asker]) == 0 {
		t.turns = append(t.turns, next.asker)
	}
	t.lines[next.asker] = append(t.lines[next.asker], next)
	t.came.Signal()
}

// leave takes a thought out of its line; false if somebody thinks about it already.
func (t *thinkers) leave(next *thought) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	line := t.lines[next.asker]
	i := slices.Index(line, next)
	if i < 0 {
		return false
	}
	if line = slices.Delete(line, i, i+1); len(line) > 0 {
		t.lines[next.asker] = line
		return true
	}
	delete(t.lines, next.asker)
	t.turns = slices.DeleteFunc(t.turns, func(asker string) bool { return asker == next.asker })
	return true
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

// lend has a thinker do work for an asker when it is its turn, and waits for that. The
// work is done, or has panicked with errPanicked, but for the error of ctx and ErrDraining.
// The more often it asks its context for its error the sooner others get the processor.
func (t *thinkers) lend(ctx context.Context, asker string, work func(context.Context)) error {
	return t.give(ctx, &thought{asker: asker, ctx: ctx, work: work})
}

// give is lend for a thought.
func (t *thinkers) give(ctx context.Context, next *thought) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	next.taken, next.done = make(chan struct{}), make(chan error, 1)
	if err := t.wait(ctx, next); err != nil {
		return err
	}
	return <-next.done
}

// wait stands in line until somebody thinks about a thought.
func (t *thinkers) wait(ctx context.Context, next *thought) error {
	t.tally.idle.Add(1)
	defer t.tally.idle.Add(-1)
	t.enter(next)
	var gone error
	select {
	case <-next.taken:
		return nil
	case <-ctx.Done():
		gone = ctx.Err()
	case <-t.closed:
		gone = ErrDraining
	}
	if t.leave(next) {
		return gone
	}
	return nil
}

// choose has a player decide for an asker, within a time. If that ends before it is its
// turn it answers as soon as it is, at once, as players do whose time is over.
func (t *thinkers) choose(ctx, within context.Context, asker string, p engine.Player, s engine.Sight) (move json.RawMessage, err error) {
	failed := t.give(ctx, &thought{asker: asker, ctx: within, short: true, work: func(ctx context.Context) {
		if ctx.Err() != nil {
			t.tally.met(limitBotCPU)
		}
		move, err = p.Choose(ctx, s)
	}})
	if failed != nil {
		return nil, failed
	}
	return move, err
}

// Lend does a piece of work that is no house player's where they think: it takes its turn
// with them, in the line of whoever pays in ctx, and counts as one of them. It is to ask
// its context for its error often. Done in pieces of half a second or less, such work
// leaves them time to answer. With ctx's error or ErrDraining the work is not done, with
// any other it has panicked.
func (l *Local) Lend(ctx context.Context, work func(context.Context)) error {
	return l.thinkers.lend(ctx, quota.From(ctx).Line(), work)
}
