package play

import (
	"context"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"noir/matchmaking"
	"noir/tui"
)

// headLines are above the table, footLines below it.
const (
	headLines = 1
	footLines = 1
)

// input takes a key or the mouse.
func (t *table) input(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		t.complaint = ""
		if t.over != nil {
			return t.over.press(t, msg.String())
		}
		return t.press(msg)
	case tea.MouseClickMsg:
		t.complaint = ""
		if t.over != nil {
			return t.clickOverlay(msg)
		}
		if t.playing() {
			msg.Y -= headLines
			return t.toBoard(msg)
		}
	case tea.MouseWheelMsg:
		return t.wheel(msg)
	}
	return nil
}

// playing reports whether keys and clicks are for the board.
func (t *table) playing() bool {
	return t.mode == seated && t.board != nil && !t.gameOver()
}

func (t *table) press(msg tea.KeyPressMsg) tea.Cmd {
	switch {
	case t.board == nil:
		return t.pressStranded(msg)
	case key.Matches(msg, keys.moves):
		t.over = &moves{}
		return nil
	case t.gameOver() && key.Matches(msg, keys.sheet):
		t.sheet.on = !t.sheet.on
		return nil
	case t.sheet.on && key.Matches(msg, keys.up, keys.down):
		t.sheet.scroll(key.Matches(msg, keys.down))
		return nil
	case t.mode == replaying:
		return t.pressTape(msg)
	case t.gameOver():
		return t.pressEnd(msg)
	case t.mode == watching:
		if key.Matches(msg, keys.back) {
			return tui.Ask(tui.Pop{})
		}
		return nil
	case key.Matches(msg, keys.say):
		t.over = &sayMenu{}
		return nil
	case key.Matches(msg, keys.menu):
		t.over = &leaveMenu{}
		return nil
	}
	return t.toBoard(msg)
}

// pressStranded is for a screen without a table.
func (t *table) pressStranded(msg tea.KeyPressMsg) tea.Cmd {
	switch {
	case key.Matches(msg, keys.back):
		return tui.Ask(tui.Pop{})
	case t.canReplay() && key.Matches(msg, keys.replay):
		return tui.Ask(tui.Replace{Screen: t.session.Routes.Replay(t.session, t.match)})
	}
	return nil
}

// pressEnd is for a game that is over.
func (t *table) pressEnd(msg tea.KeyPressMsg) tea.Cmd {
	s, f := t.session, t.frame
	switch {
	case key.Matches(msg, keys.home):
		if t.mode == watching {
			return tui.Ask(tui.Pop{})
		}
		return tui.Ask(tui.Home{})
	case key.Matches(msg, keys.replay):
		return tui.Ask(tui.Push{Screen: s.Routes.Replay(s, f.Match)})
	case t.canRematch() && key.Matches(msg, keys.rematch):
		return t.do(func(ctx context.Context, c matchmaking.Chair) error { return c.Rematch(ctx) })
	case t.canFollow() && key.Matches(msg, keys.follow):
		return tui.Ask(tui.Replace{Screen: s.Routes.Watch(s, f.Next)})
	case t.canPlayNext() && key.Matches(msg, keys.next):
		return t.playNext()
	}
	return nil
}

// playNext asks for another game on the same terms.
func (t *table) playNext() tea.Cmd {
	s, f := t.session, t.frame
	ticket := matchmaking.Ticket{
		Player: s.Player,
		Terms:  matchmaking.Terms{Game: f.Game, Rated: f.Rated, Pace: f.Pace, Options: f.Options},
	}
	if level := t.house(); level != "" {
		ticket.Bot, ticket.Seats = level, len(f.Seats)
		return tui.Ask(tui.Seek{Ticket: ticket})
	}
	return tui.Ask(tui.Replace{Screen: s.Routes.Queue(s, ticket)})
}

// toBoard gives the board a message and makes the move that comes of it. A move
// that was confirmed just when the turn had opened by itself is not made: it
// stays picked.
func (t *table) toBoard(msg tea.Msg) tea.Cmd {
	move, ok := t.board.Update(msg)
	turn := t.frame.Turn
	if !ok || turn == nil || t.sending || t.session.Now().Sub(t.openedAt) < openingGrace {
		return nil
	}
	t.sending = true
	ctx, h := t.session.Context, t.hold
	return func() tea.Msg { return answered{move: true, err: h.chair().Play(ctx, turn.Ply, move)} }
}

// wheel scrolls whatever scrolls.
func (t *table) wheel(msg tea.MouseWheelMsg) tea.Cmd {
	name := "up"
	if msg.Button == tea.MouseWheelDown {
		name = "down"
	}
	switch {
	case t.over != nil:
		return t.over.press(t, name)
	case t.sheet.on:
		t.sheet.scroll(name == "down")
	}
	return nil
}
