package queue

import (
	"sync/atomic"
	"time"

	"noir/data"
	"noir/matchmaking"
)

// figures are the newest numbers of a queue, a private table or a ready check. One
// goroutine sets them; any number wait for them.
type figures struct {
	now  atomic.Pointer[reading]
	told time.Time // when they were set last
}

type reading struct {
	matchmaking.Waiting
	there   []data.PlayerID // whom Waiting.Ready counts; never changes
	changed chan struct{}
}

func (f *figures) init() {
	f.now.Store(&reading{Waiting: matchmaking.Waiting{Revision: 1}, changed: make(chan struct{})})
}

// offer publishes new figures, unless some were published within the last second. Then the queue's
// next tick does it.
func (f *figures) offer(w matchmaking.Waiting, now time.Time) {
	if now.Sub(f.told) >= tickEvery {
		f.set(w, now)
	}
}

// set publishes new figures, unless they are the same.
func (f *figures) set(w matchmaking.Waiting, now time.Time, there ...data.PlayerID) {
	f.told = now
	old := f.now.Load()
	w.Revision = old.Revision
	if w == old.Waiting {
		return
	}
	w.Revision++
	f.now.Store(&reading{Waiting: w, there: there, changed: make(chan struct{})})
	close(old.changed)
}

// post is where a place reads its figures.
type post struct {
	figures *figures
	base    int           // added to their revisions, so that those of the place rise
	left    chan struct{} // closed when the place reads elsewhere
}

func (at *post) revision() int { return at.base + at.figures.now.Load().Revision }

// reader is how a place sees the figures of where it waits, which may be another place
// later. The queue's goroutine moves it; the ticket's holder reads.
type reader struct {
	first matchmaking.Waiting // the figures when the ticket was taken
	post  atomic.Pointer[post]
}

func (r *reader) init() {
	var nothing figures
	nothing.init()
	r.post.Store(&post{figures: &nothing, left: make(chan struct{})})
}

// arrive has the place read figures from when it was handed in. It gets the present ones at once.
func (r *reader) arrive(f *figures, w matchmaking.Waiting, now time.Time) {
	r.read(f)
	f.offer(w, now)
	r.first = w
	r.first.Revision = r.post.Load().revision()
}

// read has the place read other figures from now on.
func (r *reader) read(f *figures) {
	if r.post.Load().figures != f {
		r.turn(f)
	}
}

// turn has the place read figures again, even those that it reads already.
func (r *reader) turn(f *figures) {
	old := r.post.Load()
	r.post.Store(&post{
		figures: f,
		base:    old.revision() + 1 - f.now.Load().Revision,
		left:    make(chan struct{}),
	})
	close(old.left)
}
