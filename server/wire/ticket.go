package wire

import (
	"errors"
	"time"

	"noir/matchmaking"
)

// queuedEvery is how often `queued` is repeated at most.
const queuedEvery = time.Second

// ticket is a session's place in the queue or at a private table that fills up.
type ticket struct {
	place   matchmaking.Place
	figures follower[matchmaking.Waiting]
	newest  queued
	told    queued           // what was sent last
	again   <-chan time.Time // when more may be sent; nil when it may be now
	late    <-chan time.Time // when the program gives up; nil: never
}

// enter hands the ticket in.
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

// withdraw takes the ticket back, if there is one.
func (s *session) withdraw() {
	if s.ticket.place != nil {
		s.ticket.figures.stop()
		s.ticket.place.Leave()
		s.ticket = ticket{}
	}
}

// recall takes the challenge back that a ticket at pace day is, as its owner wants:
// it would stay when the connection ends.
func (s *session) recall() error {
	id := s.ticket.newest.Challenge
	if id == "" {
		return nil
	}
	_, err := s.broker.Withdraw(s.ctx, s.req.Ticket.Player.ID, id)
	if errors.Is(err, matchmaking.ErrNoChallenge) { // it was taken a moment ago
		return nil
	}
	return err
}

// wait goes to the table that was found, or tells how the queue stands. A program
// whose line holds is there when its table is to be dealt.
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

// count sends the newest figures if they are others than were sent before.
func (s *session) count() {
	if s.ticket.newest.news(s.ticket.told) {
		s.link.send(s.ticket.newest)
		s.ticket.told = s.ticket.newest
		s.ticket.again = time.After(queuedEvery)
	}
}

// sentAway says why the queue has ended. What the place was told before the
// connection ended comes first.
func (s *session) sentAway(err error) error {
	if _, told := s.ticket.place.Next(s.ctx, 0); told != nil {
		err = told
	}
	if errors.Is(err, matchmaking.ErrDraining) {
		s.link.notice("draining")
	}
	return err
}
