package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"strconv"
	"sync"
	"time"

	"noir/data"
	"noir/internal/quota"
	"noir/matchmaking"
	"noir/matchmaking/seating"
)

// waiting is a ticket in the leader's queue, which may be another node's. When there is another leader the
// ticket is handed in again there, unless it has led to a table meanwhile.
type waiting struct {
	broker *Broker
	ticket matchmaking.Ticket
	payer  quota.Payer

	mu    sync.Mutex
	at    queued
	left  bool
	after int // the newest revision of the place where it is
	shown matchmaking.Waiting
}

var _ matchmaking.Place = (*waiting)(nil)

// queued is a place in one leader's queue: one of here and there is not empty.
type queued struct {
	lead  leadership
	here  matchmaking.Place
	there string // its name
}

// entering is the request for a place in the queue.
type entering struct {
	Place  string
	Ticket matchmaking.Ticket
	Payer  quota.Payer
}

// enter hands a ticket in at the leader.
func (b *Broker) enter(ctx context.Context, t matchmaking.Ticket, by quota.Payer) (queued, error) {
	lead, err := b.leader(ctx)
	if err != nil {
		return queued{}, err
	}
	if lead.node == b.board.me() {
		p, err := b.local.Queue(quota.With(ctx, by), t)
		return queued{lead: lead, here: p}, err
	}
	name := strconv.FormatInt(int64(b.board.me()), 10) + "/" + strconv.FormatInt(b.acts.Add(1), 36)
	_, err = ask[struct{}](ctx, b.board, lead.node, "enter", actTime, entering{name, t, by})
	return queued{lead: lead, there: name}, err
}

// queue takes a ticket for people.
func (b *Broker) queue(ctx context.Context, t matchmaking.Ticket) (matchmaking.Place, error) {
	if !t.Address.IsValid() {
		t.Address = quota.From(ctx).Address
	}
	w := &waiting{broker: b, ticket: t, payer: seating.PayerOf(ctx, t.Player.ID)}
	limited, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	if t.Pace != data.Day { // the leader knows its own tables alone
		if in, err := b.store.LiveSeats(limited, t.Player.ID); err != nil {
			return nil, err
		} else if len(in) > 0 {
			return nil, matchmaking.ErrSeated
		}
	}
	for {
		at, err := b.enter(limited, t, w.payer)
		if err == nil {
			w.at = at
			return w, nil
		}
		if !elsewhere(err) || limited.Err() != nil {
			return nil, outward(err)
		}
		if at.there != "" { // it may have come in
			b.withdraw(at)
		}
		select {
		case <-time.After(lookAgain):
		case <-limited.Done():
			return nil, outward(err)
		}
	}
}

// withdraw gives a place up at whoever is or was the leader.
func (b *Broker) withdraw(at queued) {
	if at.here != nil {
		at.here.Leave()
		return
	}
	b.crew.Go(func() {
		_, _ = ask[struct{}](b.ctx, b.board, at.lead.node, "quit", answerTime, at.there) // else it is silent
	})
}

// asking is a question about a place.
type asking struct {
	Place string
	After int
}

// Next implements matchmaking.Place. One goroutine calls it at a time.
func (w *waiting) Next(ctx context.Context, after int) (matchmaking.Waiting, error) {
	w.mu.Lock()
	if w.shown.Revision > after {
		defer w.mu.Unlock()
		return w.shown, nil
	}
	w.mu.Unlock()
	for {
		at, newest := w.where()
		news, err := w.news(ctx, at, newest)
		switch {
		case ctx.Err() != nil:
			return matchmaking.Waiting{}, ctx.Err()
		case err == nil && news == nil:
			continue
		case err == nil:
			return w.show(*news), nil
		case !astray(err, at.lead) || w.broker.drains.Load():
			return matchmaking.Waiting{}, outward(err)
		}
		if seated, err := w.again(ctx); err != nil || seated != nil {
			if err != nil {
				return matchmaking.Waiting{}, outward(err)
			}
			return w.show(*seated), nil
		}
	}
}

// astray reports whether an error means that the queue is elsewhere.
func astray(err error, lead leadership) bool { return elsewhere(err) || lead.over.Err() != nil }

func (w *waiting) where() (queued, int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.at, w.after
}

// show notes news for the holder, with a revision of the ticket's own.
func (w *waiting) show(news matchmaking.Waiting) matchmaking.Waiting {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.after = news.Revision
	news.Revision = w.shown.Revision + 1
	w.shown = news
	return news
}

// news waits for news of a place; nil is none yet.
func (w *waiting) news(ctx context.Context, at queued, after int) (*matchmaking.Waiting, error) {
	if at.here == nil {
		return ask[*matchmaking.Waiting](ctx, w.broker.board, at.lead.node, "news", pollTime+answerTime, asking{at.there, after})
	}
	limited, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(at.lead.over, cancel)()
	news, err := at.here.Next(limited, after)
	return &news, err
}

