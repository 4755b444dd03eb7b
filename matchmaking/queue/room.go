package queue

import (
	"errors"
	"math/rand/v2"
	"slices"
	"time"

	"noir/data"
	"noir/matchmaking"
	"noir/matchmaking/queue/pairing"
	"noir/matchmaking/seating"
)

// room holds all who wait: among strangers, at private tables, and in ready checks. The queue's
// goroutine owns it.
type room struct {
	services Services
	later    func(f func()) // runs f in the queue's goroutine, from another one
	people   people
	pools    pools
	parties  parties
	checks   checks
	seekers  seekers
	closed   bool
}

func newRoom(services Services, later func(func())) *room {
	return &room{
		services: services, later: later,
		people: people{}, pools: pools{}, parties: parties{}, checks: checks{}, seekers: seekers{},
	}
}

// people are all places, by player.
type people map[data.PlayerID][]*Place

func (ps people) add(p *Place) { ps[p.player()] = append(ps[p.player()], p) }

// remove reports whether the place was there.
func (ps people) remove(p *Place) bool {
	id := p.player()
	if !slices.Contains(ps[id], p) {
		return false
	}
	ps[id] = slices.DeleteFunc(ps[id], func(o *Place) bool { return o == p })
	if len(ps[id]) == 0 {
		delete(ps, id)
	}
	return true
}

// at returns the places of a player. The caller owns them.
func (ps people) at(p data.PlayerID) []*Place { return slices.Clone(ps[p]) }

// with returns all places of the holders of the given ones.
func (ps people) with(some []*Place) (all []*Place) {
	for _, p := range some {
		all = append(all, ps[p.player()]...)
	}
	return all
}

// empty reports whether nobody waits.
func (r *room) empty() bool { return len(r.people) == 0 }

// close refuses further tickets and sends all waiting players away.
func (r *room) close() {
	r.closed = true
	r.sendAway()
}

// sendAway sends all waiting players away.
func (r *room) sendAway() {
	for _, places := range r.people {
		for _, p := range places {
			p.Settle("", matchmaking.ErrDraining)
		}
	}
	clear(r.people)
	clear(r.pools)
	clear(r.parties)
	clear(r.checks)
}

// counts returns the number waiting among strangers by game, without events.
func (r *room) counts() map[string]int {
	counts := map[string]int{}
	for key, p := range r.pools {
		if key.tournament == 0 {
			counts[key.game] += len(p.tickets)
		}
	}
	return counts
}

// rest returns the time until something is due.
func (r *room) rest(now time.Time) time.Duration { return min(tickEvery, r.checks.rest(now)) }

// pair finds tables and shows new figures to the other places.
func (r *room) pair(now time.Time) {
	if !r.empty() {
		r.services.Reread()
	}
	for key, p := range r.pools {
		p.unhold(now)
		if key.rated {
			p.study(key.game)
		}
		if key.tournament == 0 || r.convened(key, p, now) {
			for _, group := range p.pairs.Tick(now) {
				r.find(p, key, group)
			}
		}
		p.figures.set(p.waiting(now), now)
	}
	for _, party := range r.parties {
		party.figures.set(party.waiting(now), now)
	}
}

// convened reports whether players of an event may be paired: not before it starts. After its
// end they are sent away.
func (r *room) convened(key poolKey, p *pool, now time.Time) bool {
	c, ok := r.services.Tournament(key.tournament)
	if ok && now.Before(c.Ends) {
		return !now.Before(c.Starts)
	}
	r.discharge(p.unasked(), "", matchmaking.ErrTournamentOver)
	if len(p.tickets) == 0 {
		delete(r.pools, key)
	}
	return false
}

// find starts the ready check of a group.
func (r *room) find(p *pool, key poolKey, group pairing.Table) {
	places := p.pick(group)
	if len(places) == 0 {
		return
	}
	rand.Shuffle(len(places), func(i, j int) { places[i], places[j] = places[j], places[i] })
	terms := matchmaking.Terms{Game: key.game, Rated: key.rated, Pace: key.pace, Options: places[0].ticket.Options, Tournament: key.tournament}
	r.call(&readyCheck{terms: terms, places: places, from: p, table: slices.Clone(group)})
}

