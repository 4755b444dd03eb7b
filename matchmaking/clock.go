package matchmaking

import (
	"time"

	"noir/data"
	"noir/engine"
)

// dayMove is the time for a move at pace day, which has no bank.
const dayMove = 24 * time.Hour

// gameTime is a table's own time: what has passed since its start, without the
// time the server was down, the table was held or the store took.
type gameTime struct {
	base   time.Duration // up to origin, or for good while it stands still
	origin time.Time     // zero while it stands still
}

func (g *gameTime) now() time.Duration {
	if g.origin.IsZero() {
		return g.base
	}
	return g.base + time.Since(g.origin)
}

// stop returns what has the time go on if it was going.
func (g *gameTime) stop() (goOn func()) {
	if g.origin.IsZero() {
		return func() {}
	}
	g.base, g.origin = g.now(), time.Time{}
	return g.start
}

// reach makes sure that the time is not before at.
func (g *gameTime) reach(at time.Duration) { g.base += max(0, at-g.now()) }

func (g *gameTime) start() {
	if g.origin.IsZero() {
		g.origin = time.Now()
	}
}

// clocks are the times of all seats of one table, in game time. They follow
// from the log alone, so a table that is taken up again has them right.
type clocks struct {
	pace  data.Pace
	seats []question
}

// question is what one seat is asked, and what its bank holds.
type question struct {
	open   bool
	prompt engine.Prompt
	since  time.Duration
	bank   time.Duration
}

func newClocks(info engine.Info, seats int, pace data.Pace) clocks {
	c := clocks{pace: pace, seats: make([]question, seats)}
	if pace != data.Day {
		for i := range c.seats {
			c.seats[i].bank = info.Clock.Bank
		}
	}
	return c
}

// ask closes the questions that are no longer open, charging their banks, and
// opens the new ones.
func (c *clocks) ask(at time.Duration, prompts []engine.Prompt) {
	asked := make([]*engine.Prompt, len(c.seats))
	for i := range prompts {
		asked[prompts[i].Seat] = &prompts[i]
	}
	for i := range c.seats {
		q, p := &c.seats[i], asked[i]
		if q.open && p != nil && p.Question == q.prompt.Question {
			continue
		}
		q.charge(at)
		q.open = p != nil
		if q.open {
			q.prompt, q.since = *p, at
			if c.pace == data.Day {
				q.prompt.Budget, q.prompt.Bank = dayMove, false
			}
		}
	}
}

// charge takes what an open question has used beyond its budget from the bank.
func (q *question) charge(at time.Duration) {
	if q.open && q.prompt.Bank {
		q.bank = max(0, q.bank-max(0, at-q.since-q.prompt.Budget))
	}
}

// ends returns when an open question runs out.
func (q *question) ends() time.Duration {
	end := q.since + q.prompt.Budget
	if q.prompt.Bank {
		end += q.bank
	}
	return end
}

// next returns the seat whose time runs out first, and when. ok is false while
// nobody is asked.
func (c *clocks) next() (seat engine.Seat, at time.Duration, ok bool) {
	for i := range c.seats {
		q := &c.seats[i]
		if !q.open {
			continue
		}
		if end := q.ends(); !ok || end < at {
			seat, at, ok = engine.Seat(i), end, true
		}
	}
	return seat, at, ok
}

// show returns what everybody may see of the clocks at a moment.
func (c *clocks) show(g *gameTime) []SeatClock {
	shown := make([]SeatClock, len(c.seats))
	at, wall := g.now(), time.Now()
	for i := range c.seats {
		q := &c.seats[i]
		s := &shown[i]
		s.Bank, s.Since = q.bank, wall
		if q.open {
			used := at - q.since
			s.Asked, s.Running = true, !g.origin.IsZero()
			s.Move = max(0, q.prompt.Budget-used)
			if q.prompt.Bank {
				s.Bank = max(0, q.bank-max(0, used-q.prompt.Budget))
			}
		}
	}
	return shown
}
