package cluster

import (
	"context"
	"errors"
	"io"
	"sync"
	"time"

	"noir/matchmaking"
)

// feedRoom is how many frames a node asks for at once. It asks for more when half of them have come, so that a node
// that stands still gets few.
const feedRoom = 16

// pulled is the question for the frames after one.
type pulled struct {
	Chair string
	After int  // revision
	Has   int  // lines of the log
	More  bool `json:",omitempty"` // after those that are on their way: After and Has do not count
}

// feed sends the frames of a chair to the node that holds it: as many as that node asks for, each the newest, with the
// lines since the one before. It needs no goroutine while it waits.
type feed struct {
	chair  matchmaking.Viewer
	ctx    context.Context
	awake  func(context.Context) error // data.Shared's
	rescue func(tell func(any, error)) // server's

	mu    sync.Mutex
	send  func(any, error)
	after int                // the revision that was sent last, or that the other node has
	has   int                // lines that the other node has
	last  *matchmaking.Frame // that was sent, for the next one to follow; nil: the other node may lack it
	room  int                // frames that may be sent
	looks bool               // a goroutine gets the next one
	wait  int                // counts the waits for it
	stop  func()             // ends the last wait; nil when there was none
}

// ask has frames sent. If the node does not ask for more, it gets an empty answer at once, as a sign that it is heard.
func (f *feed) ask(p pulled, send func(any, error)) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.send, f.room = send, feedRoom
	if !p.More {
		f.after, f.has, f.last = p.After, p.Has, nil
		send(nil, nil)
	}
	f.expect()
}

// expect waits for the next frame, unless somebody does or it must not be sent. f.mu is held.
func (f *feed) expect() {
	if f.looks || f.room == 0 {
		return
	}
	if f.stop != nil {
		f.stop()
	}
	f.wait++
	wait := f.wait
	f.stop = f.chair.Notify(f.after, func() { f.next(wait) })
}

// fail sends the panic that has ended the feed, until it is asked again.
func (f *feed) fail(_ any, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.looks = false
	f.send(nil, err)
}

// next sends the next frame, or the error that ends them: errNotMine when the table has ended here before its game.
func (f *feed) next(wait int) {
	f.mu.Lock()
	if wait != f.wait || f.looks {
		f.mu.Unlock()
		return
	}
	f.looks = true
	after := f.after
	f.mu.Unlock()
	defer f.rescue(f.fail)
	frame, err := f.chair.Next(f.ctx, after)
	if err == nil {
		err = f.awake(f.ctx)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.looks = false
	if err != nil {
		if errors.Is(err, io.EOF) || f.ctx.Err() != nil {
			err = errNotMine // or over: the store knows
		}
		f.send(nil, err)
		return
	}
	if frame.Revision > f.after {
		f.send(pack(frame, f.last, f.has, time.Now()), nil)
		f.after, f.has, f.last = frame.Revision, len(frame.Log), &frame
		f.room--
	}
	f.expect()
}
