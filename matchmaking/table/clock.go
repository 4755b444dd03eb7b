package table

import (
	"time"

	"noir/data"
	"noir/engine"
	"noir/matchmaking"
)

// clocks are the times of all seats, in game time. They follow from the log alone, so a resumed
// table has the same ones.
type clocks struct {
	pace  data.Pace
	clock data.Clock
	house []bool // by seat: house players, whose time runs at every table
	seats []question
}

// endless is the budget of players without a time limit.
const endless time.Duration = 1 << 62

// question is what one seat is asked, and what its bank holds. It is open for as long as others
// see the seat as asked; sealed while its answer is kept back.
type question struct {
	open   bool
	sealed bool
	prompt engine.Prompt
	since  time.Duration
	given  time.Duration // when a kept answer was given
	bank   time.Duration
	turn   pause
}

// pause is a question that draws on the bank, a seat's turn, while it is interrupted by
// windows.
type pause struct {
	question int
	used     time.Duration
	bank     time.Duration // the bank before this question
}

func newClocks(info engine.Info, m data.Match) clocks {
	c := clocks{pace: m.Pace, clock: m.Clock, seats: make([]question, len(m.Seats)), house: make([]bool, len(m.Seats))}
	for i, s := range m.Seats {
		c.house[i] = s.Kind == data.Bot
		if m.Pace != data.Day {
			c.seats[i].bank = time.Duration(c.times(engine.Seat(i))) * info.Clock.Bank
		}
	}
	return c
}

// times returns the factor for the usual times of a seat; 0 for none.
func (c *clocks) times(s engine.Seat) int {
	if c.none() && c.house[s] {
		return 1
	}
	return c.clock.Times()
}

// none reports whether no time is shown and no person's runs out.
func (c *clocks) none() bool { return c.pace != data.Day && c.clock == data.NoClock }

// ask closes the questions that are no longer open, charging their banks, and opens new ones.
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
		q.close(at)
		if p != nil {
			q.begin(c.paced(*p), at)
		}
	}
}

// close ends a question, perhaps only until its turn goes on.
func (q *question) close(at time.Duration) {
	if q.open && q.prompt.Bank {
		q.turn = pause{q.prompt.Question, q.used(at), q.bank}
	}
	q.bank = q.left(at)
	q.open, q.sealed = false, false
}

// begin asks a question. An interrupted one keeps the time already used.
func (q *question) begin(p engine.Prompt, at time.Duration) {
	q.open, q.prompt, q.since = true, p, at
	if p.Bank && p.Question == q.turn.question && q.turn.used > 0 {
		q.since, q.bank = at-q.turn.used, q.turn.bank
	}
}

// used is how long a question has been open for its seat.
func (q *question) used(at time.Duration) time.Duration {
	if q.sealed {
		at = q.given
	}
	return at - q.since
}

// paced returns the times of a prompt at the table's pace.
func (c *clocks) paced(p engine.Prompt) engine.Prompt {
	switch times := c.times(p.Seat); {
	case c.pace == data.Day:
		p.Budget = matchmaking.DayMove
	case times == 0:
		p.Budget, p.Bank = endless, false
	default:
		p.Budget *= time.Duration(times)
	}
	if c.pace != data.Live {
		p.Minimum = 0
	}
	return p
}

// seal stops the time of seats that have answered: left are the prompts of those that have not.
func (c *clocks) seal(at time.Duration, left []engine.Prompt) {
	for i := range c.seats {
		q := &c.seats[i]
		answered := q.open && !asks(left, engine.Seat(i))
		if answered && !q.sealed {
			q.given = at
		}
		q.sealed = answered
	}
}

// unsealed returns when all kept answers have been kept for the minimum of their questions.
func (c *clocks) unsealed() time.Duration {
	var at time.Duration
	for i := range c.seats {
		if q := &c.seats[i]; q.sealed {
			at = max(at, q.given, q.since+q.prompt.Minimum)
		}
	}
	return at
}

// left returns what the bank holds if a question is answered at a moment: time beyond its
// budget comes from the bank.
func (q *question) left(at time.Duration) time.Duration {
	if !q.open || !q.prompt.Bank {
		return q.bank
	}
	return max(0, q.bank-max(0, q.used(at)-q.prompt.Budget))
}

// ends returns when an open question runs out.
func (q *question) ends() time.Duration {
	end := q.since + q.prompt.Budget
	if q.prompt.Bank {
		end += q.bank
	}
	return end
}

// next returns the seat whose time runs out first, and when. ok is false while no time runs.
func (c *clocks) next() (seat engine.Seat, at time.Duration, ok bool) {
	for i := range c.seats {
		q := &c.seats[i]
		if !q.open || q.sealed || q.prompt.Budget == endless {
			continue
		}
		if end := q.ends(); !ok || end < at {
			seat, at, ok = engine.Seat(i), end, true
		}
	}
	return seat, at, ok
}

// show returns what all may see of the clocks at a moment, which does not include that an
// answer is kept back.
func (c *clocks) show(g *gameTime) []matchmaking.SeatClock {
	shown := make([]matchmaking.SeatClock, len(c.seats))
	at, wall := g.now(), time.Now()
	for i := range c.seats {
		q := c.seats[i]
		q.sealed = false
		s := &shown[i]
		if c.none() {
			s.Asked = q.open
			continue
		}
		s.Bank, s.Since = q.bank, wall
		if q.open {
			s.Asked, s.Running = true, !g.stands()
			s.Move, s.Bank = max(0, q.prompt.Budget-(at-q.since)), 0
			if q.prompt.Bank {
				s.Bank = q.left(at)
			}
		}
	}
	return shown
}

// sealed returns what a seat sees of its own clock while its answer is kept back.
func (c *clocks) sealed(s engine.Seat) matchmaking.SeatClock {
	if c.none() {
		return matchmaking.SeatClock{}
	}
	q := &c.seats[s]
	return matchmaking.SeatClock{Since: time.Now(), Bank: q.left(q.given)}
}

// slow makes the clocks those of a day game, exactly as when it is resumed: a question keeps
// the time at which it was asked.
func (c *clocks) slow() {
	c.pace = data.Day
	for i := range c.seats {
		q := &c.seats[i]
		q.bank, q.turn.bank = 0, 0
		q.prompt = c.paced(q.prompt)
	}
}

// usual returns the standard time of a game at a pace; zero without a clock.
func (c *clocks) usual(live engine.Clock) engine.Clock {
	if c.pace == data.Day {
		return engine.Clock{Move: matchmaking.DayMove}
	}
	times := time.Duration(c.clock.Times())
	return engine.Clock{Move: times * live.Move, Bank: times * live.Bank}
}