// again hands the ticket in at the next leader, or finds the table that it has led to.
func (w *waiting) again(ctx context.Context) (seated *matchmaking.Waiting, err error) {
	old, _ := w.where()
	if old.here != nil {
		old.here.Leave()
	}
	for {
		in, err := w.broker.store.LiveSeats(ctx, w.ticket.Player.ID)
		if id := in[w.ticket.Player.ID]; err == nil && id != "" {
			return &matchmaking.Waiting{Match: id}, nil
		}
		var at queued
		if err == nil {
			at, err = w.broker.enter(ctx, w.ticket, w.payer)
		}
		w.mu.Lock()
		left := w.left
		if err == nil && !left {
			w.at, w.after = at, 0
		}
		w.mu.Unlock()
		switch {
		case err == nil && left:
			w.broker.withdraw(at)
			return nil, matchmaking.ErrDraining
		case err == nil:
			return nil, nil
		case !elsewhere(err) && !errors.Is(err, data.ErrUnavailable):
			return nil, err
		}
		select {
		case <-time.After(lookAgain):
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// Ready implements matchmaking.Place.
func (w *waiting) Ready(ctx context.Context) error {
	at, _ := w.where()
	if at.here != nil {
		return at.here.Ready(ctx)
	}
	_, err := ask[struct{}](ctx, w.broker.board, at.lead.node, "ready", answerTime, at.there)
	return outward(err)
}

// Begin implements matchmaking.Place.
func (w *waiting) Begin(ctx context.Context) error {
	at, _ := w.where()
	if at.here != nil {
		return at.here.Begin(ctx)
	}
	_, err := ask[struct{}](ctx, w.broker.board, at.lead.node, "begin", actTime, at.there)
	return outward(err)
}

// Leave implements matchmaking.Place.
func (w *waiting) Leave() {
	w.mu.Lock()
	at, before := w.at, w.left
	w.left = true
	w.mu.Unlock()
	if !before {
		w.broker.withdraw(at)
	}
}

// guestbook are the places in this node's queue that people of other nodes wait at, by the names that
// those have given them.
type guestbook struct {
	mu     sync.Mutex
	places map[string]*guestPlace
}

// guestPlace is one of them.
type guestPlace struct {
	matchmaking.Place
	node data.NodeID

	mu      sync.Mutex
	asked   time.Time
	waiting int
}

func (g *guestbook) find(name string) (*guestPlace, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if p := g.places[name]; p != nil {
		return p, nil
	}
	return nil, errNotMine
}

func (p *guestPlace) asks(by int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.waiting += by
	p.asked = time.Now()
}

func (p *guestPlace) silent() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.waiting == 0 && time.Since(p.asked) > silentFor
}

// sweep gives up the places for which it holds.
func (g *guestbook) sweep(unwanted func(name string, p *guestPlace) bool) {
	g.mu.Lock()
	var gone []*guestPlace
	for name, p := range g.places {
		if unwanted(name, p) {
			gone = append(gone, p)
			delete(g.places, name)
		}
	}
	g.mu.Unlock()
	for _, p := range gone {
		p.Leave()
	}
}

// admit answers "enter".
func (b *Broker) admit(ctx context.Context, from data.NodeID, body json.RawMessage) (any, error) {
	var e entering
	if err := json.Unmarshal(body, &e); err != nil {
		return nil, err
	}
	if !b.leads() {
		return nil, errNotMine
	}
	p, err := b.local.Queue(quota.With(ctx, e.Payer), e.Ticket)
	if err != nil {
		return nil, err
	}
	b.guests.mu.Lock()
	b.guests.places[e.Place] = &guestPlace{Place: p, node: from, asked: time.Now()}
	b.guests.mu.Unlock()
	return nil, nil
}

// report answers "news".
func (b *Broker) report(ctx context.Context, _ data.NodeID, body json.RawMessage) (any, error) {
	var a asking
	if err := json.Unmarshal(body, &a); err != nil {
		return nil, err
	}
	p, err := b.guests.find(a.Place)
	if err != nil {
		return nil, err
	}
	p.asks(1)
	defer p.asks(-1)
	limited, cancel := context.WithTimeout(ctx, pollTime)
	defer cancel()
	news, err := p.Next(limited, a.After)
	switch {
	case err == nil:
		return &news, nil
	case limited.Err() != nil && ctx.Err() == nil:
		return nil, nil
	}
	return nil, err
}

// atPlace answers a request about one place.
func (b *Broker) atPlace(do func(ctx context.Context, p *guestPlace) error) handler {
	return func(ctx context.Context, _ data.NodeID, body json.RawMessage) (any, error) {
		var name string
		if err := json.Unmarshal(body, &name); err != nil {
			return nil, err
		}
		p, err := b.guests.find(name)
		if err != nil {
			return nil, err
		}
		p.asks(0)
		return nil, do(ctx, p)
	}
}

// dismiss answers "quit".
func (b *Broker) dismiss(_ context.Context, _ data.NodeID, body json.RawMessage) (any, error) {
	var name string
	if err := json.Unmarshal(body, &name); err != nil {
		return nil, err
	}
	b.guests.sweep(func(own string, _ *guestPlace) bool { return own == name })
	return nil, nil
}
