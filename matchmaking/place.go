package matchmaking

import (
	"context"
	"sync/atomic"
	"time"

	"noir/data"
	"noir/matchmaking/pairing"
)

// figures are the newest numbers of a queue or a private table. One goroutine
// sets them; any number wait for them.
type figures struct {
	now  atomic.Pointer[reading]
	told time.Time // when they were set last
}

type reading struct {
	Waiting
	changed chan struct{}
}

func (f *figures) init() {
	f.now.Store(&reading{Waiting: Waiting{Revision: 1}, changed: make(chan struct{})})
}

// offer tells new figures unless some were told within the last second: the
// queue's next tick does then.
func (f *figures) offer(w Waiting, now time.Time) {
	if now.Sub(f.told) >= tickEvery {
		f.set(w, now)
	}
}

// set tells new figures; the same ones again are no news.
func (f *figures) set(w Waiting, now time.Time) {
	f.told = now
	old := f.now.Load()
	w.Revision = old.Revision
	if w == old.Waiting {
		return
	}
	w.Revision++
	f.now.Store(&reading{Waiting: w, changed: make(chan struct{})})
	close(old.changed)
}

// place is one ticket in the queue. The queue's goroutine owns it; found and
// what is set before it is closed are for the ticket's holder.
type place struct {
	queue  *queue
	ticket Ticket
	rating float64
	sizes  pairing.Sizes
	since  time.Time

	pool   *pool // nil when it is at a private table or has been seated
	handle pairing.Handle
	party  *party
	left   bool

	first  Waiting // as things stood when the ticket was taken
	source atomic.Pointer[figures]
	found  chan struct{} // closed when match or err is set
	match  data.MatchID
	err    error
}

var _ Place = (*place)(nil)

// settle tells the holder where to sit, or why there is nothing.
func (p *place) settle(id data.MatchID, err error) {
	select {
	case <-p.found:
		return
	default:
	}
	p.match, p.err = id, err
	close(p.found)
}

func (p *place) occupant() occupant {
	kind := data.Human
	if p.ticket.Player.ID.Guest() {
		kind = data.Guest
	}
	return occupant{player: p.ticket.Player, kind: kind}
}

// Next implements Place.
func (p *place) Next(ctx context.Context, after int) (Waiting, error) {
	for {
		now := p.source.Load().now.Load()
		select {
		case <-p.found:
			w := now.Waiting
			w.Revision, w.Match = max(w.Revision, after)+1, p.match
			return w, p.err
		default:
		}
		if after == 0 && now.Revision == p.first.Revision {
			return p.first, nil
		}
		if now.Revision > after {
			return now.Waiting, nil
		}
		select {
		case <-now.changed:
		case <-p.found:
		case <-ctx.Done():
			return Waiting{}, ctx.Err()
		}
	}
}

// Leave implements Place.
func (p *place) Leave() {
	_ = p.queue.do(context.Background(), func() error {
		p.queue.leave(p)
		return nil
	})
}
