package cluster

import (
	"context"
	"errors"
	"sync"
	"time"

	"noir/data"
	"noir/internal/quota"
	"noir/matchmaking"
	"noir/matchmaking/seating"
)

// waiting is a ticket in the leader's queue, at this node or another. When the leader changes, the ticket is handed in
// again at the new one, unless it has led to a table meanwhile.
type waiting struct {
	*election
	ticket matchmaking.Ticket
	payer  quota.Payer
	since  time.Time

	mu    sync.Mutex
	at    queued
	left  bool
	after int // the newest revision of the place where it is
	shown matchmaking.Waiting
}

var _ matchmaking.Place = (*waiting)(nil)

// queued is a place in one leader's queue.
type queued struct {
	matchmaking.Place
	lead leadership
}

// entering is the request for a place in the queue.
type entering struct {
	Place  string
	Ticket matchmaking.Ticket
	Payer  quota.Payer
}

// queue takes a ticket for people.
func (e *election) queue(ctx context.Context, t matchmaking.Ticket) (matchmaking.Place, error) {
	if !t.Address.IsValid() {
		t.Address = quota.From(ctx).Address
	}
	w := &waiting{election: e, ticket: t, payer: seating.PayerOf(ctx, t.Player.ID), since: time.Now()}
	limited, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	switch id, err := w.handIn(limited, false); {
	case err != nil:
		return nil, outward(ctx, err)
	case id != "":
		return nil, matchmaking.ErrSeated
	}
	return w, nil
}

// handIn hands the ticket in at the leader, until one takes or refuses it. It returns the live game that its holder is
// in, if there is one: the leader knows only its own tables. again is set for players who have waited already: while
// the store is away they go on waiting, and new players get an error.
func (w *waiting) handIn(ctx context.Context, again bool) (seated data.MatchID, err error) {
	for {
		seated, err := w.seated(ctx)
		if seated != "" {
			return seated, nil
		}
		var at queued
		if err == nil {
			at, err = w.enter(ctx)
		}
		if err == nil {
			return "", w.moveTo(at)
		}
		waits := again && errors.Is(err, data.ErrUnavailable) && w.Context.Err() == nil
		if !waits && !w.astray(err, at.lead) && !at.lead.lacks(err) {
			if errors.Is(err, matchmaking.ErrNoCode) && w.ticket.Before != (matchmaking.Before{}) {
				err = matchmaking.ErrHostLeft
			}
			return "", err
		}
		if at.Place != nil { // it may have come in
			at.Leave()
		}
		if pause(ctx) != nil {
			return "", err
		}
	}
}

// seated returns the live game that the ticket's holder is in, "" for none. data.ErrUnavailable.
func (w *waiting) seated(ctx context.Context) (data.MatchID, error) {
	p := w.ticket.Player.ID
	switch {
	case w.ticket.Pace == data.Day:
		return "", nil
	case p.Guest():
		return w.guestSeat(ctx, p), nil
	}
	in, err := w.store.LiveSeats(ctx, p)
	if err != nil {
		return "", data.Unavailable(err)
	}
	return in[p], nil
}

// guestSeat is seated for a guest, whose seat the store does not keep: it asks all nodes.
func (w *waiting) guestSeat(ctx context.Context, p data.PlayerID) data.MatchID {
	if own := w.local.Seat(p); own != "" {
		return own
	}
	for _, seat := range gather[data.MatchID](ctx, w.client, w.others(), verbSeat, p) {
		if seat != "" {
			return seat
		}
	}
	return ""
}

// enter hands the ticket in once.
func (w *waiting) enter(ctx context.Context) (queued, error) {
	lead, err := w.leader(ctx)
	if err != nil {
		return queued{}, err
	}
	ticket := w.ticket
	ticket.Front = w.me()
	if lead.node == w.me() {
		p, err := w.local.Queue(quota.With(ctx, w.payer), ticket)
		if err != nil {
			p = nil
		}
		return queued{p, lead}, err
	}
	p := &farPlace{client: w.client, node: lead.node, name: w.name()}
	p.first, err = ask[*matchmaking.Waiting](ctx, w.client, lead.node, verbEnter, actTime, entering{p.name, ticket, w.payer})
	return queued{p, lead}, err
}

// moveTo has the ticket wait at a place from now on.
func (w *waiting) moveTo(at queued) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.left {
		at.Leave()
		return matchmaking.ErrDraining
	}
	w.at, w.after = at, 0
	return nil
}

