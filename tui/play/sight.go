package play

import (
	"context"
	"errors"
	"fmt"
	"io"

	tea "charm.land/bubbletea/v2"

	"noir/data"
	"noir/engine"
	"noir/matchmaking"
	"noir/tui"
	"noir/tui/motion"
)

// mode is what the viewer may do.
type mode int8

const (
	seated mode = iota
	watching
	replaying
)

// sight is what a viewer sees of a table, and their chair. The screen changes it when a frame
// comes; its parts read it.
type sight struct {
	session *tui.Session
	mode    mode
	match   data.MatchID
	hold    *hold

	board  tui.Board      // nil before the first frame
	motion *motion.Motion // on the table or the sheet
	side   engine.Seat
	own    bool // the viewer has, or had, the seat of the side
	frame  matchmaking.Frame
	ended  error // why the frames have ended
	hidden bool  // another screen is on top
}

// answered tells the result of a request to the chair. The next frame is the answer to an accepted
// move.
type answered struct {
	ply int // of the move; 0 for other requests
	err error
}

// do requests something from the chair.
func (s *sight) do(ask func(context.Context, matchmaking.Seat) error) tea.Cmd {
	ctx, h := s.session.Context, s.hold
	return func() tea.Msg {
		seat, err := h.seat()
		if err == nil {
			err = ask(ctx, seat)
		}
		return answered{err: err}
	}
}

// show takes a new frame. An error ends the frames.
func (s *sight) show(f matchmaking.Frame) error {
	if s.board == nil {
		s.board = s.session.ScreenBoard(f.Game)
		if s.board == nil {
			return fmt.Errorf("nobody here can show %q", f.Game)
		}
		s.board.Side(s.side)
		if moves, ok := s.board.(tui.Mover); ok {
			moves.Moves(s.motion)
		}
	}
	f = tui.Introduce(f)
	if err := s.board.Show(f); err != nil {
		return err
	}
	s.frame = f
	return nil
}

// next waits for the frame after the current one.
func (s *sight) next() tea.Cmd {
	return tui.Ask(coming{s.hold, s.frame.Revision})
}

// Title names the window.
func (s *sight) Title() string {
	switch {
	case s.board == nil:
		return "noir"
	case asked(s.frame):
		return s.session.Words("your move - noir")
	}
	return s.session.Title(s.frame.Game) + " - noir"
}

// gameOver reports whether the game is over.
func (s *sight) gameOver() bool { return s.frame.End != nil }

// lost reports whether the table closed during the game.
func (s *sight) lost() bool { return errors.Is(s.ended, io.EOF) && !s.gameOver() }

// people are the seats of the other people at the table, without house players.
func (s *sight) people() (seats []engine.Seat) {
	for i, at := range s.frame.Seats {
		if at.Kind != data.Bot && engine.Seat(i) != s.frame.Seat {
			seats = append(seats, engine.Seat(i))
		}
	}
	return seats
}

// mayWrite reports whether the viewer wants free text, and somebody is there who might read it.
func (s *sight) mayWrite() bool { return s.session.Settings.FreeText && len(s.people()) > 0 }

// link is what to type to see this game again.
func (s *sight) link() string { return s.session.Address + " replay " + string(s.frame.Match) }

// asked reports whether the table waits for the viewer to do something.
func asked(f matchmaking.Frame) bool {
	return f.Seat >= 0 && int(f.Seat) < len(f.Clocks) && f.Clocks[f.Seat].Asked && !f.Idle
}
