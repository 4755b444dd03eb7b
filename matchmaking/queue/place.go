package queue

import (
	"context"
	"slices"
	"sync/atomic"
	"time"

	"noir/data"
	"noir/internal/quota"
	"noir/matchmaking"
	"noir/matchmaking/queue/pairing"
	"noir/matchmaking/seating"
)

// Place is one ticket in the queue. The queue's goroutine owns it. The ticket's holder may read
// found, and what is set before found is closed.
type Place struct {
	queue   *Queue
	ticket  matchmaking.Ticket
	payer   quota.Payer
	rating  float64
	sizes   pairing.Sizes
	options string // in full, or those of the smallest table
	since   time.Time
	held    time.Time // not paired before that; zero: not held
	begun   atomic.Bool

	pool   *pool // nil when it is at a private table or has been seated
	handle pairing.Handle
	party  *party
	left   bool

	willingly bool // it was left by its holder

	challenge string // of a day ticket, or of a host who has challenged a player

	reader
	found chan struct{} // closed when match or err is set
	match data.MatchID
	err   error
}

var _ matchmaking.Place = (*Place)(nil)

// NewPlace returns the place of a ticket, before Enter. What the ticket has waited before counts.
func NewPlace(q *Queue, t matchmaking.Ticket, by quota.Payer) *Place {
	p := &Place{queue: q, ticket: t, payer: by, since: time.Now().Add(-t.Before.Waited), found: make(chan struct{})}
	p.reader.init()
	return p
}

func (p *Place) player() data.PlayerID { return p.ticket.Player.ID }

// hold keeps the place from being paired until it is released.
func (p *Place) hold(f *figures) {
	if p.pool != nil {
		p.pool.take(p)
	}
	p.read(f)
}

// release lets the place wait again where it was.
func (p *Place) release() {
	switch {
	case p.pool != nil:
		p.pool.put(p, time.Now())
		p.read(&p.pool.figures)
	case p.party != nil:
		p.read(&p.party.figures)
	}
}

// Settle tells the holder where to sit, or why there is no table. Only the first call counts.
func (p *Place) Settle(id data.MatchID, err error) {
	if !p.settled() {
		p.match, p.err = id, err
		close(p.found)
	}
}

// settled reports whether Settle was called.
func (p *Place) settled() bool {
	select {
	case <-p.found:
		return true
	default:
		return false
	}
}

func (p *Place) Occupant() seating.Occupant {
	kind := data.Human
	if p.player().Guest() {
		kind = data.Guest
	}
	return seating.Occupant{Player: p.ticket.Player, Payer: p.payer, Kind: kind}
}

// Next implements Place.
func (p *Place) Next(ctx context.Context, after int) (matchmaking.Waiting, error) {
	for {
		at := p.post.Load()
		now := at.figures.now.Load()
		w := now.Waiting
		w.Revision += at.base
		w.Answered = slices.Contains(now.there, p.player())
		if time.Now().Before(p.held) {
			w.Held = p.held
		}
		w.Begun = p.begun.Load()
		select {
		case <-p.found:
			w.Revision, w.Match = max(w.Revision, after)+1, p.match
			return w, p.err
		default:
		}
		switch {
		case p.post.Load() != at: // the place may read elsewhere since
			continue
		case after == 0 && w.Revision == p.first.Revision:
			return p.first, nil
		case w.Revision > after:
			return w, nil
		}
		select {
		case <-now.changed:
		case <-at.left:
		case <-p.found:
		case <-ctx.Done():
			return matchmaking.Waiting{}, ctx.Err()
		}
	}
}

// Ready implements Place.
func (p *Place) Ready(ctx context.Context) error {
	return p.queue.do(ctx, func() error {
		p.queue.room.answer(p.player())
		return nil
	})
}

// Begin implements Place.
func (p *Place) Begin(ctx context.Context) error {
	return p.queue.do(ctx, func() error { return p.queue.room.begin(p) })
}

// Leave implements Place.
func (p *Place) Leave() { p.withdraw(true) }

// Forsake is Leave for a holder who can no longer be asked, which is not their fault: it is not held against them.
func (p *Place) Forsake() { p.withdraw(false) }

func (p *Place) withdraw(willingly bool) {
	_ = p.queue.do(context.Background(), func() error {
		p.left, p.willingly = true, willingly
		p.queue.room.remove(p)
		return nil
	})
	p.queue.services.Left(p)
}

// JoinPool has the place wait in the queue for strangers: for tables of some sizes, with all
// options of the game filled in, near a rating.
func (p *Place) JoinPool(sizes pairing.Sizes, options string, rating float64) {
	p.sizes, p.options, p.rating = sizes, options, rating
	if p.ticket.Before.Begun {
		p.takeSmallest()
	}
}

// takeSmallest has the place accept the smallest of its tables, however short its wait. It reports whether that changes
// anything: a place may already do so, or take only one size.
func (p *Place) takeSmallest() bool {
	waits := p.sizes.After > 0
	if waits {
		p.sizes.After = 0
		p.begun.Store(true)
	}
	return waits
}

// Ticket returns the ticket.
func (p *Place) Ticket() matchmaking.Ticket { return p.ticket }

// Challenge returns the challenge that the place stands for or has made; "" for none.
func (p *Place) Challenge() string { return p.challenge }

// SetChallenge sets the challenge of the place's holder, before Enter.
func (p *Place) SetChallenge(id string) { p.challenge = id }

// WaitForChallenge has the place, which never enters the queue, wait until a challenge is accepted.
// waiting is what its holder sees meanwhile.
func (p *Place) WaitForChallenge(challenge string, w matchmaking.Waiting) {
	var f figures
	f.init()
	p.arrive(&f, w, time.Now())
	p.challenge = challenge
}

// Payer returns who pays for the place.
func (p *Place) Payer() quota.Payer { return p.payer }
