package play

import (
	"context"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"noir/matchmaking"
	"noir/tui"
)

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
			return t.toBoard(msg)
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
		return t.pressStranded(msg)
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
	case key.Matches(msg, keys.auto) && t.hasWindows():
		return t.passes(t.frame.Passing.Other(t.session.Settings.Pass))
	case key.Matches(msg, keys.hint):
		return t.remarks.consult()
	case key.Matches(msg, keys.menu):
		t.cover.overlay = &menu{sight: t.sight}
	default:
		return t.toBoard(msg)
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

// pressStranded handles keys on a screen without a table.
func (t *table) pressStranded(msg tea.KeyPressMsg) tea.Cmd {
	switch {
	case key.Matches(msg, t.wayOut()):
		return tui.Ask(tui.Pop{})
	case t.canReplay() && key.Matches(msg, keys.replay):
		return tui.Ask(tui.Replace{Screen: t.session.Routes.Replay(t.session, t.match)})
	}
	return nil
}

// pressAfter handles keys when the game is over.
func (t *table) pressAfter(msg tea.KeyPressMsg) tea.Cmd {
	switch {
	case t.tooSoon():
		return nil
	case t.mode == seated && t.ended != nil && key.Matches(msg, keys.rematch):
		t.remarks.complaint = after{t.sight}.tooLate(t.session.Language)[0]
		return nil
	}
	return after{t.sight}.press(msg)
}

// toBoard gives the board a message and makes the resulting move. A move confirmed just when the
// turn had opened by itself is not made: it stays picked. While a substitute plays for the viewer,
// the message only ends that.
func (t *table) toBoard(msg tea.Msg) tea.Cmd {
	if t.frame.PlayedByHouse() {
		return t.do(func(ctx context.Context, c matchmaking.Seat) error { return c.Back(ctx) })
	}
	move, ok := t.board.Update(msg)
	if !ok || !t.turn.waits() || t.tooSoon() {
		return nil
	}
	return t.turn.play(move)
}

// tooSoon reports whether a key comes too soon, and says so.
func (t *table) tooSoon() bool {
	if !t.turn.tooSoon() {
		return false
	}
	t.remarks.complaint = t.session.Words("The table just changed. Press again.")
	return true
}
