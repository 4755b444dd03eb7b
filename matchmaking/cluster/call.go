package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"noir/data"
	"noir/matchmaking"
)

const (
	protocol     = 1               // of what nodes say to each other
	answerTime   = time.Second     // until a request that needs no waiting is taken for lost
	pollTime     = 5 * time.Second // until a request that waits for news is answered without any
	mostUnderWay = 4096            // requests that a node has taken and not answered; who asks more asks again
)

// errAway means that a node cannot be reached, or does not answer: it is not known what it has done.
var errAway = errors.New("that node does not answer")

// errNotMine means that a node does not have the table or the place that it was asked for.
var errNotMine = errors.New("that node does not have it")

// errBusy means that a node has too much to answer: it has not begun to do what it was asked for.
var errBusy = fmt.Errorf("that node has too much to answer: %w", data.ErrUnavailable)

// request and answer are what goes over the link.
type (
	request struct {
		V    int
		From data.NodeID
		Verb string
		Body json.RawMessage
	}
	answer struct {
		Fault *fault          `json:",omitempty"`
		Body  json.RawMessage `json:",omitempty"`
	}
)

// crew are the goroutines of a broker, and how long they work. Once it is closed none starts.
type crew struct {
	ctx context.Context // done when the broker closes
	end context.CancelFunc

	drains atomic.Bool // the node gives up what it has, and takes nothing new

	mu     sync.Mutex
	all    sync.WaitGroup
	closed bool
}

// newCrew returns a crew whose context has the values of ctx and ends with close.
func newCrew(ctx context.Context) *crew {
	c := new(crew)
	c.ctx, c.end = context.WithCancel(context.WithoutCancel(ctx))
	return c
}

// Go runs work on a goroutine, unless the crew is closed.
func (c *crew) Go(work func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.closed {
		c.all.Go(work)
	}
}

// close ends the context and waits for the last goroutine.
func (c *crew) close() {
	c.end()
	c.mu.Lock()
	c.closed = true
	c.mu.Unlock()
	c.all.Wait()
}

// handler does what a node is asked for. It may block; ctx ends with the node.
type handler func(ctx context.Context, from data.NodeID, body json.RawMessage) (any, error)

// answering returns the handler of a request that is an R.
func answering[R any](do func(ctx context.Context, from data.NodeID, r R) (any, error)) handler {
	return func(ctx context.Context, from data.NodeID, body json.RawMessage) (any, error) {
		var r R
		if err := json.Unmarshal(body, &r); err != nil {
			return nil, err
		}
		return do(ctx, from, r)
	}
}

// listener is told what a node tells all others. It must not block.
type listener func(from data.NodeID, body json.RawMessage)

// hearing returns the listener to a T. What is none is passed over.
func hearing[T any](do func(from data.NodeID, t T)) listener {
	return func(from data.NodeID, body json.RawMessage) {
		var t T
		if json.Unmarshal(body, &t) == nil {
			do(from, t)
		}
	}
}

// switchboard asks other nodes, and answers them.
type switchboard struct {
	*crew
	link   Link
	prefix string // of all subjects
	log    *slog.Logger
	figures

	handlers map[string]handler  // by verb; complete before bind
	heard    map[string]listener // likewise
	busy     atomic.Int32
	given    atomic.Int64 // numbers what is asked of others

	mu    sync.Mutex
	self  data.NodeID
	stop  []func()
	peers map[data.NodeID]peer
}

func newSwitchboard(c *crew, link Link, house string, log *slog.Logger) *switchboard {
	return &switchboard{crew: c, link: link, prefix: "noir." + house, log: log, figures: newFigures(), peers: map[data.NodeID]peer{}}
}

// number returns a text that this process has not returned before.
func (s *switchboard) number() string { return strconv.FormatInt(s.given.Add(1), 36) }

// name returns a name that no node has for anything else.
func (s *switchboard) name() string { return fmt.Sprintf("%d/%s", s.me(), s.number()) }

// peer is another node that beats.
type peer struct {
	gone context.Context // done once it is no more
	end  context.CancelFunc
}

func (s *switchboard) of(node data.NodeID) string { return fmt.Sprintf("%s.node.%d", s.prefix, node) }

// bind serves the requests to a node in place of those to the one before.
func (s *switchboard) bind(self data.NodeID) error {
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
	s.mu.Lock()
	defer s.mu.Unlock()
	s.self, s.stop = self, []func(){stop, hear}
	return nil
}

func (s *switchboard) unbind() {
	s.mu.Lock()
	stop := s.stop
	s.stop = nil
	s.mu.Unlock()
	for _, f := range stop {
		f()
	}
}

// know notes which nodes there are, and returns those that are gone. Requests to them end.
func (s *switchboard) know(nodes []data.Node) (gone []data.NodeID) {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := make(map[data.NodeID]peer, len(nodes))
	for _, n := range nodes {
		p, known := s.peers[n.ID]
		if !known {
			p.gone, p.end = context.WithCancel(s.ctx)
		}
		now[n.ID] = p
	}
	for id, p := range s.peers {
		if _, here := now[id]; !here {
			p.end()
			gone = append(gone, id)
		}
	}
	s.peers = now
	return gone
}

