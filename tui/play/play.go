// Package play is the one screen of a table: one's own seat, a table that is
// watched, a game that is replayed. They differ in the chair behind it. The
// screen knows no game: what is on the table is a tui.Board's.
//
// A screen has one chair.Next in flight at a time and no goroutine of its own;
// it gives its chair up in Leave.
package play

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"noir/data"
	"noir/engine"
	"noir/matchmaking"
	"noir/tui"
)

// openingGrace is how long after a turn has opened by itself nothing is played:
// a key that is in flight then was meant for another position.
const openingGrace = 400 * time.Millisecond

// mode is what the viewer may do.
type mode int8

const (
	seated mode = iota
	watching
	replaying
)

// table is the screen.
type table struct {
	session *tui.Session
	mode    mode
	match   data.MatchID
	hold    *hold

	board  tui.Board // nil before the first frame
	side   engine.Seat
	frame  matchmaking.Frame
	ended  error // why there are no more frames
	hidden bool  // another screen is on top

	over      overlay // nil when there is none
	overAt    placed
	complaint string    // why the last thing did not work, until the next key
	sending   bool      // a move is on its way
	openedAt  time.Time // when the turn opened by itself
	notice    notice
	ticking   bool // a tick of the clocks is on its way
	sheet     sheet
	tape      tape // of a replay
}

var (
	_ tui.Screen = (*table)(nil)
	_ tui.Leaver = (*table)(nil)
	_ tui.Titled = (*table)(nil)
	_ tui.Typist = (*table)(nil)
)

// Seat returns the screen of one's own seat at a table.
func Seat(s *tui.Session, id data.MatchID) tui.Screen { return newTable(s, seated, id) }

// Watch returns the screen of a table at which one looks on.
func Watch(s *tui.Session, id data.MatchID) tui.Screen { return newTable(s, watching, id) }

// Replay returns the screen of a game that is over.
func Replay(s *tui.Session, id data.MatchID) tui.Screen { return newTable(s, replaying, id) }

func newTable(s *tui.Session, m mode, id data.MatchID) *table {
	return &table{session: s, mode: m, match: id, hold: &hold{}, tape: tape{speed: 1}}
}

// The messages of the screen.
type (
	// sat tells that the chair is taken and from which side one looks without a
	// seat, or why it is not.
	sat struct {
		side engine.Seat
		err  error
	}
	// shown brings the next frame, or the end of them.
	shown struct {
		frame matchmaking.Frame
		err   error
	}
	// answered tells what became of something that was asked of the chair.
	answered struct {
		move bool
		err  error
	}
	// tick moves the clocks.
	tick struct{}
)

// Init takes the chair.
func (t *table) Init() tea.Cmd {
	s, m, id, h := t.session, t.mode, t.match, t.hold
	return func() tea.Msg {
		chair, side, err := take(s, m, id)
		if err == nil {
			h.put(chair)
		}
		return sat{side, err}
	}
}

// take gets a chair of the kind that the mode asks for, and the side of it. One's
// own games are replayed from one's own side.
func take(s *tui.Session, m mode, id data.MatchID) (chair matchmaking.Chair, side engine.Seat, err error) {
	switch m {
	case seated:
		chair, err = s.Broker.Sit(s.Context, id, s.Player.ID)
		return chair, 0, err
	case watching:
		chair, err = s.Broker.Watch(s.Context, id)
		return chair, 0, err
	}
	match, err := s.Store.Match(s.Context, id)
	if err != nil {
		return nil, 0, err
	}
	for _, g := range s.Games {
		if g.Info().Name == match.Game {
			chair, err = matchmaking.NewReplay(g, match)
			return chair, sideOf(match, s.Player.ID), err
		}
	}
	return nil, 0, fmt.Errorf("%w: the game %q", data.ErrNotFound, match.Game)
}

// sideOf is where a player sat, and 0 if he did not.
func sideOf(m data.Match, p data.PlayerID) engine.Seat {
	own := func(s data.Seat) bool { return s.Player == p }
	return engine.Seat(max(0, slices.IndexFunc(m.Seats, own)))
}

