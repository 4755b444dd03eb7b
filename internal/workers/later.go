package workers

import (
	"runtime"
	"sync"
	"time"
)

// backlog is the work that can wait, in order of arrival.
type backlog struct {
	mu    sync.Mutex
	works []task // from next on
	next  int
	busy  int       // goroutines that do it
	late  time.Time // when a task was last begun that had waited for too long
}

// task is work that can wait, and since when it does.
type task struct {
	do    func()
	since time.Time
}

const (
	tooLong = 100 * time.Millisecond // a delay that people see
	mindful = 10 * time.Second       // how long a pool is busy after one
)

// Busy reports whether work that can wait has waited for more than 100 ms in the last ten seconds:
// there is more to do than the processors can handle. A nil Pool is never busy.
func (p *Pool) Busy() bool {
	if p == nil {
		return false
	}
	b := &p.later
	b.mu.Lock()
	defer b.mu.Unlock()
	return time.Since(b.late) < mindful
}

// Later runs work, which must not block, when a processor is idle: each piece in order, after
// everything ready to run at that point, on one processor fewer than there are. It never blocks.
// The backlog is unbounded: each caller must hand in only one piece at a time. A nil Pool starts a
// goroutine for each piece.
func (p *Pool) Later(work func()) {
	if p == nil {
		go work()
		return
	}
	b := &p.later
	b.mu.Lock()
	defer b.mu.Unlock()
	b.put(work)
	if b.busy < max(1, runtime.GOMAXPROCS(0)-1) {
		b.busy++
		p.Go(b.run)
	}
}

// put adds a piece, reusing the space of finished ones.
func (b *backlog) put(work func()) {
	if b.next > 0 && len(b.works) == cap(b.works) {
		left := copy(b.works, b.works[b.next:])
		clear(b.works[left:])
		b.works, b.next = b.works[:left], 0
	}
	b.works = append(b.works, task{work, time.Now()})
}

// run does the waiting work until there is none.
func (b *backlog) run() {
	for {
		runtime.Gosched()
		work := b.take()
		if work == nil {
			return
		}
		work()
	}
}

// take returns the piece that has waited longest; if there is none, it returns nil and counts one
// goroutine less.
func (b *backlog) take() func() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.next == len(b.works) {
		b.works, b.next = b.works[:0], 0
		b.busy--
		return nil
	}
	next := b.works[b.next]
	b.works[b.next] = task{}
	b.next++
	if now := time.Now(); now.Sub(next.since) > tooLong {
		b.late = now
	}
	return next.do
}
