package wire

import (
	"bytes"
	"context"
	"errors"
	"io"
	"time"

	"noir/data"
	"noir/matchmaking"
)

// seat is a session at a table.
type seat struct {
	*session
	ctx   context.Context
	chair matchmaking.Chair

	told   teller
	turned matchmaking.Frame // whose turn was sent last
	frame  matchmaking.Frame // the newest
	over   <-chan time.Time  // runs once the game is over
}

// sit plays at a table until the game is over and its time for a rematch has
// passed. It returns the next table: a rematch, or "" for the queue.
func (s *session) sit(ctx context.Context, id data.MatchID) (data.MatchID, *leaving) {
	chair, err := s.broker.Sit(ctx, id, s.req.Ticket.Player.ID)
	if errors.Is(err, matchmaking.ErrTooManyChairs) {
		s.link.notice("too_many_connections")
	}
	if err != nil {
		return "", failed(err)
	}
	defer chair.Leave()
	at := &seat{session: s, ctx: ctx, chair: chair, told: teller{link: s.link}}
	frames := follow(ctx, chair.Next, func(f matchmaking.Frame) int { return f.Revision })
	defer frames.stop()
	for {
		select {
		case at.frame = <-frames.news:
			at.show()
			if at.frame.Next != "" {
				return at.frame.Next, nil
			}
		case err := <-frames.end:
			return at.closed(err)
		case <-at.over:
			return at.closed(io.EOF)
		case next, open := <-s.link.lines:
			before := s.link.refused
			if end := s.hear(next, open, at.line); end != nil {
				return "", end
			}
			if next.Type == "move" && s.link.refused != before {
				at.turn(true)
			}
		}
		if end := s.spent(); end != nil {
			return "", end
		}
		if at.frame.End != nil && s.req.Auto {
			return "", nil
		}
	}
}

// closed says how to go on when the table is.
func (at *seat) closed(err error) (data.MatchID, *leaving) {
	if at.frame.End != nil {
		return "", &leaving{code: Done}
	}
	if errors.Is(err, io.EOF) {
		err = matchmaking.ErrDraining
	}
	return "", failed(err)
}

// show tells what is new in the newest frame.
func (at *seat) show() {
	at.told.tell(at.frame)
	if at.frame.End != nil && at.over == nil {
		at.over = time.After(afterEnd)
	}
	at.turn(false)
}

// turn sends the seat's turn, unless it was sent already and again is false.
func (at *seat) turn(again bool) {
	if at.frame.Turn == nil {
		at.turned = matchmaking.Frame{}
		return
	}
	if !again && at.turned.Turn != nil && sameTurn(at.turned, at.frame) {
		return
	}
	at.turned = at.frame
	at.link.send(newTurn(at.frame, time.Now()))
}

// sameTurn reports whether two frames ask the same.
func sameTurn(a, b matchmaking.Frame) bool {
	if a.Turn.Ply != b.Turn.Ply || len(a.Turn.Legal) != len(b.Turn.Legal) || !bytes.Equal(a.View, b.View) {
		return false
	}
	for i := range a.Turn.Legal {
		if !bytes.Equal(a.Turn.Legal[i], b.Turn.Legal[i]) {
			return false
		}
	}
	return true
}

// line answers a line of the client.
func (at *seat) line(next line) *leaving {
	var err error
	switch next.Type {
	case "move":
		err = at.chair.Play(at.ctx, *next.Ply, next.Move)
	case "resign":
		err = at.chair.Resign(at.ctx)
	case "say":
		err = at.chair.Say(at.ctx, next.Phrase)
	case "rematch":
		err = at.chair.Rematch(at.ctx)
	case "leave":
		if at.frame.End != nil {
			return &leaving{code: Done}
		}
		err = matchmaking.ErrRunning
	}
	if err != nil {
		at.link.refuse(newRefusal(err, next.Ply))
	}
	return nil
}
