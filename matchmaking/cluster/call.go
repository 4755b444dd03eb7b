package cluster

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"noir/data"
	"noir/internal/workers"
)

// Protocol is the version of the messages between nodes. It rises when a node would not understand, or would
// misunderstand, a node of another version. Such nodes may not serve a store at the same time (data.Shared.Speak).
const Protocol = 2

const (
	answerTime   = time.Second     // until a request that needs no waiting counts as lost
	pollTime     = 5 * time.Second // until a request that waits for news is answered without any
	mostUnderWay = 4096            // requests that a node has taken and not answered; more are asked again
	mostWaiting  = 1 << 15         // requests that wait for news, in addition to those: so moves are not delayed because many wait
)

// errAway means that a node cannot be reached, or does not answer: it may or may not have done what it was asked for.
var errAway = errors.New("that node does not answer")

// What a node asks another one for.
const (
	verbList     = "list"
	verbMine     = "mine"
	verbSeat     = "seat"
	verbOffer    = "offer"
	verbOffers   = "offers"
	verbAccept   = "accept"
	verbWithdraw = "withdraw"
	verbRecall   = "recall"
	verbComplain = "complain"
	verbRun      = "run"
	verbEnter    = "enter"
	verbNews     = "news"
	verbReady    = "ready"
	verbBegin    = "begin"
	verbQuit     = "quit"
	verbAttach   = "attach"
	verbAct      = "act"
	verbLeave    = "leave"
	verbPull     = "pull"
)

// What a node tells all others.
const (
	verbDealt    = "dealt"
	verbSeated   = "seated"
	verbDeparted = "departed"
	verbCalled   = "called"
	verbJudged   = "judged"
	verbDismiss  = "dismiss"
	verbState    = "state"
	verbFree     = "free"
)

// errNotMine means that a node does not have the table or the place that it was asked for.
var errNotMine = errors.New("that node does not have it")

// errBusy means that a node has too much to answer: it has not begun to do what it was asked for.
var errBusy = fmt.Errorf("that node has too much to answer: %w", data.ErrUnavailable)

// errTooLong means that a node's answer is longer than the link carries.
var errTooLong = fmt.Errorf("that node's answer is too long: %w", data.ErrUnavailable)

// errUnknownVerb means that a node does not know what it was asked for.
var errUnknownVerb = fmt.Errorf("that node does not know what it was asked for: %w", data.ErrUnavailable)

// errFailed means that a node has failed at an answer, through an error of its own.
var errFailed = fmt.Errorf("that node has failed at it: %w", data.ErrUnavailable)

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

// switchboard asks other nodes, and answers them.
type switchboard struct {
	*workers.Group
	link   Link
	prefix string // of all subjects
	log    *slog.Logger
	figures

	handlers map[string]handler  // by verb; complete before bind
	sources  map[string]source   // by verb; complete before bind
	heard    map[string]listener // by verb; complete before bind
	busy     room
	waiting  room         // for what waits
	given    atomic.Int64 // numbers the requests to others
	panics   atomic.Uint64
	drains   atomic.Bool // the node gives up what it has, and takes nothing new

	mu    sync.Mutex
	self  data.NodeID
	stop  []func()
	peers map[data.NodeID]peer
}

func newSwitchboard(g *workers.Group, link Link, house string, log *slog.Logger) *switchboard {
	return &switchboard{
		Group: g, link: link, prefix: "noir." + house, log: log, figures: newFigures(), peers: map[data.NodeID]peer{},
		busy: room{most: mostUnderWay}, waiting: room{most: mostWaiting},
	}
}

// number returns a text that this process has not returned before.
func (s *switchboard) number() string { return strconv.FormatInt(s.given.Add(1), 36) }

// name returns a name that is unique among all nodes.
func (s *switchboard) name() string { return fmt.Sprintf("%d/%s", s.me(), s.number()) }

