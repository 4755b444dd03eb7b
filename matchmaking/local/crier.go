package local

import (
	"context"
	"time"

	"noir/data"
	"noir/matchmaking"
	"noir/matchmaking/tally"
)

// noticeQueue is the capacity of the queue of events.
const noticeQueue = 1024

// crier passes events to the notifier. It is safe for concurrent use.
type crier struct {
	notifier matchmaking.Notifier // nil: no notifications
	tally    *tally.Tally
	news     chan cry
}

// cry is an event and its recipient.
type cry struct {
	player data.PlayerID
	event  matchmaking.Event
}

func newCrier(n matchmaking.Notifier, t *tally.Tally) *crier {
	return &crier{notifier: n, tally: t, news: make(chan cry, noticeQueue)}
}

// Tell queues an event for the notifier. When the queue is full the oldest event is lost. It
// never blocks.
func (c *crier) Tell(p data.PlayerID, e matchmaking.Event) {
	if c.notifier == nil || p.Guest() {
		return
	}
	e.At = time.Now()
	for {
		select {
		case c.news <- cry{p, e}:
			return
		default:
		}
		select {
		case <-c.news:
			c.tally.Lost()
		default:
		}
	}
}

// run passes events on until ctx ends; those still queued are lost.
func (c *crier) run(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case next := <-c.news:
			c.notifier.Told(next.player, next.event)
		}
	}
}
