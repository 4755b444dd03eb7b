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

// announcer passes events to the notifier. It is safe for concurrent use.
type announcer struct {
	notifier matchmaking.Notifier // nil: no notifications
	tally    *tally.Tally
	news     chan announcement
}

// announcement is an event and its recipient.
type announcement struct {
	player data.PlayerID
	event  matchmaking.Event
}

func newAnnouncer(n matchmaking.Notifier, t *tally.Tally) *announcer {
	return &announcer{notifier: n, tally: t, news: make(chan announcement, noticeQueue)}
}

// Tell queues an event for the notifier. When the queue is full the oldest event is lost. It
// never blocks.
func (a *announcer) Tell(p data.PlayerID, e matchmaking.Event) {
	if a.notifier == nil || p.Guest() {
		return
	}
	e.At = time.Now()
	for {
		select {
		case a.news <- announcement{p, e}:
			return
		default:
		}
		select {
		case <-a.news:
			a.tally.Lost()
		default:
		}
	}
}

// run passes events on until ctx ends; those still queued are lost.
func (a *announcer) run(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case next := <-a.news:
			a.notifier.Told(next.player, next.event)
		}
	}
}
