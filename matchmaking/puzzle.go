package matchmaking

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"noir/data"
	"noir/engine"
)

// puzzles keeps puzzles, their matches, and who solved which.
type puzzles interface {
	Puzzle(ctx context.Context, d data.Date) (data.Puzzle, error)
	Match(ctx context.Context, id data.MatchID) (data.Match, error)
	Solving(ctx context.Context, id data.PlayerID, d data.Date) (data.Solving, error)
	Solve(ctx context.Context, id data.PlayerID, d data.Date, move json.RawMessage, best bool) (data.Solving, error)
}

// Daily is the puzzle of a day for one visitor, for one goroutine.
type Daily struct {
	data.Puzzle
	Date  data.Date
	Frame Frame        // what the seat was shown when it was asked; see pose
	Fared data.Solving // the visitor's; for a guest only Today, once they have answered

	store  puzzles
	player data.Player
	game   engine.Game
	state  engine.State
}

// FindDaily returns the puzzle of a moment's day. data.ErrNotFound while there is none, or none of
// an offered game.
func FindDaily(ctx context.Context, store puzzles, games []engine.Game, visitor data.Player, now time.Time) (*Daily, error) {
	d := &Daily{Date: data.DateOf(now), store: store, player: visitor}
	var err error
	if d.Puzzle, err = store.Puzzle(ctx, d.Date); err != nil {
		return nil, err
	}
	var played bool
	if d.game, played = engine.Named(games, d.Game); !played {
		return nil, fmt.Errorf("%w: the game %q", data.ErrNotFound, d.Game)
	}
	m, err := store.Match(ctx, d.Match)
	if err != nil {
		return nil, err
	}
	if !visitor.ID.Guest() {
		if d.Fared, err = store.Solving(ctx, visitor.ID, d.Date); err != nil {
			return nil, err
		}
	}
	return d, d.pose(m)
}

// Answered returns what the visitor's first answer of the day is worth; ok is false when
// they have given none.
func (d *Daily) Answered() (w data.Weighed, ok bool) { return d.Weigh(d.Fared.Today) }

// Answer judges a move, stores it if it is the first of the day, and returns what it is worth.
// *BadMove, *engine.Illegal.
func (d *Daily) Answer(ctx context.Context, move json.RawMessage) (w data.Weighed, err error) {
	body, err := d.game.Read(move)
	if err != nil {
		return w, &BadMove{Cause: err}
	}
	w, ok := d.Weigh(body)
	if !ok {
		_, _, err := d.state.Apply(engine.Move{Seat: d.Seat, By: engine.ByPlayer, Body: body})
		if err == nil {
			err = fmt.Errorf("puzzle %d has not weighed %s", d.ID, body)
		}
		return w, err
	}
	switch {
	case !d.player.ID.Guest():
		d.Fared, err = d.store.Solve(ctx, d.player.ID, d.Date, w.Move, d.Solved(w))
	case d.Fared.Today == nil:
		d.Fared.Today = w.Move
	}
	return w, err
}

// pose makes the frame that the seat was shown. It has no names of the players, its clocks stand,
// and there is no table behind it.
func (d *Daily) pose(m data.Match) error {
	if d.After > len(m.Moves) || int(d.Seat) >= len(m.Seats) {
		return fmt.Errorf("puzzle %d: match %s is not long enough", d.ID, m.ID)
	}
	w, err := newWalk(d.game, m, d.Seat)
	if err != nil {
		return err
	}
	log, err := w.to(d.After)
	if err != nil {
		return err
	}
	d.state = w.state
	clock := d.game.Info().Clock
	d.Frame = Frame{
		Revision: 1, Match: "puzzle", Game: m.Game, Pace: data.Live, Private: true, Options: m.Options,
		Seat: d.Seat, Clock: clock, Log: log, View: View(d.state, d.Seat),
		Turn: &Turn{Ply: d.After + 1, Legal: d.state.Legal(d.Seat)},
	}
	for s := range m.Seats {
		d.Frame.Seats = append(d.Frame.Seats, Seated{Name: d.called(engine.Seat(s), len(m.Seats)), Kind: data.Human})
		d.Frame.Clocks = append(d.Frame.Clocks, SeatClock{Bank: clock.Bank})
	}
	for _, p := range d.state.Prompts() {
		d.Frame.Clocks[p.Seat] = SeatClock{Asked: true, Move: p.Budget, Bank: clock.Bank}
	}
	return nil
}

// called is the name of a seat, at a table of so many.
func (d *Daily) called(s engine.Seat, seats int) string {
	switch {
	case s == d.Seat:
		return d.player.Name
	case seats == 2:
		return "rival"
	}
	return fmt.Sprintf("rival-%d", (int(s-d.Seat)+seats)%seats)
}
