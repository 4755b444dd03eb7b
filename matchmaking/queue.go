package matchmaking

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"math/rand/v2"
	"sync/atomic"
	"time"

	"noir/data"
	"noir/matchmaking/pairing"
)

const (
	tickEvery  = time.Second           // pairs whoever has waited
	tickSoon   = 50 * time.Millisecond // after a ticket came in: others may come with it
	codeLength = 6                     // of a private table: 30 bits
)

// queue holds everybody who waits. One goroutine, run, owns it; what others read
// is in atomics.
type queue struct {
	local   *Local
	asks    chan func()
	pools   map[poolKey]*pool
	parties map[string]*party
	places  map[data.PlayerID][]*place
	closed  bool
	done    chan struct{}
	counts  atomic.Pointer[map[string]int]
}

// poolKey tells apart who can be seated with whom.
type poolKey struct {
	game    string
	rated   bool
	pace    data.Pace
	options string // as check leaves them
}

// pool is the queue of one kind of table.
type pool struct {
	pairs   *pairing.Pool
	places  map[pairing.Handle]*place
	tickets map[data.PlayerID]int // by player, who may wait on several connections
	figures figures
}

func newPool() *pool {
	p := &pool{pairs: pairing.New(nil), places: map[pairing.Handle]*place{}, tickets: map[data.PlayerID]int{}}
	p.figures.init()
	return p
}

// enter takes a ticket; its wait counts from when it was handed in.
func (p *pool) enter(who *place) {
	player := who.ticket.Player.ID
	who.handle = p.pairs.Add(pairing.Ticket{Player: int64(player), Rating: who.rating, Sizes: who.sizes}, who.since)
	who.pool = p
	who.source.Store(&p.figures)
	p.places[who.handle] = who
	p.tickets[player]++
	now := time.Now()
	p.figures.offer(p.waiting(now), now)
}

// forget lets go of a ticket that has been withdrawn or seated.
func (p *pool) forget(who *place) {
	player := who.ticket.Player.ID
	delete(p.places, who.handle)
	if p.tickets[player]--; p.tickets[player] == 0 {
		delete(p.tickets, player)
	}
	who.pool = nil
}

// waiting is what everybody in the pool sees of it.
func (p *pool) waiting(now time.Time) Waiting {
	estimate, _ := p.pairs.Wait(now) // 0 when nobody knows
	return Waiting{Waiting: len(p.tickets), Estimate: estimate.Round(time.Second)}
}

func newQueue(l *Local) *queue {
	q := &queue{
		local:   l,
		asks:    make(chan func()),
		pools:   map[poolKey]*pool{},
		parties: map[string]*party{},
		places:  map[data.PlayerID][]*place{},
		done:    make(chan struct{}),
	}
	q.counts.Store(&map[string]int{})
	return q
}

// run pairs tickets until ctx ends; then every place is told ErrDraining.
func (q *queue) run(ctx context.Context) {
	defer close(q.done)
	defer q.shut()
	tick := time.NewTimer(tickEvery)
	defer tick.Stop()
	var ticked time.Time
	for {
		select {
		case <-ctx.Done():
			return
		case ask := <-q.asks:
			ask()
			if time.Since(ticked) >= tickEvery {
				tick.Reset(tickSoon)
			}
		case now := <-tick.C:
			ticked = now
			q.tick(now)
			tick.Reset(tickEvery)
		}
	}
}

// do has the queue's goroutine call f, and waits until it has.
func (q *queue) do(ctx context.Context, f func() error) error {
	answer := make(chan error, 1)
	select {
	case q.asks <- func() { answer <- f() }:
		return <-answer
	case <-q.done:
		return ErrDraining
	case <-ctx.Done():
		return ctx.Err()
	}
}

// close takes no more tickets and sends everybody away.
func (q *queue) close() {
	_ = q.do(context.Background(), func() error {
		q.closed = true
		q.shut()
		return nil
	})
}

// shut sends everybody away.
func (q *queue) shut() {
	for _, places := range q.places {
		for _, p := range places {
			p.settle("", ErrDraining)
		}
	}
	clear(q.places)
	clear(q.pools)
	clear(q.parties)
}

// waiting returns how many wait, by game.
func (q *queue) waiting() map[string]int { return maps.Clone(*q.counts.Load()) }

