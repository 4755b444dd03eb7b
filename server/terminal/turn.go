package terminal

import (
	"sync/atomic"
	"time"

	"noir/internal/workers"
)

// attentive is how long after a key everything drawn counts as the answer to it.
const attentive = time.Second

// turn schedules a session's turns on goroutines of the workers, one turn at a time. Right after a
// key a turn runs at once, since its delay is felt; for a viewer who only watches it runs when a
// processor is idle. This keeps keys fast while garbage is collected under load.
type turn struct {
	workers *workers.Pool
	soon    func()        // runs the turn
	later   func()        // runs the turn if it still waits; must not block
	over    chan struct{} // receives after every turn

	typed  atomic.Int64 // when a key was last pressed, in nanoseconds since 1970
	waits  atomic.Bool  // for an idle processor
	listed atomic.Bool  // later is queued; it is queued only once
}

// newTurn returns a scheduler that runs answer in each turn. If answer reports true, write is
// called afterwards, which may block.
func newTurn(lent *workers.Pool, answer func() bool, write func()) *turn {
	t := &turn{workers: lent, over: make(chan struct{}, 1)}
	t.soon = func() {
		if t.take(answer) {
			write()
		}
	}
	t.later = func() {
		t.listed.Store(false)
		if t.waits.CompareAndSwap(true, false) && t.take(answer) {
			t.workers.Go(write)
		}
	}
	return t
}

func (t *turn) take(answer func() bool) bool {
	defer func() { t.over <- struct{}{} }()
	return answer()
}

// have runs a turn and returns when it is over. Only one goroutine may call it.
func (t *turn) have() {
	if t.pressing() {
		t.workers.Go(t.soon)
	} else {
		t.wait()
	}
	<-t.over
}

// wait delays the turn until a processor is idle.
func (t *turn) wait() {
	t.waits.Store(true)
	if t.listed.CompareAndSwap(false, true) {
		t.workers.Later(t.later)
	}
	if t.pressing() { // since the last check
		t.hurry()
	}
}

// press notes that a key was pressed: a waiting turn then runs soon.
func (t *turn) press() {
	t.typed.Store(time.Now().UnixNano())
	t.hurry()
}

func (t *turn) hurry() {
	if t.waits.CompareAndSwap(true, false) {
		t.workers.Go(t.soon)
	}
}

func (t *turn) pressing() bool {
	return time.Now().UnixNano()-t.typed.Load() < int64(attentive)
}