// peer is another node that beats.
type peer struct {
	gone context.Context // done once it is gone
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

// know notes which nodes there are, and reports whether some are gone. Requests to them end.
func (s *switchboard) know(nodes []data.Node) (gone bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := make(map[data.NodeID]peer, len(nodes))
	for _, n := range nodes {
		p, known := s.peers[n.ID]
		if !known {
			p.gone, p.end = context.WithCancel(s.Context)
		}
		now[n.ID] = p
	}
	for id, p := range s.peers {
		if _, here := now[id]; !here {
			p.end()
			gone = true
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

// take answers one question, on a goroutine of its own unless a source does.
func (s *switchboard) take(raw []byte, reply func([]byte) error) {
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
func (s *switchboard) rescue(tell func(any, error)) {
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
func (s *switchboard) answer(reply func([]byte) error, result any, err error) {
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
func (s *switchboard) hear(raw []byte, _ func([]byte) error) {
	defer s.rescue(func(any, error) {})
	h, body, err := open(raw)
	if err != nil || h.V != Protocol || h.From == s.me() {
		return
	}
	if do := s.heard[h.Verb]; do != nil {
		do(h.From, body)
	}
}

// tell tells all other nodes something that they may miss.
func (s *switchboard) tell(verb string, about any) {
	err := write(head{V: Protocol, From: s.me(), Verb: verb}, about, func(raw []byte) error { return s.link.Publish(s.prefix+".all", raw) })
	if err == nil {
		return
	}
	level := slog.LevelDebug // the link says itself that it is lost
	if up, _ := s.link.Up(); up {
		level = slog.LevelWarn
	}
	s.log.Log(s.Context, level, "the other nodes were not told", "verb", verb, "err", err)
}

// heard is the reply to a question: an answer, or the error in its place.
type heard struct {
	raw []byte
	err error
}

// line is an open question to a node, with room for some answers that nobody has read: more are lost.
type line struct {
	board   *switchboard
	node    data.NodeID
	asked   Question
	answers chan heard
	gone    <-chan struct{} // closed when there is no such node any more
	cut     <-chan struct{} // closed when the link is lost
}

// dial opens a line to a node. errAway when there is no such node, or no link. The caller must close it.
func (s *switchboard) dial(node data.NodeID, room int) (*line, error) {
	s.mu.Lock()
	to, known := s.peers[node]
	s.mu.Unlock()
	if !known {
		return nil, fmt.Errorf("%w: there is no node %d", errAway, node)
	}
	up, cut := s.link.Up()
	if !up {
		return nil, fmt.Errorf("%w: the link is down", errAway)
	}
	l := &line{board: s, node: node, answers: make(chan heard, room), gone: to.gone.Done(), cut: cut}
	l.asked = s.link.Ask(s.of(node), func(raw []byte, err error) {
		select {
		case l.answers <- heard{raw, err}:
		default:
		}
	})
	return l, nil
}

// ask asks, without waiting for an answer. errAway.
func (l *line) ask(verb string, about any) error {
	if err := write(head{V: Protocol, From: l.board.me(), Verb: verb}, about, l.asked.Send); err != nil {
		return fmt.Errorf("%w: %w", errAway, err)
	}
	return nil
}

func (l *line) close() { l.asked.Close() }

// lost returns the reason why no answer will come over a line.
func (l *line) lost(why string) error { return fmt.Errorf("%w: node %d: %s", errAway, l.node, why) }

// read reads an answer. ok is false for an empty one. errAway, or what the node has answered.
func (h heard) read(result any) (ok bool, err error) {
	if h.err != nil {
		return false, fmt.Errorf("%w: %w", errAway, h.err)
	}
	head, body, err := open(h.raw)
	if err == nil && head.Fault == nil && len(body) > 0 {
		return true, read(body, result)
	}
	if err != nil {
		return false, fmt.Errorf("%w: %w", errAway, err)
	}
	return false, head.Fault.err()
}

// ask asks a node and waits for its answer, at most for a time, and again while it is busy. errAway, errBusy, ctx's
// error, or what the node answers.
func ask[R any](ctx context.Context, s *switchboard, node data.NodeID, verb string, within time.Duration, about any) (result R, err error) {
	l, err := s.dial(node, 1)
	if err != nil {
		return result, err
	}
	defer l.close()
	late := time.NewTimer(within)
	defer late.Stop()
	for {
		began := time.Now()
		if err := l.ask(verb, about); err != nil {
			return result, err
		}
		select {
		case a := <-l.answers:
			s.took(verb, time.Since(began))
			if _, err = a.read(&result); !errors.Is(err, errBusy) {
				return result, err
			}
		case <-l.gone:
			return result, l.lost("it is gone")
		case <-l.cut:
			return result, l.lost("the link is down")
		case <-late.C:
			return result, l.lost("no answer to " + verb)
		case <-ctx.Done():
			return result, ctx.Err()
		}
		select {
		case <-time.After(lookAgain):
		case <-late.C:
			return result, err
		case <-ctx.Done():
			return result, ctx.Err()
		}
	}
}

const (
	lookAgain = 100 * time.Millisecond // between attempts to find who has something
	patience  = 10 * time.Second       // until a player is told that the request is not possible now
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

// elsewhere reports whether an error means that the request concerns another node, or soon will, or that no node has
// begun it: then it is made again.
func elsewhere(err error) bool {
	return errors.Is(err, errAway) || errors.Is(err, errNotMine) || errors.Is(err, errBusy) || errors.Is(err, data.ErrFenced)
}

// outward turns an error between nodes into one that a player may be told. That includes time limits between nodes, but
// not the end of ctx, which is the asker's.
func outward(ctx context.Context, err error) error {
	late := errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil
	if late || errors.Is(err, errAway) || errors.Is(err, errNotMine) {
		return data.Unavailable(err)
	}
	return err
}
