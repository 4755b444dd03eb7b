package play

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"noir/matchmaking"
	"noir/tui"
)

// openingGrace is how long nothing is played after a turn has opened by itself: a key in flight was
// meant for another position.
const openingGrace = 400 * time.Millisecond

// turn is the viewer's turn, and the move that they make in it.
type turn struct {
	*sight
	remarks  *remarks
	sent     int       // ply of the move under way; 0 once the turn has changed
	openedAt time.Time // when the turn, or a score sheet, last opened by itself
}

// follow notes a turn that has opened or changed by itself, not by a move of the viewer's, or a
// score sheet that did. A viewer of another screen is told when they are asked.
func (t *turn) follow(before matchmaking.Frame, sheet bool) tea.Cmd {
	now := t.frame
	switch {
	case sheet:
		t.openedAt = t.session.Now()
		return nil
	case sameTurn(before.Turn, now.Turn):
		return nil
	}
	own := before.Turn != nil && t.sent == before.Turn.Ply && t.followed(before)
	t.sent = 0
	if now.Turn == nil || own && !t.session.Settings.OneKey { // a key held down would go on playing
		return nil
	}
	t.openedAt = t.session.Now()
	switch {
	case own || !asked(now) || asked(before):
		return nil
	case t.hidden:
		return tui.Ask(tui.Toast{Text: tui.Say("It is your move."), Bell: true})
	}
	return tui.Ask(tui.Alert{Text: t.session.Words("It is your move.")})
}

// followed reports whether the current frame results from the viewer's newest move. An answer that
// was kept back has no result: others may have had to answer after it.
func (t *turn) followed(before matchmaking.Frame) bool {
	now := t.frame
	if now.Ply() == before.Ply() {
		return true
	}
	return now.Kept.Ply != t.sent && now.Log[now.Ply()-1].Seat == now.Seat
}

// sameTurn reports whether the viewer's options are the same. After an answer that is kept back
// there may be fewer at the same ply.
func sameTurn(a, b *matchmaking.Turn) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.Ply == b.Ply && slices.EqualFunc(a.Legal, b.Legal, func(x, y json.RawMessage) bool { return bytes.Equal(x, y) })
}

// tooSoon reports whether something has just opened by itself, so that a key now was not meant for
// it, and says so.
func (t *turn) tooSoon() bool {
	soon := t.session.Now().Sub(t.openedAt) < openingGrace
	if soon {
		t.remarks.complaint = t.session.Words("The table just changed. Press again.")
	}
	return soon
}

// waits reports whether a move would be sent now: it is the viewer's turn and no move is under way.
func (t *turn) waits() bool { return t.frame.Turn != nil && t.sent != t.frame.Turn.Ply }

// give gives the board a message and makes the resulting move. A move confirmed just when the
// turn had opened by itself is not made: it stays picked. While a substitute plays for the viewer,
// the message only ends that.
func (t *turn) give(msg tea.Msg) tea.Cmd {
	if t.frame.PlayedByHouse() {
		return t.do(func(ctx context.Context, c matchmaking.Seat) error { return c.Back(ctx) })
	}
	move, ok := t.board.Update(msg)
	if !ok || !t.waits() || t.tooSoon() {
		return nil
	}
	return t.play(move)
}

// play makes a move.
func (t *turn) play(move json.RawMessage) tea.Cmd {
	ply := t.frame.Turn.Ply
	t.sent = ply
	made := t.do(func(ctx context.Context, c matchmaking.Seat) error { return c.Play(ctx, ply, move) })
	return func() tea.Msg {
		if a, _ := made().(answered); a.err != nil {
			return answered{ply, a.err}
		}
		return nil
	}
}

// answered notes an answer: a refused move is no longer under way.
func (t *turn) answered(ply int) {
	if ply == t.sent {
		t.sent = 0
	}
}
