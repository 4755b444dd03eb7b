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

// openingGrace is how long after a turn has opened by itself nothing is played:
// a key that is in flight then was meant for another position.
const openingGrace = 400 * time.Millisecond

// turn is the viewer's turn, and the move that they make in it.
type turn struct {
	*sight
	sent     int       // ply of the move that is on its way; 0 once the turn is another one
	openedAt time.Time // when the turn, or something else that takes keys, opened by itself
}

// follow notes a turn that has opened, or become another one, by itself: not by a
// move of the viewer's own; or a score sheet that did. Somebody who looks at another
// screen is told when they are asked.
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
func (t *turn) followed(before matchmaking.Frame) bool {
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

// tooSoon reports whether something has just opened by itself, for which a key that
// comes now was not meant.
func (t *turn) tooSoon() bool { return t.session.Now().Sub(t.openedAt) < openingGrace }

// waits reports whether a move that is made now would be sent: it is the viewer's turn
// and none is on its way.
func (t *turn) waits() bool { return t.frame.Turn != nil && t.sent != t.frame.Turn.Ply }

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

// answered takes in that something was answered: a move that was refused is not on its
// way.
func (t *turn) answered(ply int) {
	if ply == t.sent {
		t.sent = 0
	}
}
