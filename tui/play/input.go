package play

import (
	"context"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"noir/data"
	"noir/matchmaking"
	"noir/tui"
)

// headLines are above the table; below it are more than one only as long as leastBody
// are left for it, which it has in the smallest window.
const (
	headLines     = 1
	mostFootLines = 3
	leastBody     = 9
)

// input takes a key or the mouse.
func (t *table) input(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		t.complaint = ""
		if d, writes := t.over.(*draft); writes {
			d.text.Update(msg)
		}
		switch {
		case t.over != nil:
			return t.over.press(t, msg)
		default:
			return t.press(msg)
		}
	case tea.PasteMsg:
		if d, writes := t.over.(*draft); writes {
			d.text.Update(msg)
		}
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
	case t.mode == seated && t.ended == nil && key.Matches(msg, keys.say):
		t.over = &sayMenu{}
		return nil
	case t.gameOver():
		return t.pressEnd(msg)
	case t.mode == watching:
		if key.Matches(msg, keys.back) {
			return tui.Ask(tui.Pop{})
		}
		return nil
	case key.Matches(msg, keys.decline) && t.hasWindows():
		on := !t.frame.Declines
		return t.do(func(ctx context.Context, c matchmaking.Seat) error { return c.Decline(ctx, on) })
	case key.Matches(msg, keys.hint):
		return t.consult()
	case key.Matches(msg, keys.menu):
		t.over = &menu{}
		return nil
	}
	return t.toBoard(msg)
}

// pressStranded is for a screen without a table.
func (t *table) pressStranded(msg tea.KeyPressMsg) tea.Cmd {
	switch {
	case key.Matches(msg, t.wayOut()):
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
	case t.tooSoon():
		return nil
	case key.Matches(msg, keys.home):
		if t.mode == watching {
			return tui.Ask(tui.Pop{})
		}
		return tui.Ask(tui.Home{})
	case key.Matches(msg, keys.replay):
		return tui.Ask(tui.Push{Screen: s.Routes.Replay(s, f.Match)})
	case t.canRematch() && key.Matches(msg, keys.rematch):
		return t.do(func(ctx context.Context, c matchmaking.Seat) error { return c.Rematch(ctx) })
	case t.mode == seated && t.ended != nil && key.Matches(msg, keys.rematch):
		t.complaint = t.tooLate(s.Language)[0]
	case t.canFollow() && key.Matches(msg, keys.follow):
		return tui.Ask(tui.Replace{Screen: s.Routes.Watch(s, f.Next)})
	case t.canPlayNext() && key.Matches(msg, keys.next):
		return t.playNext()
	}
	return nil
}

// ticket is for another game on the same terms.
func (t *table) ticket() matchmaking.Ticket {
	s, f := t.session, t.frame
	terms := matchmaking.Terms{Game: f.Game, Rated: f.Rated, Pace: f.Pace, Tournament: f.Tournament}
	if f.Tournament == 0 {
		terms.Options = tui.SameOptions(s.Switches[f.Game], f.Options)
	}
	return matchmaking.Ticket{Player: s.Player, Terms: terms}
}

// playNext asks for another game on the same terms.
func (t *table) playNext() tea.Cmd {
	s, f, ticket := t.session, t.frame, t.ticket()
	if level := t.house(); level != "" {
		ticket.Bot, ticket.Seats = level, len(f.Seats)
		return tui.Ask(tui.Seek{Ticket: ticket})
	}
	if f.Pace == data.Day {
		return t.challenge(data.Challenge{
			From: s.Player, Game: f.Game, Rated: f.Rated, Seats: len(f.Seats), Options: ticket.Options,
		})
	}
	return tui.Ask(tui.Replace{Screen: s.Routes.Queue(s, ticket)})
}

// challenge offers another game at pace day, or takes one that is offered.
func (t *table) challenge(offer data.Challenge) tea.Cmd {
	s := t.session
	return func() tea.Msg {
		a, err := s.Broker.Challenge(s.Context, offer)
		switch {
		case err != nil:
			return answered{err: err}
		case a.Match != "":
			return tui.Replace{Screen: s.Routes.Play(s, a.Match)}
		}
		return tui.Toast{Text: s.Words("Your challenge stands. You need not wait for it.")}
	}
}

// toBoard gives the board a message and makes the move that comes of it. A move
// that was confirmed just when the turn had opened by itself is not made: it
// stays picked. While the house plays for the viewer the message only ends that.
func (t *table) toBoard(msg tea.Msg) tea.Cmd {
	if Relieved(t.frame) {
		return t.do(func(ctx context.Context, c matchmaking.Seat) error { return c.Back(ctx) })
	}
	move, ok := t.board.Update(msg)
	turn := t.frame.Turn
	if !ok || turn == nil || t.sent == turn.Ply || t.tooSoon() {
		return nil
	}
	t.sent = turn.Ply
	ctx, h := t.session.Context, t.hold
	return func() tea.Msg {
		seat, err := h.seat()
		if err == nil {
			err = seat.Play(ctx, turn.Ply, move)
		}
		if err != nil {
			return answered{turn.Ply, err}
		}
		return nil
	}
}

// tooSoon reports whether something has just opened by itself, for which a key that
// comes now was not meant, and says so.
func (t *table) tooSoon() bool {
	if t.session.Now().Sub(t.openedAt) >= openingGrace {
		return false
	}
	t.complaint = t.session.Words("This has just changed: press it again.")
	return true
}

// wheel scrolls whatever scrolls.
func (t *table) wheel(msg tea.MouseWheelMsg) tea.Cmd {
	down := msg.Button == tea.MouseWheelDown
	switch {
	case t.over != nil && down:
		return t.over.press(t, tea.KeyPressMsg{Code: tea.KeyDown})
	case t.over != nil:
		return t.over.press(t, tea.KeyPressMsg{Code: tea.KeyUp})
	case t.sheet.on:
		t.sheet.scroll(down)
	}
	return nil
}
