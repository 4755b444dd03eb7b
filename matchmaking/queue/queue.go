// Package queue holds everybody who waits for a table: tickets for strangers, which are
// paired once a second, private tables that fill up, and the question whether those who
// were found are there.
package queue

import (
	"context"
	"maps"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"time"

	"noir/data"
	"noir/matchmaking"
	"noir/matchmaking/queue/pairing"
)

const (
	tickEvery  = time.Second           // pairs whoever has waited
	tickSoon   = 50 * time.Millisecond // after the first ticket: others may come with it
	codeLength = 6                     // of a private table: 30 bits
)

// Queue holds everybody who waits. One goroutine, run, owns it; what others read
// is in atomics.
type Queue struct {
	house     Services
	asks      chan func()
	pools     map[poolKey]*pool
	parties   map[string]*party
	places    map[data.PlayerID][]*Place
	checks    map[data.PlayerID]*readyCheck // in which a player is asked, or about to sit down
	announced map[data.PlayerID]time.Time   // who has been told to seek company, and when
	idle      bool                          // nobody waited at the last tick, and nothing was asked since
	closed    bool
	done      chan struct{}
	counts    atomic.Pointer[map[string]int]
}

// poolKey tells apart who can be seated with whom.
type poolKey struct {
	game       string
	rated      bool
	pace       data.Pace
	options    string // place.options
	tournament int64  // Terms.Tournament
}

// pool is the queue of one kind of table.
type pool struct {
	pairs   *pairing.Pool
	places  map[pairing.Handle]*Place // those that may be paired
	held    map[*Place]bool           // those that may be so later (place.held)
	tickets map[data.PlayerID]int     // by player, who may wait on several connections
	figures figures
	met     map[data.PlayerID][]int64 // at an event: with whom a player has sat down last
	of      strangers                 // of a pool for rated games
}

// newPool returns a pool in which those never meet of whom either has blocked the other,
// nor those who are no strangers to each other.
func newPool(apart func(one, other data.PlayerID) bool) *pool {
	p := &pool{
		places: map[pairing.Handle]*Place{}, held: map[*Place]bool{},
		tickets: map[data.PlayerID]int{}, met: map[data.PlayerID][]int64{},
	}
	p.pairs = pairing.New(func(a, b int64) bool {
		one, other := data.PlayerID(a), data.PlayerID(b)
		return apart(one, other) || p.of.apart(one, other)
	})
	p.figures.init()
	return p
}

// enter takes a ticket.
func (p *pool) enter(who *Place) {
	who.pool = p
	p.tickets[who.player()]++
	p.pairs.Met(p.met[who.player()], who.since)
	p.put(who, who.since)
	who.arrive(&p.figures, p.waiting(who.since))
}

// forget lets go of a ticket.
func (p *pool) forget(who *Place) {
	p.take(who)
	player := who.player()
	if p.tickets[player]--; p.tickets[player] == 0 {
		delete(p.tickets, player)
	}
	who.pool = nil
}

// put lets a ticket be paired, if need be later; its wait counts from when it was handed
// in, or else from then.
func (p *pool) put(who *Place, now time.Time) {
	if now.Before(who.held) {
		p.held[who] = true
		return
	}
	since := who.since
	if since.Before(who.held) {
		since = who.held
	}
	ticket := pairing.Ticket{Player: int64(who.player()), Rating: who.rating, Sizes: who.sizes}
	who.handle = p.pairs.Add(ticket, since)
	p.places[who.handle] = who
}

// unhold lets those be paired who have been held for long enough.
func (p *pool) unhold(now time.Time) {
	for who := range p.held {
		if !now.Before(who.held) {
			delete(p.held, who)
			p.put(who, now)
			who.turn(&p.figures) // so that its holder hears of it
		}
	}
}

// take has a ticket not be paired, if it was to be; it still waits.
func (p *pool) take(who *Place) {
	p.pairs.Remove(who.handle)
	delete(p.places, who.handle)
	delete(p.held, who)
	who.handle = pairing.Handle{}
}

// waiting is what everybody in the pool sees of it.
func (p *pool) waiting(now time.Time) matchmaking.Waiting {
	estimate, _ := p.pairs.Wait(now) // 0 when nobody knows
	return matchmaking.Waiting{Waiting: len(p.tickets), Estimate: estimate.Round(time.Second)}
}

func New(house Services) *Queue {
	q := &Queue{
		house:     house,
		asks:      make(chan func()),
		pools:     map[poolKey]*pool{},
		parties:   map[string]*party{},
		places:    map[data.PlayerID][]*Place{},
		checks:    map[data.PlayerID]*readyCheck{},
		announced: map[data.PlayerID]time.Time{},
		idle:      true,
		done:      make(chan struct{}),
	}
	q.counts.Store(&map[string]int{})
	return q
}

// Run pairs tickets until the house closes; then every place is told ErrDraining.
func (q *Queue) Run() {
	defer close(q.done)
	defer q.shut()
	tick := time.NewTimer(q.rest(time.Now()))
	defer tick.Stop()
	for {
		select {
		case <-q.house.Context.Done():
			return
		case ask := <-q.asks:
			ask()
			if q.idle {
				q.idle = false
				tick.Reset(tickSoon)
			}
		case now := <-tick.C:
			q.tick(now)
			tick.Reset(q.rest(now))
		}
	}
}

