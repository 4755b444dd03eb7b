package matchmaking

import (
	"context"
	"errors"
	"maps"
	"math"
	"slices"
	"sync"
	"time"

	"noir/data"
	"noir/data/language"
	"noir/matchmaking/pairing"
)

// The errors of events.
var (
	ErrNoContest   = errors.New(language.Mark("there is no such event"))
	ErrContestOver = errors.New(language.Mark("the event is over"))
)

const (
	contestsAge  = 2 * time.Second // what is known of events may be so old
	contestsLast = 12 * time.Hour  // those are known that were over so lately
	contestsRest = 5 * time.Minute // when nobody asks, they are looked at as often as that
	standingsAge = time.Second     // a table of standings may be so old
)

// contests are the events: those that run and that will, and the latest. It is safe
// for any number of goroutines.
type contests struct {
	*known[[]data.Contest]
	store data.Store

	mu        sync.Mutex // held while standings are read
	standings map[int64]standings
}

// standings are the rows of an event, as they were at a moment.
type standings struct {
	at   time.Time
	rows []data.Score
}

func newContests(l *Local) *contests {
	c := &contests{store: l.store, standings: map[int64]standings{}}
	c.known = newKnown(l, "what events there are", contestsAge, c.look)
	return c
}

// look has the store do what time has brought about, and reads what there is then.
func (c *contests) look(ctx context.Context) ([]data.Contest, error) {
	if err := c.store.Settle(ctx); err != nil {
		return nil, err
	}
	return c.store.Contests(ctx, time.Now().Add(-contestsLast))
}

// run looks at the events now and then, whoever is there, until ctx ends.
func (c *contests) run(ctx context.Context) {
	timer := time.NewTicker(contestsRest)
	defer timer.Stop()
	for {
		c.refresh()
		select {
		case <-ctx.Done():
			return
		case <-timer.C:
		}
	}
}

// find returns one that is known.
func (c *contests) find(id int64) (data.Contest, bool) {
	all := c.value()
	i := slices.IndexFunc(all, func(one data.Contest) bool { return one.ID == id })
	if i < 0 {
		return data.Contest{}, false
	}
	return all[i], true
}

// lookFor returns one that has not ended, also if it was opened just now. It blocks on
// the store. ErrNoContest, ErrContestOver.
func (c *contests) lookFor(ctx context.Context, id int64) (data.Contest, error) {
	if err := c.read(ctx); err != nil {
		return data.Contest{}, err
	}
	one, ok := c.find(id)
	if !ok {
		var err error
		if one, err = c.store.Contest(ctx, id); errors.Is(err, data.ErrNotFound) {
			return one, ErrNoContest
		} else if err != nil {
			return one, unavailable(err)
		}
		if err := c.renew(ctx); err != nil {
			return one, err
		}
	}
	if !time.Now().Before(one.Ends) {
		return one, ErrContestOver
	}
	return one, nil
}

// Contests implements Broker.
func (l *Local) Contests() []data.Contest {
	l.contests.refresh()
	return l.contests.value()
}

// Standings implements Broker.
func (l *Local) Standings(ctx context.Context, contest int64) ([]data.Score, error) {
	c := l.contests
	c.mu.Lock()
	defer c.mu.Unlock()
	if known, ok := c.standings[contest]; ok && time.Since(known.at) < standingsAge {
		return known.rows, nil
	}
	rows, _, err := c.store.Standings(ctx, contest, math.MaxInt, 0)
	switch {
	case errors.Is(err, data.ErrNotFound):
		return nil, ErrNoContest
	case err != nil:
		return nil, unavailable(err)
	}
	now := time.Now()
	for id, known := range c.standings {
		if now.Sub(known.at) >= standingsAge {
			delete(c.standings, id)
		}
	}
	c.standings[contest] = standings{now, rows}
	return rows, nil
}

// contestTerms completes a ticket for an event, whose terms hold. *BadTerms,
// ErrNoContest, ErrContestOver.
func (l *Local) contestTerms(ctx context.Context, t *Ticket) error {
	if t.Bot != "" || t.Private() {
		return badTerms("an event is played against whoever else is in it")
	}
	c, err := l.contests.lookFor(ctx, t.Contest)
	switch {
	case err != nil:
		return err
	case t.Game != "" && t.Game != c.Game:
		return badTerms("that event is of %s", c.Game)
	}
	t.Terms = TermsOf(c)
	return nil
}

// TermsOf are those under which an event is played.
func TermsOf(c data.Contest) Terms {
	return Terms{Game: c.Game, Rated: true, Pace: data.Live, Seats: c.Seats, Contest: c.ID}
}

// form is what players of an event are paired by: their points, within one window of
// the pairing, so that nobody waits for somebody as good.
func (l *Local) form(ctx context.Context, t Ticket) (float64, error) {
	rows, err := l.Standings(ctx, t.Contest)
	if err != nil {
		return 0, err
	}
	i := slices.IndexFunc(rows, func(row data.Score) bool { return row.Player.ID == t.Player.ID })
	if i < 0 {
		return 0, nil
	}
	return min(float64(rows[i].Points), pairing.Window(0)), nil
}

// convened reports whether people of an event may be paired: not before it starts. Once
// it is over they are sent away.
func (q *queue) convened(key poolKey, p *pool, now time.Time) bool {
	c, ok := q.local.contests.find(key.contest)
	q.local.contests.refresh()
	if ok && now.Before(c.Ends) {
		return !now.Before(c.Starts)
	}
	waiting := slices.Collect(maps.Keys(p.held)) // who is asked whether they are there stays until they have answered
	for _, who := range p.places {
		waiting = append(waiting, who)
	}
	q.discharge(waiting, "", ErrContestOver)
	if len(p.tickets) == 0 {
		delete(q.pools, key)
	}
	return false
}

// separate notes who have sat down together at an event.
func (p *pool) separate(people []data.PlayerID) {
	met := make([]int64, len(people))
	for i, player := range people {
		met[i] = int64(player)
	}
	for _, player := range people {
		p.met[player] = met
	}
}
