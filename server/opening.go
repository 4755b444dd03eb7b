package server

import (
	"net"
	"sync"
)

// opening is the time in which a server takes connections, and the work for them.
type opening struct {
	over chan struct{} // closed by close

	mu        sync.Mutex // held while something begins that close must find
	listeners []net.Listener
	accepting sync.WaitGroup // one for each listener and each wait for a header
	busy      sync.WaitGroup // one for each connection, refused ones too, and for what runs meanwhile
}

func newOpening() *opening { return &opening{over: make(chan struct{})} }

func (o *opening) isOver() bool {
	select {
	case <-o.over:
		return true
	default:
		return false
	}
}

// listen registers a listener, and counts it as accepting. It returns false once the opening is over.
func (o *opening) listen(l net.Listener) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.isOver() {
		return false
	}
	o.listeners = append(o.listeners, l)
	o.accepting.Add(1)
	return true
}

// meanwhile runs work in a goroutine. It returns false, without running it, once the opening is over.
func (o *opening) meanwhile(work func()) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.isOver() {
		return false
	}
	o.busy.Go(work)
	return true
}

// close ends the opening and closes the listeners.
func (o *opening) close() {
	o.mu.Lock()
	defer o.mu.Unlock()
	if !o.isOver() {
		close(o.over)
	}
	for _, l := range o.listeners {
		_ = l.Close()
	}
}