// do has the queue's goroutine call f, and waits until it has.
func (q *Queue) do(ctx context.Context, f func() error) error {
	answer := make(chan error, 1)
	select {
	case q.asks <- func() { answer <- f() }:
		return <-answer
	case <-q.done:
		return matchmaking.ErrDraining
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Close takes no more tickets and sends everybody away.
func (q *Queue) Close() {
	_ = q.do(context.Background(), func() error {
		q.closed = true
		q.shut()
		return nil
	})
}

// shut sends everybody away.
func (q *Queue) shut() {
	for _, places := range q.places {
		for _, p := range places {
			p.Settle("", matchmaking.ErrDraining)
		}
	}
	clear(q.places)
	clear(q.pools)
	clear(q.parties)
	clear(q.checks)
}

// Waiting returns how many wait, by game.
func (q *Queue) Waiting() map[string]int { return maps.Clone(*q.counts.Load()) }

// tick finds tables for whoever can be seated and tells the rest how things stand.
func (q *Queue) tick(now time.Time) {
	q.lapseDue(now)
	q.recount()
	if len(q.places) > 0 {
		q.house.Reread()
	}
	for key, p := range q.pools {
		p.unhold(now)
		if key.rated {
			p.of = q.study(key.game, p)
		}
		if key.tournament == 0 || q.convened(key, p, now) {
			for _, group := range p.pairs.Tick(now) {
				q.find(p, key, group)
			}
		}
		p.figures.set(p.waiting(now), now)
	}
	for _, party := range q.parties {
		party.figures.set(party.waiting(), now)
	}
	q.idle = len(q.places) == 0
}

// recount counts who waits, by game: before anybody hears of a table that is found, so
// that its people find themselves counted.
func (q *Queue) recount() {
	counts := map[string]int{}
	for key, p := range q.pools {
		if key.tournament == 0 {
			counts[key.game] += len(p.tickets)
		}
	}
	q.counts.Store(&counts)
}

// find asks a group that was paired whether they are there. A player with several
// tickets may be in two groups; then the other people of the second go on waiting.
func (q *Queue) find(p *pool, key poolKey, group pairing.Table) {
	var places []*Place
	for _, found := range group {
		if who := p.places[found.Handle]; who != nil {
			p.take(who)
			places = append(places, who)
		}
	}
	if len(places) < len(group) {
		for _, who := range places {
			p.put(who, time.Now())
		}
		return
	}
	rand.Shuffle(len(places), func(i, j int) { places[i], places[j] = places[j], places[i] })
	terms := matchmaking.Terms{Game: key.game, Rated: key.rated, Pace: key.pace, Options: places[0].ticket.Options, Tournament: key.tournament}
	q.call(&readyCheck{terms: terms, places: places, pool: p, table: slices.Clone(group)})
}

// settleAll leads every ticket of a player to the table that they have found.
func (q *Queue) settleAll(player data.PlayerID, id data.MatchID) {
	q.discharge(slices.Clone(q.places[player]), id, nil)
}

// discharge tells places where they lead, or why nowhere, and forgets them.
func (q *Queue) discharge(places []*Place, id data.MatchID, err error) {
	for _, p := range places {
		p.Settle(id, err)
	}
	for _, p := range places {
		q.remove(p)
	}
}

// enter takes a new ticket.
func (q *Queue) enter(p *Place) error {
	id := p.player()
	var at *party
	switch {
	case q.closed:
		return matchmaking.ErrDraining
	case p.ticket.Join == "" && p.ticket.Pace != data.Day && q.house.Seated(id): // looked up here, or a table found meanwhile would be missed
		return matchmaking.ErrSeated
	case p.ticket.Join != "":
		var err error
		if at, err = q.invited(p); err != nil {
			return err
		}
	}
	q.places[id] = append(q.places[id], p)
	switch {
	case p.ticket.Host:
		q.host(p)
	case at != nil:
		q.attend(at, p)
	default:
		q.admit(p)
	}
	if c := q.checks[id]; c != nil {
		p.hold(&c.figures)
	}
	return nil
}

// admit puts a ticket into the pool of its kind.
func (q *Queue) admit(p *Place) {
	t := p.ticket
	key := poolKey{t.Game, t.Rated, t.Pace, p.options, t.Tournament}
	if q.pools[key] == nil {
		q.pools[key] = newPool(q.house.Apart)
	}
	p.held = q.house.Absences.until(p.player(), p.since)
	if len(q.pools[key].tickets) == 0 && t.Tournament == 0 && p.held.IsZero() {
		q.announce(p)
	}
	q.pools[key].enter(p)
}

// remove forgets a place.
func (q *Queue) remove(p *Place) {
	id := p.player()
	rest := slices.DeleteFunc(q.places[id], func(o *Place) bool { return o == p })
	if len(rest) == 0 {
		delete(q.places, id)
	} else {
		q.places[id] = rest
	}
	q.withdraw(p)
	if p.challenge != "" && p.ticket.Host {
		q.house.Lapsed(p.challenge)
	}
}

// withdraw takes a place out of its pool or from its private table, and out of
// its ready check.
func (q *Queue) withdraw(p *Place) {
	if p.pool != nil {
		p.pool.forget(p)
	}
	if p.party != nil {
		q.depart(p)
	}
	q.giveUp(p)
}

// Enter hands a place in. ErrDraining; *BadTerms, ErrSeated and ErrNoCode as
// matchmaking.Broker has them.
func (q *Queue) Enter(ctx context.Context, p *Place) error {
	return q.do(ctx, func() error { return q.enter(p) })
}

// Settle leads every ticket of some players to the table that they have found.
func (q *Queue) Settle(ctx context.Context, players []data.PlayerID, id data.MatchID) {
	_ = q.do(ctx, func() error {
		for _, p := range players {
			q.settleAll(p, id)
		}
		return nil
	})
}
