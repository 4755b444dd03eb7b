package wire

import (
	"bytes"
	"context"
	"errors"
	"io"
	"time"

	"noir/matchmaking"
)

// seat is a session's seat at a table.
type seat struct {
	chair   matchmaking.Seat
	link    *link
	frames  follower[matchmaking.Frame]
	told    teller
	turned  matchmaking.Frame // whose turn was last sent
	frame   matchmaking.Frame // the newest
	counsel matchmaking.Counsel
}

func newSeat(ctx context.Context, chair matchmaking.Seat, l *link) seat {
	return seat{
		chair: chair, link: l, told: teller{link: l},
		frames: follow(ctx, chair.Next, func(f matchmaking.Frame) int { return f.Revision }),
	}
}

// stand leaves the table, if there is one. The seat stays the player's.
func (s *seat) stand() {
	if s.chair != nil {
		s.frames.stop()
		s.counsel.Stop()
		s.chair.Leave()
		*s = seat{}
	}
}

// act does what a line says.
func (s *seat) act(ctx context.Context, next line) error {
	switch next.Type {
	case "move":
		return s.chair.Play(ctx, *next.Ply, next.Move)
	case "hint":
		return s.counsel.Ask(ctx, s.chair)
	case "resign":
		return s.chair.Resign(ctx)
	case "say":
		if next.Text != "" {
			return s.chair.Write(ctx, next.Text)
		}
		return s.chair.Say(ctx, next.Phrase)
	case "rematch":
		return s.chair.Rematch(ctx)
	case "slow":
		return s.chair.Slow(ctx)
	case "shut":
		return s.chair.AllowSpectators(ctx, next.Open)
	}
	return matchmaking.ErrRunning // leave, begin
}

// show sends what is new in a frame, and reports whether that is the end of the game.
func (s *seat) show(f matchmaking.Frame) (ends bool) {
	if f.Revision < s.frame.Revision { // a reminder overtook it
		return false
	}
	ends = f.End != nil && s.frame.End == nil
	s.frame = f
	s.told.tell(f)
	if f.Turn != nil && !sameTurn(s.turned, f) {
		s.link.send(newTurn(f, time.Now()))
	}
	s.turned = f
	return ends
}

// remind returns the newest frame, so that its turn is sent once more.
func (s *seat) remind(ctx context.Context) (matchmaking.Frame, error) {
	f, err := s.chair.Next(ctx, 0)
	if err == nil {
		s.turned.Turn = nil
	}
	return f, err
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

// closed sends the last frame when no more come, and returns why they do not. nil means that the game is over: a
// finished table is cleared after a minute. Any other ends with the server or the connection.
func (s *seat) closed(ctx context.Context, err error) error {
	if f, err := s.chair.Next(ctx, 0); err == nil {
		s.told.tell(f)
	}
	switch {
	case s.frame.End != nil:
		return nil
	case errors.Is(err, io.EOF):
		return matchmaking.ErrDraining
	}
	return err
}
