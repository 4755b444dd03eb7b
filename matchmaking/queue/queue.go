// Package queue holds everybody who waits for a table: tickets for strangers, which are
// paired once a second, private tables that fill up, and ready checks of those who
// were found.
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
	tickEvery = time.Second           // pairs those who have waited
	tickSoon  = 50 * time.Millisecond // after the first ticket: others may come with it
)

// Queue is where tickets are handed in. One goroutine, Run, owns the room in which they
// wait; everybody else asks it.
type Queue struct {
	house  Services
	room   *room
	asks   chan func()
	done   chan struct{}                  // closed when Run has returned
	counts atomic.Pointer[map[string]int] // who waits, by game
}

// New returns the queue of a house. Run has yet to be called.
func New(house Services) *Queue {
	q := &Queue{house: house, asks: make(chan func()), done: make(chan struct{})}
	q.room = newRoom(house, q.later)
	q.counts.Store(&map[string]int{})
	return q
}

// Run pairs tickets until the house closes; then every place is told ErrDraining. It rests
// while nobody waits.
func (q *Queue) Run() {
	defer close(q.done)
	defer q.room.shut()
	tick := time.NewTimer(tickSoon)
	defer tick.Stop()
	for idle := false; ; {
		select {
		case <-q.house.Context.Done():
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

// tick counts who waits before anybody hears of a table that is found, so that its people
// find themselves counted.
func (q *Queue) tick(now time.Time) {
	q.room.lapse(now)
	counts := q.room.counts()
	q.counts.Store(&counts)
	q.room.pair(now)
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

// later has the queue's goroutine call f for a goroutine of the house, unless the house
// closes first.
func (q *Queue) later(f func()) {
	_ = q.do(q.house.Context, func() error {
		f()
		return nil
	})
}

// Close takes no more tickets and sends everybody away.
func (q *Queue) Close() {
	_ = q.do(context.Background(), func() error {
		q.room.close()
		return nil
	})
}

// Waiting returns how many wait, by game.
func (q *Queue) Waiting() map[string]int { return maps.Clone(*q.counts.Load()) }

// Enter hands a place in. ErrDraining; *BadTerms, ErrSeated and ErrNoCode as
// matchmaking.Broker has them.
func (q *Queue) Enter(ctx context.Context, p *Place) error {
	return q.do(ctx, func() error { return q.room.enter(p) })
}

// Settle leads every ticket of some players to the table that they have found.
func (q *Queue) Settle(ctx context.Context, players []data.PlayerID, id data.MatchID) {
	_ = q.do(ctx, func() error {
		for _, p := range players {
			q.room.discharge(q.room.people.at(p), id, nil)
		}
		return nil
	})
}