// Leave gives the chair up.
func (t *table) Leave() { t.hold.leave() }

// Update implements tui.Screen.
func (t *table) Update(msg tea.Msg) (tui.Screen, tea.Cmd) {
	switch msg := msg.(type) {
	case sat:
		t.side = msg.side
		if t.ended = msg.err; msg.err == nil {
			return t, t.next()
		}
	case shown:
		return t, t.show(msg)
	case answered:
		t.answer(msg)
	case tick:
		t.ticking = false
		return t, t.run()
	case noticeOver:
		t.notice.end(msg)
	case step:
		return t, t.advance(msg)
	case tui.Sought:
		if msg.Err != nil {
			t.complaint = Sorry(t.board, msg.Err)
		}
	case tui.Hidden:
		t.hidden = true
	case tui.Shown:
		t.hidden = false
		return t, tea.Batch(t.run(), t.follow())
	case tea.KeyPressMsg, tea.MouseMsg:
		return t, t.input(msg)
	}
	return t, nil
}

// next waits for the frame after the one at hand.
func (t *table) next() tea.Cmd {
	ctx, h, after := t.session.Context, t.hold, t.frame.Revision
	return func() tea.Msg {
		f, err := h.chair().Next(ctx, after)
		return shown{f, err}
	}
}

// show takes over a frame and waits for the next one.
func (t *table) show(s shown) tea.Cmd {
	if s.err != nil {
		t.ended = s.err
		return nil
	}
	if t.board == nil {
		newBoard, ok := t.session.Boards[s.frame.Game]
		if !ok {
			t.ended = fmt.Errorf("nobody here can show %q", s.frame.Game)
			return nil
		}
		t.board = newBoard()
		t.board.Side(t.side)
	}
	if err := t.board.Show(s.frame); err != nil {
		t.ended = err
		return nil
	}
	before := t.frame
	t.frame = s.frame
	opened := t.opens(before)
	t.sheet.appear(before, t.frame, t.mode)
	return tea.Batch(t.next(), t.run(), t.tell(before), t.follow(), opened)
}

// opens notes a turn that has opened by itself: not by a move of the viewer's
// own. Somebody who looks at another screen is told.
func (t *table) opens(before matchmaking.Frame) tea.Cmd {
	now := t.frame
	if now.Turn == nil || before.Turn != nil && before.Turn.Ply == now.Turn.Ply {
		return nil
	}
	if n := len(now.Log); before.Turn != nil && now.Log[n-1].Seat == now.Seat {
		return nil
	}
	t.openedAt = t.session.Now()
	if t.hidden {
		return tui.Ask(tui.Toast{Text: "It is your move.", Bell: true})
	}
	return nil
}

// follow goes on to the table of the rematch.
func (t *table) follow() tea.Cmd {
	if t.mode != seated || t.frame.Next == "" || t.hidden {
		return nil
	}
	return tui.Ask(tui.Replace{Screen: t.session.Routes.Play(t.session, t.frame.Next)})
}

// answer tells the viewer what did not work.
func (t *table) answer(a answered) {
	if a.move {
		t.sending = false
	}
	if a.err != nil {
		t.complaint = Sorry(t.board, a.err)
	}
}

// do asks something of the chair.
func (t *table) do(ask func(context.Context, matchmaking.Chair) error) tea.Cmd {
	ctx, h := t.session.Context, t.hold
	return func() tea.Msg { return answered{err: ask(ctx, h.chair())} }
}

// gameOver reports whether the game is over.
func (t *table) gameOver() bool { return t.frame.End != nil }

// lost reports whether the table went away under a running game.
func (t *table) lost() bool { return errors.Is(t.ended, io.EOF) && !t.gameOver() }

// Title names the window.
func (t *table) Title() string {
	switch {
	case t.board == nil:
		return "noir"
	case t.frame.Turn != nil:
		return "your move - noir"
	}
	return t.session.Title(t.frame.Game) + " - noir"
}

// Typing reports whether a number is being written.
func (t *table) Typing() bool {
	_, typing := t.over.(*moment)
	return typing
}
