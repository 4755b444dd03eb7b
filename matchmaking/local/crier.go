package local

import (
	"context"
	"sync/atomic"
	"time"

	"noir/data"
	"noir/matchmaking"
)

// noticeQueue is how many events may wait to be told.
const noticeQueue = 1024

// crier hands events to the notifier.
type crier struct {
	notifier matchmaking.Notifier // nil: nobody is told anything
	news     chan cry
	lost     atomic.Uint64
}

// cry is an event and whom it is for.
type cry struct {
	player data.PlayerID
	event  matchmaking.Event
}

func newCrier(h matchmaking.Notifier) *crier {
	return &crier{notifier: h, news: make(chan cry, noticeQueue)}
}

// tell has the notifier tell something, soon. It never blocks.
func (c *crier) tell(p data.PlayerID, e matchmaking.Event) {
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
		case <-c.news: // the oldest
			c.lost.Add(1)
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
