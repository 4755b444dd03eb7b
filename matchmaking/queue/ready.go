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

// readyTime is how long the people of a table have to answer.
const readyTime = 20 * time.Second

// readyCheck asks the people of a table whether they are there before it is dealt. Until it is
// dealt or given up, none of their places finds another table. The queue's goroutine owns it.
type readyCheck struct {
	terms   matchmaking.Terms
	places  []*Place // one for each person, by seat
	house   []seating.Occupant
	from    source
	table   pairing.Table // a table of strangers
	there   []data.PlayerID
	until   time.Time
	dealing bool
	figures figures
}

// source is where the people of a ready check wait: a pool or a private table.
type source interface {
	private() bool

	// waiting is what its people see of it.
	waiting(now time.Time) matchmaking.Waiting

	// missed is called with the players who did not answer.
	missed(absent []data.PlayerID, c *readyCheck, now time.Time)

	// dealt is called when the table was dealt.
	dealt(c *readyCheck, now time.Time)

	// meet is called with the pairs (seating.Pair) that have a rated game with each other, so that the table cannot be
	// dealt.
	meet(pairs [][2]data.PlayerID)

	// asked is told that a ready check is over.
	asked()
}

// tell shows the people asked the state of the ready check.
func (c *readyCheck) tell(now time.Time) {
	w := c.from.waiting(now)
	w.Found = len(c.places) + len(c.house)
	w.Ready = len(c.there) + len(c.house)
	w.Until = c.until
	c.figures.set(w, now, c.there...)
}

// seats are those who are to sit down.
func (c *readyCheck) seats() (seats []seating.Occupant) {
	for _, p := range c.places {
		seats = append(seats, p.Occupant())
	}
	return append(seats, c.house...)
}

// absent returns the places without an answer.
func (c *readyCheck) absent() []*Place {
	return slices.DeleteFunc(slices.Clone(c.places), func(p *Place) bool { return slices.Contains(c.there, p.player()) })
}

// foiled returns the places to give up because they are the reason why the table could not be
// dealt.
func (c *readyCheck) foiled(err error) []*Place {
	apart := !c.from.private() && errors.Is(err, seating.ErrMeeting) // strangers: the others meet other players next
	return slices.DeleteFunc(slices.Clone(c.places), func(p *Place) bool {
		return !p.left && (apart || seating.Blameless(p.player(), err))
	})
}

// checks are the ready checks whose players are asked, or about to sit down.
type checks map[data.PlayerID]*readyCheck

func (cs checks) begin(c *readyCheck) {
	for _, p := range c.places {
		cs[p.player()] = c
	}
}

// end ends a ready check; its places are still held.
func (cs checks) end(c *readyCheck) {
	for _, p := range c.places {
		delete(cs, p.player())
	}
	c.from.asked()
}

// among reports whether any of some places is in one.
func (cs checks) among(places []*Place) bool {
	return slices.ContainsFunc(places, func(p *Place) bool { return cs[p.player()] != nil })
}

// rest returns the time until the first of them ends.
func (cs checks) rest(now time.Time) time.Duration {
	rest := readyTime
	for _, c := range cs {
		if !c.dealing {
			rest = min(rest, c.until.Sub(now))
		}
	}
	return rest
}
