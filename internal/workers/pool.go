// Package workers keeps goroutines at hand for short pieces of work.
package workers

import (
	"slices"
	"sync"
	"time"
)

// Pool lends a goroutine for each piece of work: the one that was given back last, a
// new one when none is at hand. One that begins anew grows its stack each time, and
// the collector of garbage charges every goroutine that allocates while it marks with
// 64 KiB of its own work at least: a few that stay are charged once. Work may block,
// nothing waits for it to end; what mostly waits is better off with a goroutine of its
// own. A pool is safe for any number of goroutines. A nil Pool begins a goroutine for
// each piece.
type Pool struct {
	all sync.WaitGroup

	mu     sync.Mutex
	idle   []worker    // the last has worked last
	spare  int         // the first of them, which have not worked since the last look
	look   *time.Timer // runs while anybody is idle
	closed bool

	later backlog
}

// worker takes one piece of work after another; none is the end.
type worker chan func()

const (
	mostIdle = 64          // goroutines that wait for work; what comes back on top of them ends
	idleTime = time.Second // what has not worked between two looks, so far apart, ends too
)

// Go runs work in a goroutine. It never blocks. Whoever needs to know when the work is
// done sees to that: Close does not.
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

// rest puts a worker back, or reports that it is not needed any more.
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

// trim ends those who have not worked since the last look.
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

// Close ends the goroutines that are idle, and waits until those at work have done it.
// Work that comes later runs in goroutines of its own.
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
