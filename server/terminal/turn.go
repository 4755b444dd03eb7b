package terminal

import (
	"sync/atomic"
	"time"

	"noir/internal/workers"
)

// attentive is how long after a key all that is drawn is taken for its answer.
const attentive = time.Second

// turn has goroutines of the workers take a session's turns, of which there is one at a
// time: soon when somebody has just pressed a key, for that is the answer that is
// measured in milliseconds; else, for a viewer that only looks on, when there is a processor to
// spare. While garbage is collected under load that is what keeps keys quick.
type turn struct {
	workers *workers.Pool
	soon    func()        // takes the turn
	later   func()        // takes it, if it still waits; must not block
	over    chan struct{} // receives after every turn

	typed  atomic.Int64 // when a key was pressed last, in nanoseconds since 1970
	waits  atomic.Bool  // for a processor to spare
	listed atomic.Bool  // later is among the work that waits; it is there only once
}

// newTurn returns the turns of a session that answer takes: it reports whether write is
// to be called then, which may block.
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

// have has a turn taken and returns when it is over. One goroutine calls it.
func (t *turn) have() {
	if t.pressing() {
		t.workers.Go(t.soon)
	} else {
		t.wait()
	}
	<-t.over
}

// wait has the turn wait for a processor to spare.
func (t *turn) wait() {
	t.waits.Store(true)
	if t.listed.CompareAndSwap(false, true) {
		t.workers.Later(t.later)
	}
	if t.pressing() { // since it was looked at
		t.hurry()
	}
}

// press notes that a key was pressed: a turn that waits is taken soon.
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
