// Package play is the one screen of a table: the visitor's own seat, a table that is watched, a
// game that is replayed. They differ in the chair. The screen knows no game: a tui.Board draws the
// table.
//
// A screen has one chair.Next in flight at a time and no goroutine of its own; it gives up its
// chair in Leave.
package play

import (
	"context"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"noir/data"
	"noir/engine"
	"noir/matchmaking"
	"noir/tui"
	"noir/tui/motion"
)

// table is the screen. It passes messages to its parts, which share what the viewer sees.
type table struct {
	*sight

	turn    turn
	moving  moving
	clocks  clocks
	remarks remarks
	sheet   sheet
	tape    tape // of a replay
	cover   cover
	reviews bool // the review opens at once, at the turning point

	drawn edges         // of the page, as last drawn
	lines []string      // room for the page
	short []key.Binding // room for the short help
}

var (
	_ tui.Screen = (*table)(nil)
	_ tui.Leaver = (*table)(nil)
	_ tui.Titled = (*table)(nil)
	_ tui.Typist = (*table)(nil)
)

// Seat returns the screen of the visitor's own seat at a table.
func Seat(s *tui.Session, id data.MatchID) tui.Screen { return newTable(s, seated, id) }

// Watch returns the screen of a table being watched.
func Watch(s *tui.Session, id data.MatchID) tui.Screen { return newTable(s, watching, id) }

// Replay returns the screen of a finished game.
func Replay(s *tui.Session, id data.MatchID) tui.Screen { return newTable(s, replaying, id) }

// Review returns the screen of a finished game with its review open.
func Review(s *tui.Session, id data.MatchID) tui.Screen {
	t := newTable(s, replaying, id)
	t.reviews = true
	return t
}

func newTable(s *tui.Session, m mode, id data.MatchID) *table {
	sees := &sight{session: s, mode: m, match: id, hold: &hold{}, motion: motion.New(s.Now)}
	return &table{
		sight: sees, turn: turn{sight: sees}, moving: moving{sight: sees}, clocks: clocks{sight: sees},
		remarks: remarks{sight: sees}, sheet: sheet{sight: sees}, tape: tape{sight: sees, speed: 1, appraisal: appraisal{sight: sees}},
	}
}

// The messages of the screen.
type (
	// sat tells that the chair is taken and which side a spectator sees, or why it is not.
	sat struct {
		side engine.Seat
		own  bool // it is the viewer's
		err  error
	}
	// shown tells that there is a next frame, or an end of them.
	shown struct{}
)

// Init takes the chair, and asks for the review if that is wanted.
func (t *table) Init() tea.Cmd {
	s, m, id, h := t.session, t.mode, t.match, t.hold
	sit := func() tea.Msg {
		chair, side, own, err := take(s, m, id)
		if err == nil {
			h.put(chair)
		}
		return sat{side, own, err}
	}
	if t.reviews {
		return tea.Batch(sit, t.tape.appraisal.flip())
	}
	return sit
}

// Leave gives up the chair.
func (t *table) Leave() { t.hold.leave() }

// Update implements tui.Screen.
func (t *table) Update(msg tea.Msg) (tui.Screen, tea.Cmd) {
	switch msg.(type) {
	case tui.Tick, moved: // the foot stays
	default:
		t.drawn.foot = nil
	}
	switch msg := msg.(type) {
	case sat:
		t.side, t.own = msg.side, msg.own
		if t.ended = msg.err; msg.err == nil {
			return t, t.next()
		}
	case shown:
		return t, t.follow()
	case answered:
		t.turn.answered(msg.ply)
		t.remarks.complain(msg.err)
	case tui.Tick:
		return t, t.clocks.tick()
	case moved:
		return t, t.moving.on(msg)
	case decided:
		t.sheet.decision = msg
	case noticeOver:
		t.remarks.end(msg)
	case hinted:
		t.remarks.advise(msg)
	case step:
		return t, t.tape.advance(msg)
	case reviewed:
		t.tape.appraisal.take(msg)
		t.turnBack()
	case awaited:
		return t, t.tape.appraisal.await()
	case tui.Sought:
		t.remarks.complain(msg.Err)
	case tui.Hidden:
		t.hidden = true
		t.motion.Skip()
	case tui.Shown:
		t.hidden = false
		return t, tea.Batch(t.clocks.run(), t.goOver(), t.sheet.decide())
	case tied:
		return t, t.acquaint(msg)
	case tea.KeyPressMsg, tea.MouseMsg, tea.PasteMsg:
		return t, t.input(msg)
	}
	return t, nil
}

