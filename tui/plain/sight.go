package plain

import (
	"time"

	"noir/engine"
	"noir/matchmaking"
	"noir/tui"
)

// sight is what the visitor sees of a table, in a seat or as a spectator.
type sight struct {
	*voice
	chair matchmaking.Viewer
	board tui.Board // nil before the first frame
	frame matchmaking.Frame
}

// seat is the chair of a player, or ErrWatching.
func (s *sight) seat() (matchmaking.Seat, error) {
	seat, plays := s.chair.(matchmaking.Seat)
	if !plays {
		return nil, matchmaking.ErrWatching
	}
	return seat, nil
}

// ask does something with the seat and tells the result.
func (s *sight) ask(do func(matchmaking.Seat) error) {
	seat, err := s.seat()
	if err == nil {
		err = do(seat)
	}
	s.try(err)
}

// try says why something failed.
func (s *sight) try(err error) {
	if err != nil && s.ctx.Err() == nil {
		s.sorry(s.board, err)
	}
}

func (s *sight) seated() bool { return s.frame.Seat != engine.Spectator }

// playing reports whether the viewer's seat is still in a running game.
func (s *sight) playing() bool {
	return s.seated() && s.frame.End == nil && !s.frame.Seats[s.frame.Seat].Out
}

// hasWindows reports whether the game has windows in which a player may always pass.
func (s *sight) hasWindows() bool {
	info, _ := s.session.Info(s.frame.Game)
	return info.Windows
}

// running reports whether the viewer's own time passes.
func (s *sight) running() bool {
	return s.seated() && int(s.frame.Seat) < len(s.frame.Clocks) && s.frame.Clocks[s.frame.Seat].Running
}

// left is the viewer's total time for this move.
func (s *sight) left() time.Duration {
	move, bank := s.frame.Clocks[s.frame.Seat].Left(s.session.Now())
	return move + bank
}