// enter takes a new ticket.
func (r *room) enter(p *Place) error {
	var at *party
	switch {
	case r.closed:
		return matchmaking.ErrDraining
	case p.ticket.Join == "" && p.ticket.Pace != data.Day && r.services.Seated(p.player()): // checked here, or a table found meanwhile would be missed
		return matchmaking.ErrSeated
	case p.ticket.Join != "":
		var err error
		if at, err = r.parties.invited(p, r.services); err != nil {
			return err
		}
	}
	r.people.add(p)
	switch {
	case p.ticket.Host:
		r.attend(r.parties.open(p), p)
	case at != nil:
		r.attend(at, p)
	default:
		r.admit(p)
	}
	if c := r.checks[p.player()]; c != nil {
		p.hold(&c.figures)
	}
	return nil
}

// admit puts a ticket into its pool.
func (r *room) admit(p *Place) {
	pool := r.pools.of(p, r.services)
	now := time.Now()
	p.held = r.services.Absences.until(p.player(), now)
	if len(pool.tickets) == 0 && p.ticket.Tournament == 0 && p.held.IsZero() && r.seekers.note(p.player(), now) && p.ticket.Before == (matchmaking.Before{}) {
		r.services.Tell(0, p.seeking())
	}
	pool.enter(p)
}

// discharge tells places which table they lead to, or why there is no table, and removes them.
func (r *room) discharge(places []*Place, id data.MatchID, err error) {
	for _, p := range places {
		p.Settle(id, err)
	}
	for _, p := range places {
		r.remove(p)
	}
}

// remove removes a place from its pool or private table, and from its ready check. One that sendAway has sent
// away has gone to another queue, and the challenge of its host stands.
func (r *room) remove(p *Place) {
	waited := r.people.remove(p)
	if p.pool != nil {
		p.pool.forget(p)
	}
	if p.party != nil {
		r.depart(p)
	}
	r.giveUp(p)
	if waited && p.challenge != "" && p.ticket.Host {
		r.services.Lapsed(p.challenge)
	}
}

// attend adds a place to a private table, and begins when it is full.
func (r *room) attend(party *party, p *Place) {
	if p == party.host && p.challenge != "" {
		r.services.Hosts(p.challenge, party.code)
	}
	party.places = append(party.places, p)
	p.party = party
	now := time.Now()
	p.arrive(&party.figures, party.waiting(now), now)
	party.figures.set(party.waiting(now), now) // they are few, and know each other
	r.muster(party)
}

// muster starts the ready check of a full private table, unless one of its people is in
// another: then it starts after that.
func (r *room) muster(party *party) {
	if party.check == nil && len(party.places) == party.terms.Seats && !r.checks.among(party.places) {
		r.callParty(party)
	}
}

// begin lets the host begin before the table is full, with house players in the free seats if
// they asked for that, and a stranger at the smallest table.
func (r *room) begin(p *Place) error {
	party := p.party
	switch {
	case r.closed:
		return matchmaking.ErrDraining
	case p.settled():
		return nil // Next tells where it leads
	case p.pool != nil:
		return p.pool.begin(p)
	case party == nil || party.host != p:
		return matchmaking.BadTermsf("only the host of a private table can begin it: ask them to")
	case party.check != nil:
		return nil
	case r.checks.among(party.places):
		return matchmaking.BadTermsf("somebody at your table has just found another; try again in a few seconds")
	}
	info := r.services.Info(party.terms.Game)
	if party.fill == "" && len(party.places) < info.MinSeats {
		return matchmaking.BadTermsf("%s; wait for others", seating.WrongSize(info))
	}
	r.callParty(party, p.player())
	return nil
}

// callParty begins the ready check of a private table. Some of its people are known to be
// there; for a day game all are.
func (r *room) callParty(party *party, there ...data.PlayerID) {
	if party.terms.Pace == data.Day {
		there = playersOf(party.places)
	}
	party.check = &readyCheck{terms: party.played(), places: slices.Clone(party.places), from: party, there: there}
	if party.fill != "" {
		party.check.house = r.services.Fill(party.terms.Game, party.fill, party.terms.Seats-len(party.places))
	}
	r.call(party.check)
}

