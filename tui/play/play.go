// Package play is the one screen of a table: one's own seat, a table that is
// watched, a game that is replayed. They differ in the chair behind it. The
// screen knows no game: what is on the table is a tui.Board's.
//
// A screen has one chair.Next in flight at a time and no goroutine of its own;
// it gives its chair up in Leave.
package play

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"charm.land/bubbles/v2/key"
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
	ended  error         // why there are no more frames
	hidden bool          // another screen is on top
	drawn  edges         // of the page, as last drawn
	lines  []string      // room for the page
	short  []key.Binding // room for the short help

	over      overlay // nil when there is none
	overAt    placed
	complaint string    // why the last thing did not work, until the next key
	sent      int       // ply of the move that is on its way; 0 once the turn is another one
	openedAt  time.Time // when the turn opened by itself
	notice    notice
	hint      hint
	ticking   bool          // a tick of the clocks is on its way
	tolled    time.Duration // left of the own time when the bell last rang
	sheet     sheet
	tape      tape // of a replay
	appraisal appraisal
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
	// answered tells what became of something that was asked of the chair. A move
	// that was accepted has no answer but the frame that it makes.
	answered struct {
		ply int // of the move; 0 for anything else
		err error
	}
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
func take(s *tui.Session, m mode, id data.MatchID) (chair matchmaking.Viewer, side engine.Seat, err error) {
	switch m {
	case seated:
		chair, err = s.Broker.Sit(s.Context, id, s.Player.ID)
		return chair, 0, err
	case watching:
		chair, err = s.Broker.Watch(s.Context, id)
		return chair, 0, err
	}
	matches := s.Services.Matches
	err = matches.Work(s.Context, func() error {
		match, err := matches.Finished(s.Context, id)
		if err == nil {
			chair, err = rewound(s, match)
		}
		side = sideOf(match, s.Player.ID)
		return err
	})
	return chair, side, err
}

// rewound is the chair at a match that is over, before its first move.
func rewound(s *tui.Session, m data.Match) (matchmaking.Viewer, error) {
	board := s.NewBoard(m.Game)
	if board == nil {
		return nil, fmt.Errorf("%w: the game %q", data.ErrNotFound, m.Game)
	}
	replay, err := s.Services.Matches.Replay(m)
	if err != nil {
		return nil, err
	}
	return thread(s.Context, replay, board)
}

// sideOf is where a player sat, and 0 if they did not.
func sideOf(m data.Match, p data.PlayerID) engine.Seat {
	own := func(s data.Seat) bool { return s.Player == p }
	return engine.Seat(max(0, slices.IndexFunc(m.Seats, own)))
}

// Leave gives the chair up.
func (t *table) Leave() { t.hold.leave() }

// Update implements tui.Screen.
func (t *table) Update(msg tea.Msg) (tui.Screen, tea.Cmd) {
	if _, tick := msg.(tui.Tick); !tick {
		t.drawn.foot = nil
	}
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
	case tui.Tick:
		t.ticking = false
		return t, tea.Batch(t.run(), t.tock())
	case noticeOver:
		t.notice.end(msg)
	case hinted:
		t.advise(msg)
	case step:
		return t, t.advance(msg)
	case reviewed:
		t.appraisal.take(msg)
	case awaited:
		return t, t.await()
	case tui.Sought:
		if msg.Err != nil {
			t.complaint = Sorry(t.session.Language, t.board, msg.Err)
		}
	case tui.Hidden:
		t.hidden = true
	case tui.Shown:
		t.hidden = false
		return t, tea.Batch(t.run(), t.follow())
	case tied:
		return t, t.acquaint(msg)
	case tea.KeyPressMsg, tea.MouseMsg, tea.PasteMsg:
		return t, t.input(msg)
	}
	return t, nil
}

// coming is the frame after the one at hand.
type coming struct {
	ctx   context.Context
	hold  *hold
	after int
}

// Await implements tui.Deferred.
func (c coming) Await(ready func()) (stop func()) { return c.hold.chair().Notify(c.after, ready) }

// Message implements tui.Deferred.
func (c coming) Message() tea.Msg {
	f, err := c.hold.chair().Next(c.ctx, c.after)
	return shown{f, err}
}

// next waits for the frame after the one at hand.
func (t *table) next() tea.Cmd {
	return tui.Ask(coming{t.session.Context, t.hold, t.frame.Revision})
}

