// Package play is the one screen of a table: the visitor's own seat, a table that is watched, a
// game that is replayed. They differ in the chair. The screen knows no game: a tui.Board draws the
// table.
//
// A screen has one chair.Next in flight at a time and no goroutine of its own; it gives up its
// chair in Leave.
package play

import (
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"noir/data"
	"noir/engine"
	"noir/tui"
	"noir/tui/motion"
)

// table is the screen. It passes messages to its parts, which share what the viewer sees.
type table struct {
	*sight
	view
	help

	turn    turn
	moving  moving
	clocks  clocks
	remarks remarks
	sheet   sheet
	tape    tape // of a replay
	cover   cover
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
	t.tape.reviews = true
	return t
}

func newTable(s *tui.Session, m mode, id data.MatchID) *table {
	sees := &sight{session: s, mode: m, match: id, hold: &hold{}, motion: motion.New(s.Now)}
	t := &table{
		sight: sees, moving: moving{sight: sees}, clocks: clocks{sight: sees}, remarks: remarks{sight: sees},
		sheet: sheet{sight: sees}, tape: tape{sight: sees, speed: 1, appraisal: appraisal{sight: sees}},
	}
	t.turn = turn{sight: sees, remarks: &t.remarks}
	t.view = view{sight: sees, edges: edges{sight: sees, remarks: &t.remarks, tape: &t.tape}, sheet: &t.sheet, cover: &t.cover}
	t.help = help{sight: sees, cover: &t.cover, sheet: &t.sheet, tape: &t.tape}
	return t
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
	if t.tape.reviews {
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
		t.edges.foot = nil
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
		t.tape.turnBack()
	case awaited:
		return t, t.tape.appraisal.await()
	case tui.Sought:
		t.remarks.complain(msg.Err)
	case tui.Hidden:
		t.hidden = true
		t.motion.Skip()
	case tui.Shown:
		t.hidden = false
		return t, tea.Batch(t.clocks.run(), after{t.sight}.goOver(), t.sheet.decide())
	case tied:
		return t, t.acquaint(msg)
	case tea.KeyPressMsg, tea.MouseMsg, tea.PasteMsg:
		return t, t.input(msg)
	}
	return t, nil
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
	t.tape.turnBack()
	opened := t.turn.follow(before, t.sheet.opens(before))
	looked := t.sheet.appear(before)
	over, passes := after{t.sight}, passing{t.sight}
	return tea.Batch(t.next(), looked, t.moving.follow(before), t.clocks.run(), t.remarks.tell(before), over.goOver(), opened, passes.follow(before), over.goOn(before))
}

// input takes a key or the mouse.
func (t *table) input(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		t.remarks.complaint = ""
		if t.skip(msg) {
			return nil
		}
	case tea.MouseClickMsg:
		t.remarks.complaint = ""
		t.motion.Skip()
	}
	if t.cover.overlay != nil {
		return t.cover.input(msg)
	}
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		return t.press(msg)
	case tea.MouseClickMsg:
		if t.mode == seated && t.board != nil && !t.gameOver() {
			msg.Y -= headLines
			return t.turn.give(msg)
		}
	case tea.MouseWheelMsg:
		if t.sheet.on {
			t.sheet.scroll(msg.Button == tea.MouseWheelDown)
		}
	}
	return nil
}

// skip ends what moves. It reports whether that is all that a key does: nobody means to go home
// while the sheet still fills.
func (t *table) skip(msg tea.KeyPressMsg) (spent bool) {
	spent = t.mode == seated && t.sheet.on && t.motion.Moves() && key.Matches(msg, keys.home)
	t.motion.Skip()
	return spent
}

func (t *table) press(msg tea.KeyPressMsg) tea.Cmd {
	switch {
	case t.board == nil:
		return stranded{t.sight}.press(msg)
	case key.Matches(msg, keys.moves):
		t.cover.overlay = &moves{sight: t.sight}
	case t.gameOver() && key.Matches(msg, keys.sheet):
		t.sheet.on = !t.sheet.on
	case t.sheet.on && key.Matches(msg, keys.up, keys.down):
		t.sheet.scroll(key.Matches(msg, keys.down))
	case t.mode == replaying && key.Matches(msg, keys.moment):
		t.tape.playing, t.cover.overlay = false, &moment{tape: &t.tape}
	case t.mode == replaying && key.Matches(msg, keys.onward):
		t.goOnward()
	case t.mode == replaying:
		return t.tape.press(msg)
	case t.mode == seated && t.ended == nil && key.Matches(msg, keys.say):
		t.cover.overlay = sayMenu{t.sight}
	case t.gameOver():
		return t.pressAfter(msg)
	case t.mode == watching:
		if key.Matches(msg, keys.back) {
			return tui.Ask(tui.Pop{})
		}
	case key.Matches(msg, keys.auto) && passing{t.sight}.possible():
		return passing{t.sight}.toggle()
	case key.Matches(msg, keys.hint):
		return t.remarks.consult()
	case key.Matches(msg, keys.menu):
		t.cover.overlay = &menu{sight: t.sight}
	default:
		return t.turn.give(msg)
	}
	return nil
}

// goOnward asks how the game is to go on from the moment shown.
func (t *table) goOnward() {
	r, ok := t.hold.chair().(*reel)
	if !ok {
		return
	}
	t.tape.playing = false
	o, err := newOnward(t.sight, r)
	if t.remarks.complain(err); err == nil {
		t.cover.overlay = o
	}
}

// pressAfter handles keys when the game is over.
func (t *table) pressAfter(msg tea.KeyPressMsg) tea.Cmd {
	switch {
	case t.turn.tooSoon():
		return nil
	case t.mode == seated && t.ended != nil && key.Matches(msg, keys.rematch):
		t.remarks.complaint = after{t.sight}.tooLate(t.session.Language)[0]
		return nil
	}
	return after{t.sight}.press(msg)
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

// Typing reports whether a number or a text is being written.
func (t *table) Typing() bool {
	switch t.cover.overlay.(type) {
	case *moment, *draft:
		return true
	}
	return false
}
