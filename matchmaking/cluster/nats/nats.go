// Package nats is a cluster.Link over core NATS.
package nats

import (
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"regexp"
	"strconv"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/prometheus/client_golang/prometheus"

	"noir/matchmaking/cluster"
)

// How soon a lost connection is noticed and restored.
const (
	pingEvery = time.Second
	pingsLost = 2
	retryWait = 200 * time.Millisecond
	startTime = 5 * time.Second
)

// Config configures a link.
type Config struct {
	URL         string // nats://host:port, several with commas between
	Credentials string // file of the user's JWT and nkey; "" for none
	Name        string // of the node, for the server's operators
	House       string // prefix of the subjects of answers, as of the broker's
	Log         *slog.Logger
}

// Link is a connection to NATS. Nothing old is sent after a reconnect: anyone who asked asks again.
type Link struct {
	conn *nats.Conn
	lost prometheus.Counter

	inbox   string // begins the subjects at which this link is answered; the number of the question follows
	mu      sync.Mutex
	up      bool
	changed chan struct{}
	asked   uint64
	open    map[uint64]*question
}

var _ cluster.Link = (*Link)(nil)

// noResponders is the status of the NATS server's own answer when nobody serves a subject.
const noResponders = "503"

// house is what can be a part of a subject.
var house = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)

// Open connects. It fails if no server of the URL answers.
func Open(c Config) (*Link, error) {
	if !house.MatchString(c.House) {
		return nil, fmt.Errorf("%q cannot begin subjects: a house's name has letters, digits, - and _", c.House)
	}
	l := &Link{
		inbox: "noir." + c.House + ".answer." + rand.Text() + ".", open: map[uint64]*question{},
		changed: make(chan struct{}),
		lost:    prometheus.NewCounter(prometheus.CounterOpts{Name: "noir_link_lost_total", Help: "How often the connection to NATS was lost."}),
	}
	l.turn(true)
	options := []nats.Option{
		nats.Name(c.Name),
		nats.Timeout(startTime), nats.PingInterval(pingEvery), nats.MaxPingsOutstanding(pingsLost),
		nats.MaxReconnects(-1), nats.ReconnectWait(retryWait), nats.ReconnectJitter(retryWait/2, retryWait/2), nats.ReconnectBufSize(-1),
		nats.DisconnectErrHandler(func(at *nats.Conn, err error) {
			if at.IsClosed() {
				return // by Close, which says so itself: nothing is lost
			}
			c.Log.Warn("the connection to NATS is lost", "err", err)
			l.lost.Inc()
			l.turn(false)
		}),
		nats.ReconnectHandler(func(at *nats.Conn) {
			c.Log.Info("connected to NATS again", "server", at.ConnectedUrlRedacted())
			l.turn(true)
		}),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { c.Log.Error("NATS", "err", err) }),
	}
	if c.Credentials != "" {
		options = append(options, nats.UserCredentials(c.Credentials))
	}
	var err error
	if l.conn, err = nats.Connect(c.URL, options...); err != nil {
		return nil, fmt.Errorf("NATS: %w", err)
	}
	if _, err := l.conn.Subscribe(l.inbox+"*", l.answered); err != nil {
		l.conn.Close()
		return nil, fmt.Errorf("NATS: %w", err)
	}
	return l, nil
}

// turn notes that the connection is there or lost.
func (l *Link) turn(up bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.up == up {
		return
	}
	l.up = up
	close(l.changed)
	l.changed = make(chan struct{})
}

// Figures returns the metrics of the link.
func (l *Link) Figures() []prometheus.Collector {
	return []prometheus.Collector{l.lost, prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "noir_link_up", Help: "1 while this server is connected to NATS.",
	}, func() float64 {
		if up, _ := l.Up(); up {
			return 1
		}
		return 0
	})}
}

// Up implements cluster.Link.
func (l *Link) Up() (bool, <-chan struct{}) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.up, l.changed
}

// Ask implements cluster.Link.
func (l *Link) Ask(subject string, heard func(body []byte, err error)) cluster.Question {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.asked++
	q := &question{link: l, number: l.asked, subject: subject, reply: l.inbox + strconv.FormatUint(l.asked, 36), heard: heard}
	l.open[q.number] = q
	return q
}

// question is one of those that this link has open.
type question struct {
	link           *Link
	number         uint64
	subject, reply string
	heard          func(body []byte, err error)
}

// Send implements cluster.Question.
func (q *question) Send(body []byte) error {
	return q.link.conn.PublishRequest(q.subject, q.reply, body)
}

// Close implements cluster.Question.
func (q *question) Close() {
	q.link.mu.Lock()
	defer q.link.mu.Unlock()
	delete(q.link.open, q.number)
}

// answered passes an answer to its question, if that is open. A status of the NATS server means that nobody serves the
// subject.
func (l *Link) answered(m *nats.Msg) {
	number, err := strconv.ParseUint(m.Subject[len(l.inbox):], 36, 64)
	if err != nil {
		return
	}
	l.mu.Lock()
	q := l.open[number]
	l.mu.Unlock()
	switch {
	case q == nil:
	case len(m.Data) == 0 && m.Header.Get("Status") == noResponders:
		q.heard(nil, cluster.ErrNobody)
	default:
		q.heard(m.Data, nil)
	}
}

// Publish implements cluster.Link.
func (l *Link) Publish(subject string, body []byte) error { return l.conn.Publish(subject, body) }

// Serve implements cluster.Link.
func (l *Link) Serve(subject string, take func(body []byte, reply func(body []byte) error)) (stop func(), err error) {
	s, err := l.conn.Subscribe(subject, func(m *nats.Msg) {
		take(m.Data, func(body []byte) error {
			if m.Reply == "" {
				return nil
			}
			err := m.Respond(body)
			if errors.Is(err, nats.ErrMaxPayload) {
				return cluster.ErrTooLong
			}
			return err // a node that gets no answer asks again
		})
	})
	if err != nil {
		return nil, err
	}
	if err := l.conn.FlushTimeout(startTime); err != nil { // it is served when Serve returns
		return nil, errors.Join(err, s.Unsubscribe())
	}
	return func() { _ = s.Unsubscribe() }, nil
}

// Close implements cluster.Link.
func (l *Link) Close() {
	l.conn.Close()
	l.turn(false)
}