// knows reports whether a node beats.
func (s *switchboard) knows(node data.NodeID) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, known := s.peers[node]
	return known
}

// others returns the other nodes that beat.
func (s *switchboard) others() (all []data.NodeID) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for id := range s.peers {
		if id != s.self {
			all = append(all, id)
		}
	}
	return all
}

// me returns this node.
func (s *switchboard) me() data.NodeID {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.self
}

// take answers one request, on a goroutine of its own.
func (s *switchboard) take(body []byte, reply func([]byte)) {
	var r request
	if err := json.Unmarshal(body, &r); err != nil || r.V != protocol {
		s.log.Error("a node speaks in another way", "from", r.From, "version", r.V, "err", err)
		return
	}
	do := s.handlers[r.Verb]
	if do == nil || s.ctx.Err() != nil {
		return
	}
	if s.busy.Add(1) > mostUnderWay {
		s.busy.Add(-1)
		s.refused.Inc()
		s.say(reply, nil, errBusy)
		return
	}
	s.Go(func() {
		defer s.busy.Add(-1)
		result, err := do(s.ctx, r.From, r.Body)
		s.say(reply, result, err)
	})
}

func (s *switchboard) say(reply func([]byte), result any, err error) {
	a := answer{Fault: faultOf(err)}
	if err == nil && result != nil {
		if a.Body, err = json.Marshal(result); err != nil {
			s.log.Error("an answer cannot be written", "err", err)
			return
		}
	}
	raw, err := json.Marshal(a)
	if err != nil {
		s.log.Error("an answer cannot be written", "err", err)
		return
	}
	reply(raw)
}

// hear takes one publication.
func (s *switchboard) hear(body []byte, _ func([]byte)) {
	var r request
	if json.Unmarshal(body, &r) != nil || r.V != protocol || r.From == s.me() {
		return
	}
	if do := s.heard[r.Verb]; do != nil {
		do(r.From, r.Body)
	}
}

// tell tells all other nodes something that they may miss.
func (s *switchboard) tell(verb string, about any) {
	body, err := json.Marshal(about)
	if err == nil {
		body, err = json.Marshal(request{V: protocol, From: s.me(), Verb: verb, Body: body})
	}
	if err == nil {
		err = s.link.Publish(s.prefix+".all", body)
	}
	if err != nil {
		s.log.Debug("the other nodes were not told", "verb", verb, "err", err)
	}
}

// ask asks a node and waits for its answer, at most for a time, and again while it is busy. errAway, errBusy, ctx's
// error, or what the node answers.
func ask[R any](ctx context.Context, s *switchboard, node data.NodeID, verb string, within time.Duration, about any) (result R, err error) {
	body, err := json.Marshal(about)
	if err == nil {
		body, err = json.Marshal(request{V: protocol, From: s.me(), Verb: verb, Body: body})
	}
	if err != nil {
		return result, err
	}
	s.mu.Lock()
	to, known := s.peers[node]
	s.mu.Unlock()
	if !known {
		return result, fmt.Errorf("%w: there is no node %d", errAway, node)
	}
	limited, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	defer context.AfterFunc(to.gone, cancel)()
	for {
		began := time.Now()
		raw, err := s.link.Request(limited, s.of(node), body)
		if ctx.Err() != nil {
			return result, ctx.Err()
		}
		if err != nil {
			return result, fmt.Errorf("%w: %s to node %d: %w", errAway, verb, node, err)
		}
		s.took(verb, time.Since(began))
		var a answer
		if err := json.Unmarshal(raw, &a); err != nil {
			return result, fmt.Errorf("%w: %w", errAway, err)
		}
		if a.Fault == nil && len(a.Body) > 0 {
			return result, json.Unmarshal(a.Body, &result)
		}
		if err = a.Fault.err(); !errors.Is(err, errBusy) || pause(limited) != nil {
			return result, err
		}
	}
}

const (
	lookAgain = 100 * time.Millisecond // between attempts to find who has something
	patience  = 10 * time.Second       // until a player is told that what they want is not possible now
)

// pause waits for a moment before something is tried again. ctx's error.
func pause(ctx context.Context) error {
	select {
	case <-time.After(lookAgain):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// elsewhere reports whether an error means that what was asked for is at another node, or soon will be, or that
// nobody has got to it: it is asked for again.
func elsewhere(err error) bool {
	return errors.Is(err, errAway) || errors.Is(err, errNotMine) || errors.Is(err, errBusy) || errors.Is(err, data.ErrFenced)
}

// outward turns an error that is of nodes alone into one that a player may be told.
func outward(err error) error {
	if errors.Is(err, errAway) || errors.Is(err, errNotMine) {
		return matchmaking.Unavailable(err)
	}
	return err
}
