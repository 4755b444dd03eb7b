package queue

import (
	"errors"
	"slices"
	"time"

	"noir/data"
	"noir/matchmaking"
	"noir/matchmaking/queue/pairing"
	"noir/matchmaking/seating"
)

// readyTime is how long the people of a table have to say that they are there.
const readyTime = 20 * time.Second

// readyCheck asks the people of a table whether they are there before it is dealt.
// From then until it is dealt or given up no place of theirs finds another table.
// The queue's goroutine owns it.
type readyCheck struct {
	terms   matchmaking.Terms
	places  []*Place // one of each person, by seat
	house   []seating.Occupant
	pool    *pool // of strangers
	table   pairing.Table
	party   *party // of a private table
	there   []data.PlayerID
	until   time.Time
	dealing bool
	figures figures
}

// call begins a ready check of people none of whom is in another.
func (q *Queue) call(c *readyCheck) {
	now := time.Now()
	c.until = now.Add(readyTime)
	c.figures.init()
	c.tell(now)
	for _, p := range c.places {
		q.checks[p.player()] = c
		for _, o := range q.places[p.player()] {
			o.hold(&c.figures)
		}
	}
	q.dealIfReady(c)
}

// tell tells those who are asked how things stand.
func (c *readyCheck) tell(now time.Time) {
	var w matchmaking.Waiting
	if c.party != nil {
		w = c.party.waiting()
	} else {
		w = c.pool.waiting(now)
	}
	w.Found = len(c.places) + len(c.house)
	w.Ready = len(c.there) + len(c.house)
	w.Until = c.until
	c.figures.set(w, now, c.there...)
}

// answer notes that a player is there, if they are asked.
func (q *Queue) answer(player data.PlayerID) {
	c := q.checks[player]
	if c == nil || slices.Contains(c.there, player) {
		return
	}
	c.there = append(slices.Clip(c.there), player)
	c.tell(time.Now())
	q.dealIfReady(c)
}

// dealIfReady deals when everybody is there, away from the queue's goroutine, as
// the store takes its time.
func (q *Queue) dealIfReady(c *readyCheck) {
	if len(c.there) < len(c.places) {
		return
	}
	c.dealing = true
	var seats []seating.Occupant
	for _, p := range c.places {
		seats = append(seats, p.Occupant())
	}
	seats = append(seats, c.house...)
	q.house.Go(func() {
		id, then, err := q.house.Deal(c.terms, c.party != nil, seats)
		_ = q.do(q.house.Context, func() error {
			q.dealt(c, id, err)
			return nil
		})
		then()
	})
}

// dealt tells what has come of a table that was to be dealt. Every place of people
// leads to it; a player who plays the house alone, or at a day a move, goes on waiting elsewhere. If one of them
// sat down elsewhere or was deleted meanwhile, the others go on waiting.
func (q *Queue) dealt(c *readyCheck, id data.MatchID, err error) {
	q.end(c)
	out := c.places
	switch {
	case err != nil:
		apart := c.pool != nil && errors.Is(err, seating.ErrMeeting) // strangers, who meet others next
		out = slices.DeleteFunc(slices.Clone(out), func(p *Place) bool {
			return !p.left && (apart || seating.Blameless(p.player(), err))
		})
		if errors.Is(err, matchmaking.ErrParted) { // or two accounts of one person would part again and again
			q.miss(playersOf(out), c)
		}
	case len(out) > 1 && c.terms.Pace != data.Day:
		out = q.allOf(out)
	}
	if err == nil {
		q.count(c)
	}
	q.discharge(out, id, err)
	q.release(c)
}

// count takes a table that was dealt off the books of those that are looked for.
func (q *Queue) count(c *readyCheck) {
	if c.party != nil {
		delete(q.parties, c.party.code)
		return
	}
	now := time.Now()
	c.pool.pairs.SatDown(c.table, now)
	if c.terms.Tournament != 0 {
		c.pool.separate(playersOf(c.places))
	}
	for _, p := range c.places {
		q.house.Tally.Waited(now.Sub(p.since))
		q.house.Absences.came(p.player(), now)
	}
}

// lapse sends away whoever has not answered in time.
func (q *Queue) lapse(c *readyCheck) {
	absent := slices.DeleteFunc(slices.Clone(c.places), func(p *Place) bool {
		return slices.Contains(c.there, p.player())
	})
	q.end(c)
	q.miss(playersOf(absent), c)
	q.discharge(q.allOf(absent), "", matchmaking.ErrNotReady)
	q.release(c)
}

// miss notes who has let strangers wait at a table that was found. They meet others next
// if there are any.
func (q *Queue) miss(absent []data.PlayerID, c *readyCheck) {
	if c.party != nil {
		return
	}
	now := time.Now()
	for _, a := range absent {
		q.house.Absences.missed(a, now)
		for _, p := range c.places {
			if !slices.Contains(absent, p.player()) {
				c.pool.pairs.Met([]int64{int64(a), int64(p.player())}, now)
			}
		}
	}
}

// giveUp ends the ready check that a place is in, whose holder has left.
func (q *Queue) giveUp(p *Place) {
	if c := q.checks[p.player()]; c != nil && !c.dealing && slices.Contains(c.places, p) {
		q.end(c)
		if p.left {
			q.miss([]data.PlayerID{p.player()}, c)
		}
		q.release(c)
	}
}

// end ends a ready check; its people are still held.
func (q *Queue) end(c *readyCheck) {
	for _, p := range c.places {
		delete(q.checks, p.player())
	}
	if c.party != nil {
		c.party.check = nil
	}
}

// release has those who were asked, and are still there, go on waiting where they
// were.
func (q *Queue) release(c *readyCheck) {
	places := q.allOf(c.places)
	for _, p := range places {
		p.release()
	}
	for _, p := range places {
		if p.party != nil {
			q.muster(p.party)
		}
	}
}

// allOf returns all places of the holders of some.
func (q *Queue) allOf(some []*Place) []*Place {
	var all []*Place
	for _, p := range some {
		all = append(all, q.places[p.player()]...)
	}
	return all
}

// lapseDue ends the ready checks whose time is up.
func (q *Queue) lapseDue(now time.Time) {
	for _, c := range q.checks {
		if c.due(now) {
			q.lapse(c)
		}
	}
}

func (c *readyCheck) due(now time.Time) bool { return !c.dealing && !now.Before(c.until) }

// rest returns how long nothing has to be done by itself.
func (q *Queue) rest(now time.Time) time.Duration {
	rest := tickEvery
	for _, c := range q.checks {
		if !c.dealing {
			rest = min(rest, c.until.Sub(now))
		}
	}
	return rest
}
