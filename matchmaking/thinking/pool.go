// Package thinking lends processors for whatever the house computes: moves of its players,
// hints, pieces of reviews. Askers take turns.
package thinking

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
	"sync/atomic"
	"time"

	"noir/engine"
	"noir/matchmaking"
)

// Pool runs thoughts on threads of low priority, so that a key finds a processor. A request waits
// for as long as its caller does, in a queue of its asker. The next asker is the one with the
// fewest thoughts under way and, among those, the one that has waited longest for a turn. So an
// asker with many tables waits only for their own thoughts, and does not delay others. The queues
// need no bound: each thought in them has a caller that waits. A Pool is safe for concurrent use.
type Pool struct {
	closed chan struct{}
	over   sync.Once
	work   sync.WaitGroup
	log    *slog.Logger

	thinking atomic.Int64
	waiting  atomic.Int64
	late     atomic.Uint64
	panics   atomic.Uint64

	mu    sync.Mutex
	came  sync.Cond             // on mu: there is a thought, or the pool is closed
	lines map[string][]*thought // by asker (quota.Payer.Line), oldest first; none is empty
	turns []string              // the askers in lines, the longest waiting first
	busy  map[string]int        // thoughts under way, by asker
}

// Figures tell how busy a pool is, and what has happened since its start.
type Figures struct {
	Thinking int    // thoughts under way
	Waiting  int    // thoughts that wait for their turn
	Late     uint64 // house players that answered without thinking
	Panics   uint64 // recovered
}

// thought is a piece of work.
type thought struct {
	asker string
	ctx   context.Context
	short bool // may be cut short while others wait
	work  func(context.Context)
	taken chan struct{} // closed when it begins
	done  chan error    // receives the result, with room for it
}

// share is how long a house player thinks while others wait.
const share = time.Second

// polite is the context of a thought. A search asks it now and then whether its time is over;
// each time the thread lets others use the processor first.
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

// ErrPanicked is the result of a thought that panicked; its text has the stack.
var ErrPanicked = errors.New("thinking has panicked")

// New returns a pool of n threads. The caller must call Close.
func New(n int, log *slog.Logger) *Pool {
	p := &Pool{closed: make(chan struct{}), log: log, lines: map[string][]*thought{}, busy: map[string]int{}}
	p.came.L = &p.mu
	for range n {
		p.work.Go(p.run)
	}
	return p
}

// Close refuses waiting requests with ErrDraining, and waits for those under way. It may be
// called more than once.
func (p *Pool) Close() {
	p.over.Do(func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		close(p.closed)
		p.came.Broadcast()
	})
	p.work.Wait()
}

// Figures returns how busy the pool is.
func (p *Pool) Figures() Figures {
	return Figures{
		Thinking: int(p.thinking.Load()), Waiting: int(p.waiting.Load()),
		Late: p.late.Load(), Panics: p.panics.Load(),
	}
}

func (p *Pool) run() {
	runtime.LockOSThread() // never unlocked: the thread, whose priority stays low, ends with the goroutine
	if err := giveWay(); err != nil {
		p.log.Warn("keys may wait while the house thinks: its threads have the usual priority", "err", err)
	}
	for next := p.next(); next != nil; next = p.next() {
		began := time.Now()
		over := func() bool { return next.short && time.Since(began) >= share && p.contended(next.asker) }
		err := p.think(polite{next.ctx, over}, next.work)
		p.ended(next.asker)
		next.done <- err
	}
}

// next waits for the next thought and takes it; nil when the pool is closed.
func (p *Pool) next() *thought {
	p.mu.Lock()
	defer p.mu.Unlock()
	for {
		select {
		case <-p.closed:
			return nil
		default:
		}
		if len(p.turns) > 0 {
			break
		}
		p.came.Wait()
	}
	turn := 0
	for i, asker := range p.turns {
		if p.busy[asker] < p.busy[p.turns[turn]] {
			turn = i
		}
	}
	asker := p.turns[turn]
	first := p.lines[asker][0]
	p.turns = slices.Delete(p.turns, turn, turn+1)
	p.busy[asker]++
	if p.lines[asker] = p.lines[asker][1:]; len(p.lines[asker]) > 0 {
		p.turns = append(p.turns, asker)
	} else {
		delete(p.lines, asker)
	}
	close(first.taken)
	return first
}

// contended reports whether another asker waits.
func (p *Pool) contended(asker string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.ContainsFunc(p.turns, func(other string) bool { return other != asker })
}

// ended records that one of an asker's thoughts is over.
func (p *Pool) ended(asker string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.busy[asker]--; p.busy[asker] == 0 {
		delete(p.busy, asker)
	}
}

// enter appends a thought to its asker's queue.
func (p *Pool) enter(next *thought) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.lines[next.asker]) == 0 {
		p.turns = append(p.turns, next.asker)
	}
	p.lines[next.asker] = append(p.lines[next.asker], next)
	p.came.Signal()
}

// leave takes a thought out of its queue; false if it has begun.
func (p *Pool) leave(next *thought) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	line := p.lines[next.asker]
	i := slices.Index(line, next)
	if i < 0 {
		return false
	}
	if line = slices.Delete(line, i, i+1); len(line) > 0 {
		p.lines[next.asker] = line
		return true
	}
	delete(p.lines, next.asker)
	p.turns = slices.DeleteFunc(p.turns, func(asker string) bool { return asker == next.asker })
	return true
}

// think runs work in the caller's goroutine.
func (p *Pool) think(ctx context.Context, work func(context.Context)) (err error) {
	p.thinking.Add(1)
	defer p.thinking.Add(-1)
	defer func() {
		if v := recover(); v != nil {
			p.panics.Add(1)
			err = fmt.Errorf("%w: %v\n%s", ErrPanicked, v, debug.Stack())
		}
	}()
	work(ctx)
	return nil
}

// Lend runs work for an asker in their turn, and waits for it. If it returns ctx's error or
// ErrDraining the work was not done; ErrPanicked means that it panicked. The more often the
// work asks its context for its error, the sooner others get the processor.
func (p *Pool) Lend(ctx context.Context, asker string, work func(context.Context)) error {
	return p.give(ctx, &thought{asker: asker, ctx: ctx, work: work})
}

// give is Lend for a thought.
func (p *Pool) give(ctx context.Context, next *thought) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	next.taken, next.done = make(chan struct{}), make(chan error, 1)
	if err := p.wait(ctx, next); err != nil {
		return err
	}
	return <-next.done
}

// wait waits until a thought begins.
func (p *Pool) wait(ctx context.Context, next *thought) error {
	p.waiting.Add(1)
	defer p.waiting.Add(-1)
	p.enter(next)
	var gone error
	select {
	case <-next.taken:
		return nil
	case <-ctx.Done():
		gone = ctx.Err()
	case <-p.closed:
		gone = matchmaking.ErrDraining
	}
	if p.leave(next) {
		return gone
	}
	return nil
}

// Choose has a player decide for an asker within a time. If that ends before the turn comes,
// the player answers at once when it does, without time to think. The errors are Lend's and the
// player's.
func (p *Pool) Choose(ctx, within context.Context, asker string, who engine.Player, s engine.Sight) (move json.RawMessage, err error) {
	failed := p.give(ctx, &thought{asker: asker, ctx: within, short: true, work: func(ctx context.Context) {
		if ctx.Err() != nil {
			p.late.Add(1)
		}
		move, err = who.Choose(ctx, s)
	}})
	if failed != nil {
		return nil, failed
	}
	return move, err
}
