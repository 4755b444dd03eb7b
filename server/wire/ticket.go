package wire

import (
	"errors"
	"time"

	"noir/matchmaking"
)

// queuedEvery is the shortest time between two `queued` messages.
const queuedEvery = time.Second

// ticket is a session's place in the queue or at a private table that fills up.
type ticket struct {
	place   matchmaking.Place
	figures follower[matchmaking.Waiting]
	newest  queued
	told    queued           // what was last sent
	again   <-chan time.Time // when more may be sent; nil when it may be now
	late    <-chan time.Time // when the program gives up; nil: never
}

// enter queues the ticket.
func (s *session) enter() error {
	place, err := s.broker.Queue(s.ctx, s.req.Ticket)
	if errors.Is(err, matchmaking.ErrSeated) {
		return errSeated
	}
	if err != nil {
		return err
	}
	s.ticket = ticket{
		place:   place,
		figures: follow(s.ctx, place.Next, func(w matchmaking.Waiting) int { return w.Revision }),
	}
	if s.req.Wait > 0 {
		s.ticket.late = time.After(s.req.Wait)
	}
	return nil
}

// withdraw withdraws the ticket, if there is one.
func (s *session) withdraw() {
	if s.ticket.place != nil {
		s.ticket.figures.stop()
		s.ticket.place.Leave()
		s.ticket = ticket{}
	}
}

// recall withdraws the challenge behind a ticket at pace day at its owner's wish: otherwise it
// would stay when the connection ends.
func (s *session) recall() error {
	id := s.ticket.newest.Challenge
	if id == "" {
		return nil
	}
	_, err := s.broker.Withdraw(s.ctx, s.req.Ticket.Player.ID, id)
	if errors.Is(err, matchmaking.ErrNoChallenge) { // it was accepted a moment ago
		return nil
	}
	return err
}

// wait sits down at the table that was found, or sends the state of the queue. It passes ready
// checks at once: a program is present as long as its connection is.
func (s *session) wait(w matchmaking.Waiting) error {
	switch {
	case w.Match != "":
		return s.sit(w.Match)
	case w.Found > 0 && !w.Answered:
		return s.ticket.place.Ready(s.ctx)
	}
	s.ticket.newest = newQueued(s.req.Ticket.Terms, w, time.Now())
	if s.ticket.again == nil {
		s.count()
	}
	return nil
}

// count sends the newest figures if they have changed.
func (s *session) count() {
	if s.ticket.newest.news(s.ticket.told) {
		s.link.send(s.ticket.newest)
		s.ticket.told = s.ticket.newest
		s.ticket.again = time.After(queuedEvery)
	}
}

// sentAway returns why the queue has ended, after sending what was told before.
func (s *session) sentAway(err error) error {
	if _, told := s.ticket.place.Next(s.ctx, 0); told != nil {
		err = told
	}
	if errors.Is(err, matchmaking.ErrDraining) {
		s.link.notice("draining")
	}
	return err
}