// depart removes a place from a private table. Without its host the table is gone.
func (r *room) depart(p *Place) {
	party := p.party
	if r.parties[party.code] != party || party.check != nil && party.check.dealing {
		return // it is being dealt; if that fails, players who have left depart then
	}
	p.party = nil
	party.places = slices.DeleteFunc(party.places, func(o *Place) bool { return o == p })
	if p != party.host {
		now := time.Now()
		party.figures.set(party.waiting(now), now)
		return
	}
	delete(r.parties, party.code)
	for _, o := range party.places {
		o.party = nil
	}
	r.discharge(slices.Clone(party.places), "", matchmaking.ErrHostLeft)
}

// call begins a ready check. None of its people is in another one.
func (r *room) call(c *readyCheck) {
	now := time.Now()
	c.until = now.Add(readyTime)
	c.figures.init()
	c.tell(now)
	r.checks.begin(c)
	for _, p := range r.people.with(c.places) {
		p.hold(&c.figures)
	}
	r.dealIfReady(c)
}

// answer records that a player in a ready check is there.
func (r *room) answer(player data.PlayerID) {
	c := r.checks[player]
	if c == nil || slices.Contains(c.there, player) {
		return
	}
	c.there = append(slices.Clip(c.there), player)
	c.tell(time.Now())
	r.dealIfReady(c)
}

// dealIfReady deals when all are there, in another goroutine, since the store takes time.
func (r *room) dealIfReady(c *readyCheck) {
	if len(c.there) < len(c.places) {
		return
	}
	c.dealing = true
	seats := c.seats()
	r.services.Go(func() {
		id, then, err := r.services.Deal(c.terms, c.from.private() && !c.terms.Public, seats)
		r.later(func() { r.dealt(c, id, err) })
		then()
	})
}

// dealt tells the places how dealing went. Every place of the table's people leads to it; a
// place whose ticket stays while its player plays the house, or a day game, goes on waiting
// elsewhere. If a player sat down elsewhere or was deleted meanwhile, the others go on waiting.
func (r *room) dealt(c *readyCheck, id data.MatchID, err error) {
	r.checks.end(c)
	out := c.places
	switch {
	case err != nil:
		out = c.foiled(err)
		if errors.Is(err, matchmaking.ErrParted) { // otherwise two accounts of one person could part again and again
			c.from.missed(playersOf(out), c, time.Now())
		}
		c.from.meet(seating.Meetings(err)) // otherwise they would be asked again and again
	case len(out) > 1 && c.terms.Pace != data.Day:
		out = r.people.with(out)
	}
	if err == nil {
		c.from.dealt(c, time.Now())
	}
	r.discharge(out, id, err)
	r.release(c)
}

// lapse ends the ready checks whose time is up, and sends away those who have not answered.
func (r *room) lapse(now time.Time) {
	for _, c := range r.checks {
		if c.dealing || now.Before(c.until) {
			continue
		}
		absent := c.absent()
		r.checks.end(c)
		c.from.missed(playersOf(absent), c, time.Now())
		r.discharge(r.people.with(absent), "", matchmaking.ErrNotReady)
		r.release(c)
	}
}

// giveUp ends the ready check of a place whose holder has left.
func (r *room) giveUp(p *Place) {
	c := r.checks[p.player()]
	if c == nil || c.dealing || !slices.Contains(c.places, p) {
		return
	}
	r.checks.end(c)
	if p.willingly { // on all connections: otherwise others could be asked to wait for the next of many tickets, and the next
		c.from.missed([]data.PlayerID{p.player()}, c, time.Now())
		r.discharge(r.people.at(p.player()), "", matchmaking.ErrNotReady)
	}
	r.release(c)
}

// release lets players who were asked, and are still there, wait again where they were.
func (r *room) release(c *readyCheck) {
	places := r.people.with(c.places)
	for _, p := range places {
		p.release()
	}
	for _, p := range places {
		if p.party != nil {
			r.muster(p.party)
		}
	}
}
