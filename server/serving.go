package server

import (
	"net"
	"sync"
)

// serving is the time in which a server takes connections, and the work for them.
type serving struct {
	over chan struct{} // closed by close

	mu        sync.Mutex // held while something begins that close must find
	listeners []net.Listener
	accepting sync.WaitGroup // one for each listener and each wait for a header
	busy      sync.WaitGroup // one for each connection, refused ones too, and for what runs meanwhile
}

func newServing() *serving { return &serving{over: make(chan struct{})} }

func (s *serving) isOver() bool {
	select {
	case <-s.over:
		return true
	default:
		return false
	}
}

// listen registers a listener, and counts it as accepting. It returns false once that time is over.
func (s *serving) listen(l net.Listener) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.isOver() {
		return false
	}
	s.listeners = append(s.listeners, l)
	s.accepting.Add(1)
	return true
}

// meanwhile runs work in a goroutine. It returns false, without running it, once that time is over.
func (s *serving) meanwhile(work func()) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.isOver() {
		return false
	}
	s.busy.Go(work)
	return true
}

// close ends that time and closes the listeners.
func (s *serving) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.isOver() {
		close(s.over)
	}
	for _, l := range s.listeners {
		_ = l.Close()
	}
}
