package queue

import (
	"maps"
	"net/netip"
	"slices"
	"time"

	"noir/data"
	"noir/matchmaking"
	"noir/matchmaking/queue/pairing"
	"noir/matchmaking/seating"
)

// pools are the tickets for strangers, by the kind of table.
type pools map[poolKey]*pool

// poolKey identifies the tickets that can be seated together.
type poolKey struct {
	game       string
	rated      bool
	pace       data.Pace
	options    string // Place.options
	tournament int64  // Terms.Tournament
}

// of returns the pool of a place.
func (ps pools) of(p *Place, services Services) *pool {
	t := p.ticket
	key := poolKey{t.Game, t.Rated, t.Pace, p.options, t.Tournament}
	if ps[key] == nil {
		ps[key] = newPool(services)
	}
	return ps[key]
}

// pool is the queue of one kind of table.
type pool struct {
	services  Services
	pairs     *pairing.Pool
	places    map[pairing.Handle]*Place // tickets that may be paired
	held      map[*Place]bool           // tickets that are held (Place.held)
	tickets   crowd
	eager     crowd // with tickets that take the smallest table (Place.begun)
	figures   figures
	met       map[data.PlayerID][]int64 // at an event: each player's last opponents
	meetings  meetings                  // of a pool for rated games, which Broker.Meetings does not know
	strangers strangers                 // of a pool for rated games
}

// crowd counts the tickets of players, who may wait on several connections.
type crowd map[data.PlayerID]int

func (c crowd) add(who *Place) { c[who.player()]++ }

func (c crowd) remove(who *Place) {
	player := who.player()
	if c[player]--; c[player] == 0 {
		delete(c, player)
	}
}

// newPool returns a pool. It never pairs two players if one has blocked the other or they are not strangers to each
// other.
func newPool(services Services) *pool {
	p := &pool{
		services: services, places: map[pairing.Handle]*Place{}, held: map[*Place]bool{},
		tickets: crowd{}, eager: crowd{}, met: map[data.PlayerID][]int64{}, meetings: meetings{},
	}
	p.pairs = pairing.New(func(a, b int64) bool {
		one, other := data.PlayerID(a), data.PlayerID(b)
		return services.Apart(one, other) || p.strangers.apart(one, other)
	})
	p.figures.init()
	return p
}

// enter adds a ticket.
func (p *pool) enter(who *Place) {
	who.pool = p
	p.tickets.add(who)
	if who.begun.Load() {
		p.eager.add(who)
	}
	now := time.Now()
	p.pairs.Met(p.met[who.player()], now)
	p.put(who, now)
	who.arrive(&p.figures, p.waiting(now), now)
	who.first.Held, who.first.Begun = who.held, who.begun.Load()
}

// forget removes a ticket.
func (p *pool) forget(who *Place) {
	p.take(who)
	if p.tickets.remove(who); p.tickets[who.player()] == 0 {
		p.meetings.forget(who.player())
	}
	if who.begun.Load() {
		p.eager.remove(who)
	}
	who.pool = nil
}

// put lets a ticket be paired, or be paired otherwise, when it is no longer held. Its wait counts from
// when it was handed in, or from the end of the hold.
func (p *pool) put(who *Place, now time.Time) {
	p.take(who)
	if now.Before(who.held) {
		p.held[who] = true
		return
	}
	since := who.since
	if since.Before(who.held) {
		since = who.held
	}
	ticket := pairing.Ticket{Player: int64(who.player()), Rating: who.rating, Sizes: who.sizes, Home: int64(who.ticket.Front)}
	who.handle = p.pairs.Add(ticket, since)
	p.places[who.handle] = who
}

// unhold lets tickets be paired whose hold is over.
func (p *pool) unhold(now time.Time) {
	for who := range p.held {
		if !now.Before(who.held) {
			p.put(who, now)
			who.turn(&p.figures) // so that its holder learns of it
		}
	}
}

// take keeps a ticket that still waits from being paired.
func (p *pool) take(who *Place) {
	p.pairs.Remove(who.handle)
	delete(p.places, who.handle)
	delete(p.held, who)
	who.handle = pairing.Handle{}
}

