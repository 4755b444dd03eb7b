package wire

import (
	"context"
	"errors"
	"time"

	"noir/matchmaking"
)

// queuedEvery is the shortest time between two `queued` messages.
const queuedEvery = time.Second

// ticket is a session's place in the queue or at a private table that fills up.
type ticket struct {
	asked   matchmaking.Ticket
	place   matchmaking.Place
	link    *link
	figures follower[matchmaking.Waiting]
	newest  queued
	told    queued           // what was last sent
	checked time.Time        // end of the last ready check that was answered
	again   <-chan time.Time // when more may be sent; nil when it may be now
	late    <-chan time.Time // when the program gives up; nil: never
}

func newTicket(ctx context.Context, asked matchmaking.Ticket, place matchmaking.Place, l *link) ticket {
	return ticket{
		asked: asked, place: place, link: l,
		figures: follow(ctx, place.Next, func(w matchmaking.Waiting) int { return w.Revision }),
	}
}

// withdraw withdraws the ticket, if there is one.
func (t *ticket) withdraw() {
	if t.place != nil {
		t.figures.stop()
		t.place.Leave()
		*t = ticket{}
	}
}

// recall withdraws the challenge behind a ticket at pace day at its owner's wish: otherwise it
// would stay when the connection ends.
func (t *ticket) recall(ctx context.Context, b matchmaking.Broker) error {
	if t.newest.Challenge == "" {
		return nil
	}
	_, err := b.Withdraw(ctx, t.asked.Player.ID, t.newest.Challenge)
	if errors.Is(err, matchmaking.ErrNoChallenge) { // it was accepted a moment ago
		return nil
	}
	return err
}

// wait sends the state of the queue. It passes ready checks at once: a program is present as long as
// its connection is.
func (t *ticket) wait(ctx context.Context, w matchmaking.Waiting) error {
	if w.Found > 0 && !w.Answered {
		if w.Until.Equal(t.checked) { // the answer has not been seen yet
			return nil
		}
		t.checked = w.Until
		return t.place.Ready(ctx)
	}
	t.newest = newQueued(t.asked.Terms, w, time.Now())
	if t.again == nil {
		t.count()
	}
	return nil
}

// count sends the newest figures if they have changed.
func (t *ticket) count() {
	t.again = nil
	if t.newest.news(t.told) {
		t.link.send(t.newest)
		t.told = t.newest
		t.again = time.After(queuedEvery)
	}
}

// sentAway returns why the queue has ended, after sending what was told before.
func (t *ticket) sentAway(ctx context.Context, err error) error {
	if _, told := t.place.Next(ctx, 0); told != nil {
		err = told
	}
	if errors.Is(err, matchmaking.ErrDraining) {
		t.link.notice("draining")
	}
	return err
}
