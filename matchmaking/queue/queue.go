// Package queue holds all waiting tickets: those for strangers, which it pairs once a second,
// private tables that are filling up, and ready checks.
package queue

import (
	"context"
	"maps"
	"sync/atomic"
	"time"

	"noir/data"
	"noir/matchmaking"
)

const (
	tickEvery = time.Second           // between ticks
	tickSoon  = 50 * time.Millisecond // after the first ticket, so that more can come
)

// Queue takes tickets. One goroutine, Run, owns its state; all others send requests to it.
type Queue struct {
	services Services
	room     *room
	asks     chan func()
	done     chan struct{}                  // closed when Run has returned
	counts   atomic.Pointer[map[string]int] // number waiting, by game
}

// New returns the queue of a broker. The caller must call Run.
func New(services Services) *Queue {
	q := &Queue{services: services, asks: make(chan func()), done: make(chan struct{})}
	q.room = newRoom(services, q.later)
	q.counts.Store(&map[string]int{})
	return q
}

// Run pairs tickets until the broker closes, and then tells every place ErrDraining. It does not
// tick while nobody waits.
func (q *Queue) Run() {
	defer close(q.done)
	defer q.room.sendAway()
	tick := time.NewTimer(tickSoon)
	for idle := false; ; {
		select {
		case <-q.services.Context.Done():
			return
		case ask := <-q.asks:
			ask()
			if idle {
				idle = false
				tick.Reset(tickSoon)
			}
		case now := <-tick.C:
			q.tick(now)
			if idle = q.room.empty(); !idle {
				tick.Reset(q.room.rest(now))
			}
		}
	}
}

// tick counts the waiting before anybody learns of a table, so that the people found are still
// counted.
func (q *Queue) tick(now time.Time) {
	q.room.lapse(now)
	counts := q.room.counts()
	q.counts.Store(&counts)
	q.room.pair(now)
}

// do runs f in the queue's goroutine and waits for it.
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

// later runs f in the queue's goroutine on behalf of another goroutine of the broker, unless the
// broker closes first.
func (q *Queue) later(f func()) {
	_ = q.do(q.services.Context, func() error {
		f()
		return nil
	})
}

// Close refuses further tickets and sends all waiting players away.
func (q *Queue) Close() {
	_ = q.do(context.Background(), func() error {
		q.room.close()
		return nil
	})
}

// Drop sends all waiting players away: another queue has their tickets from now on. It accepts further ones.
func (q *Queue) Drop() {
	_ = q.do(context.Background(), func() error {
		q.room.sendAway()
		return nil
	})
}

// Waiting returns the number of waiting tickets by game.
func (q *Queue) Waiting() map[string]int { return maps.Clone(*q.counts.Load()) }

// Enter hands a place in. ErrDraining; *BadTerms, ErrSeated and ErrNoCode as for
// matchmaking.Broker.
func (q *Queue) Enter(ctx context.Context, p *Place) error {
	return q.do(ctx, func() error { return q.room.enter(p) })
}

// Settle leads all tickets of some players to the table found for them.
func (q *Queue) Settle(ctx context.Context, players []data.PlayerID, id data.MatchID) {
	_ = q.do(ctx, func() error {
		for _, p := range players {
			q.room.discharge(q.room.people.at(p), id, nil)
		}
		return nil
	})
}