// pick returns the places of a group. A player with several tickets may be in two groups; then
// the other people of the second go on waiting, and pick returns none. The ready check takes them.
func (p *pool) pick(group pairing.Table) (places []*Place) {
	for _, found := range group {
		if who := p.places[found.Handle]; who != nil {
			places = append(places, who)
		}
	}
	if len(places) == len(group) {
		return places
	}
	for _, who := range places {
		p.put(who, time.Now())
	}
	return nil
}

// unasked returns the places in no ready check.
func (p *pool) unasked() []*Place {
	return slices.AppendSeq(slices.Collect(maps.Keys(p.held)), maps.Values(p.places))
}

// study finds out who may meet in a pool for rated games. The check is repeated when a table is
// opened.
func (p *pool) study(game string) {
	p.strangers = strangers{map[data.PlayerID][]netip.Addr{}, p.services.Meetings(game, slices.Collect(maps.Keys(p.tickets))), p.meetings}
	for _, who := range p.places {
		if a := who.ticket.Address; a.IsValid() {
			p.strangers.addresses[who.player()] = append(p.strangers.addresses[who.player()], a)
		}
	}
}

// begin has a place take the smallest table from now on.
func (p *pool) begin(who *Place) error {
	switch {
	case who.begun.Load():
		return nil
	case !who.takeSmallest():
		return matchmaking.BadTermsf("this table begins once every seat is taken: wait for the others")
	}
	p.eager.add(who)
	if _, waits := p.places[who.handle]; waits {
		p.put(who, time.Now())
	}
	who.turn(who.post.Load().figures) // so that its holder learns of it
	return nil
}

func (*pool) private() bool { return false }

func (p *pool) waiting(now time.Time) matchmaking.Waiting {
	estimate, _ := p.pairs.Wait(now) // 0 when unknown
	return matchmaking.Waiting{Waiting: len(p.tickets), Estimate: estimate.Round(time.Second), Eager: len(p.eager)}
}

// missed holds the absent. The others meet other players next, if possible.
func (p *pool) missed(absent []data.PlayerID, c *readyCheck, now time.Time) {
	for _, a := range absent {
		p.services.Absences.missed(a, now)
		for _, o := range c.places {
			if !slices.Contains(absent, o.player()) {
				p.pairs.Met([]int64{int64(a), int64(o.player())}, now)
			}
		}
	}
}

func (p *pool) dealt(c *readyCheck, now time.Time) {
	p.pairs.SatDown(c.table, now)
	if c.terms.Tournament != 0 {
		p.separate(playersOf(c.places))
	}
	for _, o := range c.places {
		p.services.Tally.Waited(now.Sub(o.since))
		p.services.Absences.came(o.player(), now)
	}
}

func (p *pool) meet(pairs [][2]data.PlayerID) {
	for _, pair := range pairs {
		if p.tickets[pair[0]] > 0 && p.tickets[pair[1]] > 0 { // they may have left
			p.meetings[pair] = true
		}
	}
}

func (*pool) asked() {}

// separate records opponents at an event.
func (p *pool) separate(people []data.PlayerID) {
	met := make([]int64, len(people))
	for i, player := range people {
		met[i] = int64(player)
	}
	for _, player := range people {
		p.met[player] = met
	}
}

// meetings are pairs who have a rated game with each other that runs elsewhere, as it turned out when a table was to be
// opened for them. They are kept while both wait.
type meetings map[[2]data.PlayerID]bool

func (m meetings) forget(player data.PlayerID) {
	maps.DeleteFunc(m, func(pair [2]data.PlayerID, _ bool) bool { return pair[0] == player || pair[1] == player })
}

// strangers says which players of a pool for rated games may meet, as of the last tick: not two
// with tickets from one address, nor two who have a rated game with each other.
type strangers struct {
	addresses map[data.PlayerID][]netip.Addr
	meetings  map[[2]data.PlayerID]bool // as Broker.Meetings says
	elsewhere meetings
}

// apart reports whether two may not meet.
func (s *strangers) apart(a, b data.PlayerID) bool {
	if len(s.meetings)+len(s.elsewhere) > 0 && (s.meetings[seating.Pair(a, b)] || s.elsewhere[seating.Pair(a, b)]) {
		return true
	}
	others := s.addresses[b]
	return slices.ContainsFunc(s.addresses[a], func(own netip.Addr) bool {
		return slices.ContainsFunc(others, func(other netip.Addr) bool { return seating.Nearby(own, other) })
	})
}
