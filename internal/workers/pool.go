// Package workers keeps goroutines ready for short pieces of work.
package workers

import (
	"slices"
	"sync"
	"time"
)

// Pool runs each piece of work on a goroutine: the one used last, or a new one if none is idle. A
// new goroutine must grow its stack each time, and during a collection every goroutine that
// allocates must first mark at least 64 KiB; a few long-lived ones pay for that once. Work may
// block, since nothing waits for it; but work that mostly waits should have its own goroutine. A
// Pool is safe for concurrent use. A nil Pool starts a goroutine for each piece.
type Pool struct {
	all sync.WaitGroup

	mu     sync.Mutex
	idle   []worker    // the last has worked last
	spare  int         // how many at the front have not worked since the last check
	look   *time.Timer // runs while any worker is idle
	closed bool

	later backlog
}

// worker takes one piece of work after another; nil ends it.
type worker chan func()

const (
	mostIdle = 64          // goroutines that wait for work; further ones end
	idleTime = time.Second // a worker idle for a whole such interval ends
)

// Go runs work on a goroutine. It never blocks. A caller that needs to know when the work is done
// must see to that: Close does not wait for it.
func (p *Pool) Go(work func()) {
	if p == nil {
		go work()
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	switch last := len(p.idle) - 1; {
	case p.closed:
		go work()
	case last >= 0:
		w := p.idle[last]
		p.idle, p.spare = p.idle[:last], min(p.spare, last)
		w <- work // there is room: it is idle
	default:
		w := make(worker, 1)
		w <- work
		p.all.Go(func() { p.run(w) })
	}
}

func (p *Pool) run(w worker) {
	for work := range w {
		work()
		if !p.rest(w) {
			return
		}
	}
}

// rest returns a worker to the pool, or reports that it is not needed any more.
func (p *Pool) rest(w worker) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed || len(p.idle) == mostIdle {
		return false
	}
	p.idle = append(p.idle, w)
	switch {
	case len(p.idle) > 1:
	case p.look == nil:
		p.look = time.AfterFunc(idleTime, p.trim)
	default:
		p.look.Reset(idleTime)
	}
	return true
}

// trim ends the workers that have not worked since the last check.
func (p *Pool) trim() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, w := range p.idle[:p.spare] {
		close(w)
	}
	p.idle = slices.Delete(p.idle, 0, p.spare)
	if p.spare = len(p.idle); p.spare > 0 {
		p.look.Reset(idleTime)
	}
}

// Close ends the idle workers, and waits for the busy ones. Later work runs on goroutines of its
// own.
func (p *Pool) Close() {
	p.mu.Lock()
	p.closed = true
	for _, w := range p.idle {
		close(w)
	}
	p.idle, p.spare = nil, 0
	if p.look != nil {
		p.look.Stop()
	}
	p.mu.Unlock()
	p.all.Wait()
}
