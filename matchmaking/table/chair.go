package table

import (
	"context"
	"encoding/json"
	"errors"
	"slices"

	"noir/data"
	"noir/engine"
	"noir/matchmaking"
	"noir/matchmaking/tally"
)

// viewer is a cursor over a table in memory.
type viewer struct {
	*matchmaking.Cursor
	table *Table
	seat  engine.Seat // the seat whose view it has; Spectator for none
}

// newViewer returns a viewer of a seat, or a spectator's. One of a house player does not count as presence.
func newViewer(t *Table, s engine.Seat, house bool) viewer {
	quit := func() { t.attendance.quit(s) }
	if house {
		quit = nil
	}
	return viewer{matchmaking.NewCursor(t.screens.of(s), t.services.Workers.Go, quit), t, s}
}

// chair is a seat's viewer.
type chair struct {
	viewer
	relief bool // of a substitute in a person's seat
}

var (
	_ matchmaking.Viewer = (*viewer)(nil)
	_ matchmaking.Seat   = (*chair)(nil)
)

func (c *chair) Play(ctx context.Context, ply int, move json.RawMessage) error {
	body, err := c.table.rules.Read(move)
	if err != nil {
		return &matchmaking.BadMove{Cause: err}
	}
	return c.table.do(ctx, func() error { return c.table.referee.play(c, ply, body) })
}

// lapse has the clock move for a house player at once, so that nobody waits until its time is over.
func (c *chair) lapse(ctx context.Context, ply int) error {
	return c.table.do(ctx, func() error { return c.table.referee.lapse(c, ply) })
}

func (c *chair) Resign(ctx context.Context) error {
	return c.table.do(ctx, func() error {
		return c.table.referee.stop(engine.Move{Seat: c.seat, By: engine.ByPlayer, Body: engine.Resign})
	})
}

func (c *chair) Pass(ctx context.Context, p matchmaking.Passing) error {
	return c.table.do(ctx, func() error { return c.table.referee.setPassing(c.seat, p) })
}

func (c *chair) Back(ctx context.Context) error {
	return c.table.change(ctx, func() (bool, error) { return c.table.relief.giveBack(c.seat) })
}

func (c *chair) Slow(ctx context.Context) error {
	return c.table.change(ctx, func() (bool, error) { return c.table.slow.offer(c.seat) })
}

func (c *chair) AllowSpectators(ctx context.Context, allow bool) error {
	return c.table.change(ctx, func() (bool, error) { return c.table.door.allowSpectators(c.seat, allow) })
}

func (c *chair) Rematch(ctx context.Context) error {
	return c.table.change(ctx, func() (bool, error) { return c.table.rematch.offer(c.seat) })
}

func (c *chair) Say(ctx context.Context, phrase string) error {
	if !slices.Contains(matchmaking.Phrases[:], phrase) {
		return matchmaking.ErrNoPhrase
	}
	return c.say(ctx, matchmaking.Note{Code: "said", Seat: c.seat, Phrase: phrase})
}

func (c *chair) Write(ctx context.Context, text string) error {
	text = data.Clean(text, matchmaking.MaxText)
	if text == "" {
		return matchmaking.ErrNothing
	}
	return c.say(ctx, matchmaking.Note{Code: "said", Seat: c.seat, Text: text})
}

// say tells the table one of the Phrases, or a cleaned text. It blocks on the store without
// taking the table's time.
func (c *chair) say(ctx context.Context, n matchmaking.Note) error {
	t := c.table
	deaf, err := t.talk.may(ctx, n)
	if errors.Is(err, matchmaking.ErrTalkative) {
		t.services.Tally.Met(tally.Phrases)
	}
	if err != nil {
		return err
	}
	return t.do(ctx, func() error {
		t.services.Said(t.match.ID, t.notes.utter(n, deaf))
		t.screens.publish()
		return nil
	})
}

// Hint implements Seat. Only its caller waits, not the table.
func (c *chair) Hint(ctx context.Context) (matchmaking.Hint, error) {
	t := c.table
	critic, judges := t.rules.(engine.Critic)
	switch waiting := &t.hints.waiting[c.seat]; {
	case !judges:
		return matchmaking.Hint{}, matchmaking.ErrNoHints
	case !waiting.CompareAndSwap(false, true):
		return matchmaking.Hint{}, matchmaking.ErrHinting
	default:
		defer waiting.Store(false)
	}
	var f matchmaking.Frame
	err := t.do(ctx, func() error {
		f = t.screens.of(c.seat).Newest().Frame
		told, err := t.hints.consult(c.seat, f)
		if told {
			t.screens.publish()
		}
		return err
	})
	if err != nil {
		return matchmaking.Hint{}, err
	}
	return t.hints.ponder(ctx, critic, f)
}
