package cluster

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"noir/data"
	"noir/internal/workers"
)

// Protocol is the version of the messages between nodes. It rises when a node would not understand, or would
// misunderstand, a node of another version. Such nodes may not serve a store at the same time (data.Shared.Speak).
const Protocol = 2

// answerTime is when a request that needs no waiting counts as lost.
const answerTime = time.Second

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

// client asks other nodes, and tells them what they may miss.
type client struct {
	*workers.Group
	*nodes
	link   Link
	prefix string // of all subjects
	log    *slog.Logger
	took   *prometheus.HistogramVec
	given  atomic.Int64 // numbers the requests
}

func newClient(g *workers.Group, link Link, house string, log *slog.Logger) *client {
	return &client{Group: g, nodes: newNodes(g.Context), link: link, prefix: "noir." + house, log: log, took: newTook()}
}

// number returns a text that this process has not returned before.
func (c *client) number() string { return strconv.FormatInt(c.given.Add(1), 36) }

// name returns a name that is unique among all nodes.
func (c *client) name() string { return fmt.Sprintf("%d/%s", c.me(), c.number()) }

func (c *client) of(node data.NodeID) string { return fmt.Sprintf("%s.node.%d", c.prefix, node) }

// tell tells all other nodes something that they may miss.
func (c *client) tell(verb string, about any) {
	err := write(head{V: Protocol, From: c.me(), Verb: verb}, about, func(raw []byte) error { return c.link.Publish(c.prefix+".all", raw) })
	if err == nil {
		return
	}
	level := slog.LevelDebug // the link says itself that it is lost
	if up, _ := c.link.Up(); up {
		level = slog.LevelWarn
	}
	c.log.Log(c.Context, level, "the other nodes were not told", "verb", verb, "err", err)
}

// heard is the reply to a question: an answer, or the error in its place.
type heard struct {
	raw []byte
	err error
}

// line is an open question to a node, with room for some answers that nobody has read: more are lost.
type line struct {
	client  *client
	node    data.NodeID
	asked   Question
	answers chan heard
	gone    <-chan struct{} // closed when there is no such node any more
	cut     <-chan struct{} // closed when the link is lost
}

// dial opens a line to a node. errAway when there is no such node, or no link. The caller must close it.
func (c *client) dial(node data.NodeID, room int) (*line, error) {
	to, known := c.peer(node)
	if !known {
		return nil, fmt.Errorf("%w: there is no node %d", errAway, node)
	}
	up, cut := c.link.Up()
	if !up {
		return nil, fmt.Errorf("%w: the link is down", errAway)
	}
	l := &line{client: c, node: node, answers: make(chan heard, room), gone: to.gone.Done(), cut: cut}
	l.asked = c.link.Ask(c.of(node), func(raw []byte, err error) {
		select {
		case l.answers <- heard{raw, err}:
		default:
		}
	})
	return l, nil
}

// ask asks, without waiting for an answer. errAway.
func (l *line) ask(verb string, about any) error {
	if err := write(head{V: Protocol, From: l.client.me(), Verb: verb}, about, l.asked.Send); err != nil {
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
func ask[R any](ctx context.Context, c *client, node data.NodeID, verb string, within time.Duration, about any) (result R, err error) {
	l, err := c.dial(node, 1)
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
			c.measure(verb, time.Since(began))
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
