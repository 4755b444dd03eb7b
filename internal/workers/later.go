package workers

import (
	"runtime"
	"sync"
)

// backlog is the work that can wait, in the order in which it has come.
type backlog struct {
	mu    sync.Mutex
	works []func() // from next on
	next  int
	busy  int // goroutines that do it
}

// Later runs work, which must not block, when there is a processor to spare: each piece
// in its order, after all that is ready to run at its turn, and on one processor less than
// there are. It never blocks. What waits is not bounded: each caller must hand in
// one piece at a time. A nil Pool begins a goroutine for each.
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

// put adds a piece, in the place of those that are done if there is no other.
func (b *backlog) put(work func()) {
	if b.next > 0 && len(b.works) == cap(b.works) {
		left := copy(b.works, b.works[b.next:])
		clear(b.works[left:])
		b.works, b.next = b.works[:left], 0
	}
	b.works = append(b.works, work)
}

// run does what waits until there is nothing.
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

// take returns the piece that has waited longest; nil, and one goroutine less, when
// there is none.
func (b *backlog) take() func() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.next == len(b.works) {
		b.works, b.next = b.works[:0], 0
		b.busy--
		return nil
	}
	work := b.works[b.next]
	b.works[b.next] = nil
	b.next++
	return work
}
