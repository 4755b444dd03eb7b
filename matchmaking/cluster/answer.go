package cluster

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"noir/data"
)

const (
	pollTime     = 5 * time.Second // until a request that waits for news is answered without any
	mostUnderWay = 4096            // requests that a node has taken and not answered; more are asked again
	mostWaiting  = 1 << 15         // requests that wait for news, in addition to those: so moves are not delayed because many wait
)

// handler does what a node is asked for. It may block; ctx ends with the node.
type handler func(ctx context.Context, from data.NodeID, body []byte) (any, error)

// answering returns the handler of a question that is an R.
func answering[R any](do func(ctx context.Context, from data.NodeID, r R) (any, error)) handler {
	return func(ctx context.Context, from data.NodeID, body []byte) (any, error) {
		var r R
		if err := read(body, &r); err != nil {
			return nil, err
		}
		return do(ctx, from, r)
	}
}

// source answers what a node asks for at once or later, any number of times. It must not block.
type source func(body []byte, tell func(any, error))

// listener gets what a node publishes to all others. It must not block.
type listener func(from data.NodeID, body []byte)

// hearing returns the listener to a T. It skips messages that are no T.
func hearing[T any](do func(from data.NodeID, t T)) listener {
	return func(from data.NodeID, body []byte) {
		var t T
		if read(body, &t) == nil {
			do(from, t)
		}
	}
}

// server answers other nodes, and hears what they tell.
type server struct {
	*client
	handlers map[string]handler  // by verb; complete before bind
	sources  map[string]source   // by verb; complete before bind
	heard    map[string]listener // by verb; complete before bind
	busy     room
	waiting  room // for what waits
	refused  prometheus.Counter
	panics   atomic.Uint64

	mu   sync.Mutex
	stop []func()
}

func newServer(c *client) *server {
	return &server{client: c, busy: room{most: mostUnderWay}, waiting: room{most: mostWaiting}, refused: newRefused()}
}

// bind serves the requests to a node in place of those to the one before.
func (s *server) bind(self data.NodeID) error {
	s.unbind()
	stop, err := s.link.Serve(s.of(self), s.take)
	if err != nil {
		return err
	}
	hear, err := s.link.Serve(s.prefix+".all", s.hear)
	if err != nil {
		stop()
		return err
	}
	s.become(self)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.stop = []func(){stop, hear}
	return nil
}

func (s *server) unbind() {
	s.mu.Lock()
	stop := s.stop
	s.stop = nil
	s.mu.Unlock()
	for _, f := range stop {
		f()
	}
}

// take answers one question, on a goroutine of its own unless a source does.
func (s *server) take(raw []byte, reply func([]byte) error) {
	tell := func(result any, err error) { s.answer(reply, result, err) }
	defer s.rescue(tell)
	h, body, err := open(raw)
	if err != nil || h.V != Protocol {
		s.log.Error("a node speaks in another way", "from", h.From, "version", h.V, "err", err)
		return
	}
	if source := s.sources[h.Verb]; source != nil {
		source(body, tell)
		return
	}
	if s.Context.Err() != nil {
		return
	}
	do := s.handlers[h.Verb]
	if do == nil {
		s.log.Error("a node asks for what this one does not know", "from", h.From, "verb", h.Verb)
		tell(nil, errUnknownVerb)
		return
	}
	room := &s.busy
	if waits(h.Verb) {
		room = &s.waiting
	}
	if room.taken.Add(1) > room.most {
		room.taken.Add(-1)
		s.refused.Inc()
		tell(nil, errBusy)
		return
	}
	s.Short(func() {
		defer room.taken.Add(-1)
		defer s.rescue(tell)
		tell(do(s.Context, h.From, body))
	})
}

// rescue has a panic end only the answer; the asking node gets an error. It is deferred.
func (s *server) rescue(tell func(any, error)) {
	if v := recover(); v != nil {
		s.panics.Add(1)
		s.log.Error("an answer to another server has panicked", "panic", fmt.Sprint(v), "stack", string(debug.Stack()))
		tell(nil, errFailed)
	}
}

// room counts requests, up to a number at once.
type room struct {
	taken atomic.Int32
	most  int32
}

// waits reports whether the answer to a verb waits until there is something to say, for pollTime at most.
func waits(verb string) bool { return verb == verbNews }

// answer answers with a result, or an error. If the answer is too long, the asking node gets errTooLong.
func (s *server) answer(reply func([]byte) error, result any, err error) {
	if err != nil {
		result = nil
	}
	err = write(head{Fault: faultOf(err)}, result, reply)
	if errors.Is(err, ErrTooLong) {
		s.log.Error("an answer is too long", "answer", fmt.Sprintf("%T", result))
		err = write(head{Fault: faultOf(errTooLong)}, nil, reply)
	}
	if up, _ := s.link.Up(); err != nil && up {
		s.log.Error("a question is not answered", "err", err)
	}
}

// hear takes one publication.
func (s *server) hear(raw []byte, _ func([]byte) error) {
	defer s.rescue(func(any, error) {})
	h, body, err := open(raw)
	if err != nil || h.V != Protocol || h.From == s.me() {
		return
	}
	if do := s.heard[h.Verb]; do != nil {
		do(h.From, body)
	}
}
