package wire

import (
	"bytes"
	"errors"
	"io"
	"time"

	"noir/data"
	"noir/matchmaking"
)

// seat is a session's seat at a table.
type seat struct {
	chair   matchmaking.Seat
	frames  follower[matchmaking.Frame]
	told    teller
	turned  matchmaking.Frame // whose turn was last sent
	frame   matchmaking.Frame // the newest
	counsel matchmaking.Counsel
}

// sit sits down at a table and leaves the previous place.
func (s *session) sit(id data.MatchID) error {
	s.withdraw()
	s.stand()
	chair, err := s.broker.Sit(s.ctx, id, s.req.Ticket.Player.ID)
	if errors.Is(err, matchmaking.ErrTooManyChairs) {
		s.link.notice("too_many_connections")
	}
	if err != nil {
		return err
	}
	s.seat = seat{
		chair:  chair,
		frames: follow(s.ctx, chair.Next, func(f matchmaking.Frame) int { return f.Revision }),
		told:   teller{link: s.link},
	}
	return nil
}

// stand leaves the table, if there is one. The seat stays the player's.
func (s *session) stand() {
	if s.seat.chair != nil {
		s.seat.frames.stop()
		s.seat.counsel.Stop()
		s.seat.chair.Leave()
		s.seat = seat{}
	}
}

// show sends what is new in a frame and goes on to the next game when there is one.
func (s *session) show(f matchmaking.Frame) error {
	if f.Revision < s.seat.frame.Revision { // a reminder overtook it
		return nil
	}
	ended := f.End != nil && s.seat.frame.End == nil
	s.seat.frame = f
	s.seat.told.tell(f)
	s.turn()
	switch {
	case f.Next != "":
		return s.sit(f.Next)
	case ended && s.req.Auto:
		return s.find()
	}
	return nil
}

// remind sends the seat's current turn once more.
func (s *session) remind() error {
	f, err := s.seat.chair.Next(s.ctx, 0)
	if err != nil {
		return nil // the goroutine that follows the table sees that too
	}
	s.seat.turned.Turn = nil
	return s.show(f)
}

// turn sends the seat's turn, unless it was sent already.
func (s *session) turn() {
	now := s.seat.frame
	if now.Turn != nil && !sameTurn(s.seat.turned, now) {
		s.link.send(newTurn(now, time.Now()))
	}
	s.seat.turned = now
}

// sameTurn reports whether two frames ask the same; b must be of a seat that has a turn.
func sameTurn(a, b matchmaking.Frame) bool {
	if a.Turn == nil || a.Turn.Ply != b.Turn.Ply || len(a.Turn.Legal) != len(b.Turn.Legal) || !bytes.Equal(a.View, b.View) {
		return false
	}
	for i := range a.Turn.Legal {
		if !bytes.Equal(a.Turn.Legal[i], b.Turn.Legal[i]) {
			return false
		}
	}
	return true
}

// closed returns how to go on when no more frames come. A finished table is cleared after a minute
// and the connection ends with it; any other ends with the server or the connection. It first sends
// the last frame.
func (s *session) closed(err error) error {
	if f, err := s.seat.chair.Next(s.ctx, 0); err == nil {
		s.seat.told.tell(f)
	}
	switch {
	case s.seat.frame.End == nil:
		if errors.Is(err, io.EOF) {
			err = matchmaking.ErrDraining
		}
		return err
	case s.ticket.place == nil:
		return errDone
	}
	s.stand()
	return nil
}
