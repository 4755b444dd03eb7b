package local

import (
	"context"
	"time"

	"noir/data"
	"noir/matchmaking"
	"noir/matchmaking/tally"
)

// noticeQueue is how many events may wait to be told.
const noticeQueue = 1024

// crier hands events to the notifier. It is safe for any number of goroutines.
type crier struct {
	notifier matchmaking.Notifier // nil: nobody is told anything
	tally    *tally.Tally
	news     chan cry
}

// cry is an event and whom it is for.
type cry struct {
	player data.PlayerID
	event  matchmaking.Event
}

func newCrier(n matchmaking.Notifier, t *tally.Tally) *crier {
	return &crier{notifier: n, tally: t, news: make(chan cry, noticeQueue)}
}

// Tell has the notifier tell something, soon. When too much waits the oldest is lost. It
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

// run hands the events over until ctx ends; what waits then is lost.
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
