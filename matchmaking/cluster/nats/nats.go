// Package nats is a cluster.Link over core NATS.
package nats

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"regexp"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/prometheus/client_golang/prometheus"

	"noir/matchmaking/cluster"
)

// How soon a lost connection is noticed and made anew.
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
	House       string // begins the subjects of answers, as those of the broker
	Log         *slog.Logger
}

// Link is a connection to NATS. Nothing old is sent after a reconnect: anyone who asked asks again.
type Link struct {
	conn *nats.Conn
	lost prometheus.Counter

	mu      sync.Mutex
	up      bool
	changed chan struct{}
	session context.Context // done when the connection is lost
	lose    context.CancelFunc
}

var _ cluster.Link = (*Link)(nil)

// house is what can be a part of a subject.
var house = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)

// Open connects. It fails if no server of the URL answers.
func Open(c Config) (*Link, error) {
	if !house.MatchString(c.House) {
		return nil, fmt.Errorf("%q cannot begin subjects: a house's name has letters, digits, - and _", c.House)
	}
	l := &Link{
		changed: make(chan struct{}),
		lost:    prometheus.NewCounter(prometheus.CounterOpts{Name: "noir_link_lost_total", Help: "How often the connection to NATS was lost."}),
	}
	l.turn(true)
	options := []nats.Option{
		nats.Name(c.Name), nats.CustomInboxPrefix("noir." + c.House + ".answer"),
		nats.Timeout(startTime), nats.PingInterval(pingEvery), nats.MaxPingsOutstanding(pingsLost),
		nats.MaxReconnects(-1), nats.ReconnectWait(retryWait), nats.ReconnectJitter(retryWait/2, retryWait/2), nats.ReconnectBufSize(-1),
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
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
	return l, nil
}

// turn notes that the connection is there or lost. What was asked over one that is lost gets no answer.
func (l *Link) turn(up bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.up == up {
		return
	}
	l.up = up
	close(l.changed)
	l.changed = make(chan struct{})
	if up {
		l.session, l.lose = context.WithCancel(context.Background())
	} else {
		l.lose()
	}
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

// Request implements cluster.Link.
func (l *Link) Request(ctx context.Context, subject string, body []byte) ([]byte, error) {
	l.mu.Lock()
	up, session := l.up, l.session
	l.mu.Unlock()
	if !up {
		return nil, nats.ErrDisconnected
	}
	limited, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(session, cancel)()
	m, err := l.conn.RequestWithContext(limited, subject, body)
	switch {
	case errors.Is(err, nats.ErrNoResponders):
		return nil, cluster.ErrNobody
	case err != nil && ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return nil, err
	}
	return m.Data, nil
}

// Publish implements cluster.Link.
func (l *Link) Publish(subject string, body []byte) error { return l.conn.Publish(subject, body) }

// Serve implements cluster.Link.
func (l *Link) Serve(subject string, answer func(body []byte, reply func([]byte))) (stop func(), err error) {
	s, err := l.conn.Subscribe(subject, func(m *nats.Msg) {
		answer(m.Data, func(body []byte) {
			if m.Reply != "" {
				_ = m.Respond(body) // who asked and hears nothing asks again
			}
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