// show takes over a frame and waits for the next one.
func (t *table) show(s shown) tea.Cmd {
	if s.err != nil {
		t.ended = s.err
		return nil
	}
	if t.board == nil {
		t.board = t.session.NewBoard(s.frame.Game)
		if t.board == nil {
			t.ended = fmt.Errorf("nobody here can show %q", s.frame.Game)
			return nil
		}
		t.board.Side(t.side)
		t.board.OneKey(t.session.Settings.OneKey)
	}
	if err := t.board.Show(s.frame); err != nil {
		t.ended = err
		return nil
	}
	before := t.frame
	t.frame = s.frame
	opened := t.opens(before)
	t.sheet.appear(before, t.frame, t.mode)
	return tea.Batch(t.next(), t.run(), t.tell(before), t.follow(), opened, t.pass(before), t.goOn(before))
}

// goOn looks for the next game of an event when one of it is over.
func (t *table) goOn(before matchmaking.Frame) tea.Cmd {
	ended := before.Revision > 0 && before.End == nil && t.gameOver()
	if !ended || t.mode != seated || t.frame.Tournament == 0 {
		return nil
	}
	return tui.Ask(tui.Seek{Ticket: t.ticket()})
}

// pass has the table pass for a viewer that wants it at every table.
func (t *table) pass(before matchmaking.Frame) tea.Cmd {
	sits := before.Revision == 0 && t.mode == seated && !t.gameOver()
	if !sits || !t.session.Settings.Pass || !t.hasWindows() {
		return nil
	}
	return t.do(func(ctx context.Context, c matchmaking.Seat) error { return c.Decline(ctx, true) })
}

// opens notes a turn that has opened, or become another one, by itself: not by a
// move of the viewer's own. Somebody who looks at another screen is told when they
// are asked.
func (t *table) opens(before matchmaking.Frame) tea.Cmd {
	now := t.frame
	switch {
	case t.sheet.opens(before, now, t.mode):
		t.openedAt = t.session.Now()
		return nil
	case sameTurn(before.Turn, now.Turn):
		return nil
	}
	own := before.Turn != nil && t.sent == before.Turn.Ply && t.followed(before)
	t.sent = 0
	if now.Turn == nil || own && !t.session.Settings.OneKey { // a key that is held down would go on playing
		return nil
	}
	t.openedAt = t.session.Now()
	switch {
	case own || !asked(now) || asked(before):
		return nil
	case t.hidden:
		return tui.Ask(tui.Toast{Text: t.session.Words("It is your move."), Bell: true})
	}
	return tui.Ask(tui.Alert{Text: t.session.Words("It is your move.")})
}

// followed reports whether the frame at hand is what the viewer's newest move has
// led to. An answer that was kept back leads to nothing: others may have been waited
// for after it.
func (t *table) followed(before matchmaking.Frame) bool {
	now := t.frame
	if now.Ply() == before.Ply() {
		return true
	}
	return now.Kept.Ply != t.sent && now.Log[now.Ply()-1].Seat == now.Seat
}

// sameTurn reports whether a viewer may do the same as before. After an answer
// that is kept back they may do less at the same ply.
func sameTurn(a, b *matchmaking.Turn) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.Ply == b.Ply && slices.EqualFunc(a.Legal, b.Legal, func(x, y json.RawMessage) bool { return bytes.Equal(x, y) })
}

// asked reports whether the table waits for the viewer.
func asked(f matchmaking.Frame) bool {
	return f.Seat >= 0 && int(f.Seat) < len(f.Clocks) && f.Clocks[f.Seat].Asked
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
	if a.ply == t.sent {
		t.sent = 0
	}
	if a.err != nil {
		t.complaint = Sorry(t.session.Language, t.board, a.err)
	}
}

// do asks something of the chair.
func (t *table) do(ask func(context.Context, matchmaking.Seat) error) tea.Cmd {
	ctx, h := t.session.Context, t.hold
	return func() tea.Msg {
		seat, err := h.seat()
		if err == nil {
			err = ask(ctx, seat)
		}
		return answered{err: err}
	}
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
	case asked(t.frame):
		return t.session.Words("your move - noir")
	}
	return t.session.Title(t.frame.Game) + " - noir"
}

// Typing reports whether a number or a text is being written.
func (t *table) Typing() bool {
	switch t.over.(type) {
	case *moment, *draft:
		return true
	}
	return false
}
