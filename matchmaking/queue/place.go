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

// figures are the newest numbers of a queue, a private table or a ready check. One
// goroutine sets them; any number wait for them.
type figures struct {
	now  atomic.Pointer[reading]
	told time.Time // when they were set last
}

type reading struct {
	matchmaking.Waiting
	there   []data.PlayerID // whom Waiting.Ready counts; never changes
	changed chan struct{}
}

func (f *figures) init() {
	f.now.Store(&reading{Waiting: matchmaking.Waiting{Revision: 1}, changed: make(chan struct{})})
}

// offer tells new figures unless some were told within the last second: the
// queue's next tick does then.
func (f *figures) offer(w matchmaking.Waiting, now time.Time) {
	if now.Sub(f.told) >= tickEvery {
		f.set(w, now)
	}
}

// set tells new figures; the same ones again are no news.
func (f *figures) set(w matchmaking.Waiting, now time.Time, there ...data.PlayerID) {
	f.told = now
	old := f.now.Load()
	w.Revision = old.Revision
	if w == old.Waiting {
		return
	}
	w.Revision++
	f.now.Store(&reading{Waiting: w, there: there, changed: make(chan struct{})})
	close(old.changed)
}

// post is where a place reads how things stand.
type post struct {
	figures *figures
	base    int           // added to their revisions, so that those of the place rise
	left    chan struct{} // closed when the place reads elsewhere
}

func (at *post) revision() int { return at.base + at.figures.now.Load().Revision }

// Place is one ticket in the queue. The queue's goroutine owns it; found and
// what is set before it is closed are for the ticket's holder.
type Place struct {
	queue   *Queue
	ticket  matchmaking.Ticket
	payer   quota.Payer
	rating  float64
	sizes   pairing.Sizes
	options string // in full, as a table of the fewest would have them
	since   time.Time
	held    time.Time // it is not paired before; zero: it may be at once

	pool   *pool // nil when it is at a private table or has been seated
	handle pairing.Handle
	party  *party
	left   bool

	challenge string // of a ticket at pace day, or of a host who has challenged somebody

	first matchmaking.Waiting // as things stood when the ticket was taken
	post  atomic.Pointer[post]
	found chan struct{} // closed when match or err is set
	match data.MatchID
	err   error
}

var _ matchmaking.Place = (*Place)(nil)

// NewPlace returns the place of a ticket, which is not handed in yet.
func NewPlace(q *Queue, t matchmaking.Ticket, by quota.Payer) *Place {
	p := &Place{queue: q, ticket: t, payer: by, since: time.Now(), found: make(chan struct{})}
	var nothing figures
	nothing.init()
	p.post.Store(&post{figures: &nothing, left: make(chan struct{})})
	return p
}

func (p *Place) player() data.PlayerID { return p.ticket.Player.ID }

// arrive has the place read the figures of where it waits. How things stand as it
// comes is told to it at once.
func (p *Place) arrive(f *figures, w matchmaking.Waiting) {
	p.read(f)
	f.offer(w, p.since)
	p.first = w
	p.first.Held, p.first.Revision = p.held, p.post.Load().revision()
}

// read has the place read other figures from now on.
func (p *Place) read(f *figures) {
	if p.post.Load().figures != f {
		p.turn(f)
	}
}

// turn has the place read figures anew, also those that it reads already.
func (p *Place) turn(f *figures) {
	old := p.post.Load()
	p.post.Store(&post{
		figures: f,
		base:    old.revision() + 1 - f.now.Load().Revision,
		left:    make(chan struct{}),
	})
	close(old.left)
}

// hold keeps the place from finding a table until it is released.
func (p *Place) hold(f *figures) {
	if p.pool != nil {
		p.pool.take(p)
	}
	p.read(f)
}

// release has the place go on waiting where it was.
func (p *Place) release() {
	switch {
	case p.pool != nil:
		p.pool.put(p, time.Now())
		p.read(&p.pool.figures)
	case p.party != nil:
		p.read(&p.party.figures)
	}
}

// Settle tells the holder where to sit, or why there is nothing. What is told
// first holds.
func (p *Place) Settle(id data.MatchID, err error) {
	select {
	case <-p.found:
		return
	default:
	}
	p.match, p.err = id, err
	close(p.found)
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
		select {
		case <-p.found:
			w.Revision, w.Match = max(w.Revision, after)+1, p.match
			return w, p.err
		default:
		}
		switch {
		case p.post.Load() != at: // the reading may be newer than that
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
func (p *Place) Leave() {
	_ = p.queue.do(context.Background(), func() error {
		p.left = true
		p.queue.room.remove(p)
		return nil
	})
	p.queue.house.Left(p)
}

// Among has the place wait in the queue for strangers: at tables of some sizes, with all
// options of the game, near a rating.
func (p *Place) Among(sizes pairing.Sizes, options string, rating float64) {
	p.sizes, p.options, p.rating = sizes, options, rating
}

// Ticket is the ticket that waits.
func (p *Place) Ticket() matchmaking.Ticket { return p.ticket }

// Challenge is the one that the place stands for or has made; "" for none.
func (p *Place) Challenge() string { return p.challenge }

// Challenges has the place, which is not handed in yet, be that of the maker of a challenge.
func (p *Place) Challenges(id string) { p.challenge = id }

// Await has the place, which is not handed in, wait until a challenge is taken, with what
// there is to see meanwhile.
func (p *Place) Await(challenge string, w matchmaking.Waiting) {
	var f figures
	f.init()
	p.arrive(&f, w)
	p.challenge = challenge
}

// Payer pays for the place.
func (p *Place) Payer() quota.Payer { return p.payer }

// Since is when the place was made.
func (p *Place) Since() time.Time { return p.since }