// tick seats whoever can be seated and tells the rest how things stand.
func (q *queue) tick(now time.Time) {
	counts := map[string]int{}
	for key, p := range q.pools {
		for _, group := range p.pairs.Tick(now) {
			q.seat(p, key, group)
		}
		counts[key.game] += len(p.tickets)
		p.figures.set(p.waiting(now), now)
	}
	for _, party := range q.parties {
		party.figures.set(party.waiting(), now)
	}
	q.counts.Store(&counts)
}

// seat takes a group out of the queue and opens its table.
func (q *queue) seat(p *pool, key poolKey, group pairing.Table) {
	places := make([]*place, len(group))
	for i, seated := range group {
		q.local.tally.waited(seated.Waited)
		places[i] = p.places[seated.Handle]
		p.forget(places[i])
	}
	rand.Shuffle(len(places), func(i, j int) { places[i], places[j] = places[j], places[i] })
	terms := Terms{Game: key.game, Rated: key.rated, Pace: key.pace, Options: json.RawMessage(key.options)}
	q.open(places, terms, false)
}

// open seats the places at a new table, away from the queue's goroutine, as the
// store takes its time.
func (q *queue) open(places []*place, terms Terms, private bool) {
	seats := make([]occupant, len(places))
	for i, p := range places {
		seats[i] = p.occupant()
	}
	q.local.work.Go(func() {
		id, err := q.local.open(q.local.ctx, terms, private, seats)
		_ = q.do(q.local.ctx, func() error {
			q.settle(places, id, err)
			return nil
		})
		if err == nil {
			q.local.gather(id, seats)
		}
	})
}

// settle tells the places what has come of their table. If one of the players
// sat down elsewhere meanwhile, the others go on waiting, but for those at a
// private table, which is gone.
func (q *queue) settle(places []*place, id data.MatchID, err error) {
	for _, p := range places {
		elsewhere := errors.Is(err, ErrSeated) && !q.local.seated(p.ticket.Player.ID)
		switch {
		case p.left:
		case err == nil:
			p.settle(id, nil)
		case elsewhere && p.party == nil && !q.closed:
			q.admit(p)
			continue
		case elsewhere && p.party != nil:
			p.settle("", errScattered)
		default:
			p.settle("", err)
		}
		q.remove(p)
	}
}

var errScattered = &BadTerms{"somebody at that private table has sat down elsewhere"}

// settleAll leads every ticket of a player to the table that he has found.
func (q *queue) settleAll(player data.PlayerID, id data.MatchID) {
	for _, p := range q.places[player] {
		p.settle(id, nil)
		q.withdraw(p)
	}
	delete(q.places, player)
}

// enter takes a new ticket.
func (q *queue) enter(p *place) error {
	id := p.ticket.Player.ID
	switch {
	case q.closed:
		return ErrDraining
	case q.local.seated(id): // looked up here, or a table found meanwhile would be missed
		return ErrSeated
	case p.ticket.Host:
		q.host(p)
	case p.ticket.Join != "":
		if err := q.join(p); err != nil {
			return err
		}
	default:
		q.admit(p)
	}
	now := p.source.Load().now.Load()
	if p.first = now.Waiting; p.pool != nil {
		p.first = p.pool.waiting(p.since)
	} else if p.party != nil {
		p.first = p.party.waiting()
	}
	p.first.Revision = now.Revision
	q.places[id] = append(q.places[id], p)
	return nil
}

// admit puts a ticket into the pool of its kind.
func (q *queue) admit(p *place) {
	t := p.ticket
	key := poolKey{t.Game, t.Rated, t.Pace, string(t.Options)}
	if q.pools[key] == nil {
		q.pools[key] = newPool()
	}
	q.pools[key].enter(p)
}

// leave takes a ticket back.
func (q *queue) leave(p *place) {
	p.left = true
	q.remove(p)
}

// remove forgets a place.
func (q *queue) remove(p *place) {
	q.withdraw(p)
	id := p.ticket.Player.ID
	rest := q.places[id][:0]
	for _, o := range q.places[id] {
		if o != p {
			rest = append(rest, o)
		}
	}
	if len(rest) == 0 {
		delete(q.places, id)
	} else {
		q.places[id] = rest
	}
}

// withdraw takes a place out of its pool or from its private table.
func (q *queue) withdraw(p *place) {
	if p.pool != nil {
		p.pool.pairs.Remove(p.handle)
		p.pool.forget(p)
	}
	if p.party != nil {
		q.depart(p)
	}
}