// astray reports whether an error of a leader's means that the queue is elsewhere, or soon will be.
func (w *waiting) astray(err error, lead leadership) bool {
	return elsewhere(err) || errors.Is(err, matchmaking.ErrDraining) && !w.drains.Load() || lead.over != nil && lead.over.Err() != nil && !w.drains.Load()
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
		news, err := at.news(ctx, newest)
		switch {
		case ctx.Err() != nil:
			return matchmaking.Waiting{}, ctx.Err()
		case err == nil:
			return w.show(news), nil
		case errors.Is(err, errAway) && at.lead.over.Err() == nil: // an answer was lost: the place stays while it is asked for
			if err := pause(ctx); err != nil {
				return matchmaking.Waiting{}, err
			}
			continue
		case !w.astray(err, at.lead):
			return matchmaking.Waiting{}, outward(ctx, err)
		}
		at.Leave()
		w.ticket.Before = w.before()
		switch seated, err := w.handIn(ctx, true); {
		case err != nil:
			return matchmaking.Waiting{}, outward(ctx, err)
		case seated != "":
			return w.show(matchmaking.Waiting{Match: seated}), nil
		}
	}
}

// before is what the ticket keeps so far.
func (w *waiting) before() matchmaking.Before {
	w.mu.Lock()
	defer w.mu.Unlock()
	had := matchmaking.Before{Waited: time.Since(w.since), Begun: w.shown.Begun, Challenge: w.shown.Challenge}
	if w.ticket.Host {
		had.Code = w.shown.Code
	}
	return had
}

// news waits for news of the place, while its leader leads.
func (at queued) news(ctx context.Context, after int) (matchmaking.Waiting, error) {
	limited, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(at.lead.over, cancel)()
	return at.Next(limited, after)
}

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

// Ready implements matchmaking.Place. An answer that may be lost is given again, since the player would be held for it.
func (w *waiting) Ready(ctx context.Context) error {
	limited, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	for {
		at, _ := w.where()
		err := at.Ready(limited)
		if err == nil || !w.astray(err, at.lead) || pause(limited) != nil {
			return outward(ctx, err)
		}
	}
}

// Begin implements matchmaking.Place.
func (w *waiting) Begin(ctx context.Context) error {
	at, _ := w.where()
	return outward(ctx, at.Begin(ctx))
}

// Leave implements matchmaking.Place. Another node's leader is not told of a place that has led to a table: its silence ends
// it. Nor is it when this node goes down, since its people do not leave of their own will: to the leader they are lost
// with the node.
func (w *waiting) Leave() {
	w.mu.Lock()
	at, before, seated := w.at, w.left, w.shown.Match != ""
	w.left = true
	w.mu.Unlock()
	if !before && (at.lead.node == w.me() || !seated && !w.drains.Load()) {
		at.Leave()
	}
}

// farPlace is a place in another node's queue.
type farPlace struct {
	*client
	node  data.NodeID
	name  string
	first *matchmaking.Waiting // news that came with the place; nil: there were none, or they have been read
}

var _ matchmaking.Place = (*farPlace)(nil)

// asking is a question about a place.
type asking struct {
	Place string
	After int
}

// Next implements matchmaking.Place. Errors are those of ask, too.
func (p *farPlace) Next(ctx context.Context, after int) (matchmaking.Waiting, error) {
	if first := p.first; first != nil && first.Revision > after {
		p.first = nil
		return *first, nil
	}
	for {
		news, err := ask[*matchmaking.Waiting](ctx, p.client, p.node, verbNews, pollTime+answerTime, asking{p.name, after})
		switch {
		case err == nil && news != nil:
			return *news, nil
		case err != nil && !errors.Is(err, errBusy): // otherwise the ticket keeps its state
			return matchmaking.Waiting{}, err
		}
	}
}

// Ready implements matchmaking.Place.
func (p *farPlace) Ready(ctx context.Context) error {
	_, err := ask[struct{}](ctx, p.client, p.node, verbReady, answerTime, p.name)
	return err
}

// Begin implements matchmaking.Place.
func (p *farPlace) Begin(ctx context.Context) error {
	_, err := ask[struct{}](ctx, p.client, p.node, verbBegin, actTime, p.name)
	return err
}

// Leave implements matchmaking.Place. It does not wait for the other node.
func (p *farPlace) Leave() {
	p.Go(func() {
		_, _ = ask[struct{}](p.Context, p.client, p.node, verbQuit, answerTime, p.name) // otherwise its silence ends it
	})
}