// coming is the frame after the current one.
type coming struct {
	hold  *hold
	after int
}

// Urgent implements tui.Deferred.
func (c coming) Urgent() bool { return true }

// Await implements tui.Deferred.
func (c coming) Await(ready func()) (stop func()) { return c.hold.chair().Notify(c.after, ready) }

// Message implements tui.Deferred.
func (coming) Message() tea.Msg { return shown{} }

// next waits for the frame after the current one.
func (t *table) next() tea.Cmd {
	return tui.Ask(coming{t.hold, t.frame.Revision})
}

// follow shows the frame that is there and waits for the next one.
func (t *table) follow() tea.Cmd {
	before := t.frame
	f, err := t.hold.chair().Next(t.session.Context, t.frame.Revision)
	if err == nil {
		err = t.show(f)
	}
	if t.ended = err; err != nil {
		return nil
	}
	t.turnBack()
	opened := t.turn.follow(before, t.sheet.opens(before))
	looked := t.sheet.appear(before)
	return tea.Batch(t.next(), looked, t.moving.follow(before), t.clocks.run(), t.remarks.tell(before), t.goOver(), opened, t.pass(before), t.goOn(before))
}

// turnBack shows the turning point, for which the review was opened, unless the viewer has left the
// beginning by themselves.
func (t *table) turnBack() {
	if !t.reviews || t.tape.appraisal.made == nil {
		return
	}
	if at, last := t.tape.at(); last > 0 {
		t.reviews = false
		if at == 0 && !t.tape.playing {
			t.tape.jump(t.tape.appraisal.turning())
		}
	}
}

// pass has the table pass for a viewer who sits down, as they want it at every table.
func (t *table) pass(before matchmaking.Frame) tea.Cmd {
	sits := before.Revision == 0 && t.mode == seated && !t.gameOver()
	if !sits || t.frame.Passing != matchmaking.PassNothing || !t.hasWindows() {
		return nil
	}
	return t.passes(matchmaking.UsualPassing(t.session.Settings.Pass))
}

// passes has the table pass for the viewer.
func (t *table) passes(p matchmaking.Passing) tea.Cmd {
	return t.do(func(ctx context.Context, c matchmaking.Seat) error { return c.Pass(ctx, p) })
}

// goOn looks for the next game of an event when one is over.
func (t *table) goOn(before matchmaking.Frame) tea.Cmd {
	ended := before.Revision > 0 && before.End == nil && t.gameOver()
	if !ended || t.mode != seated || t.frame.Tournament == 0 {
		return nil
	}
	return tui.Ask(tui.Seek{Ticket: after{t.sight}.ticket()})
}

// goOver goes on to the table of the rematch.
func (t *table) goOver() tea.Cmd {
	if t.mode != seated || t.frame.Next == "" || t.hidden {
		return nil
	}
	return tui.Ask(tui.Replace{Screen: t.session.Routes.Play(t.session, t.frame.Next)})
}

// acquaint shows the result of a change of ties.
func (t *table) acquaint(msg tied) tea.Cmd {
	t.remarks.complain(msg.err)
	if c, open := t.cover.overlay.(*company); open && msg.ties != nil {
		c.ties = msg.ties
	}
	if msg.done == nil {
		return nil
	}
	return tui.Ask(tui.Toast{Text: msg.done})
}

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
	switch t.cover.overlay.(type) {
	case *moment, *draft:
		return true
	}
	return false
}
