package replay

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"noir/data"
	"noir/engine"
)

// Puzzles has the methods of data.Store for puzzles, their matches and their answers.
type Puzzles interface {
	Puzzle(ctx context.Context, d data.Date) (data.Puzzle, error)
	Match(ctx context.Context, id data.MatchID) (data.Match, error)
	Solving(ctx context.Context, id data.PlayerID, d data.Date) (data.Solving, error)
	Solve(ctx context.Context, id data.PlayerID, d data.Date, move json.RawMessage, best bool) (data.Solving, error)
}

// Daily is the puzzle of a day for one visitor. It is not safe for concurrent use.
type Daily struct {
	*Exercise
	Date  data.Date
	Fared data.Solving // the visitor's; a guest's has only Today, once they have answered

	store Puzzles
}

// FindDaily returns the puzzle of the day of a moment. data.ErrNotFound if no puzzle is stored, or
// if its game is not offered.
func FindDaily(ctx context.Context, store Puzzles, games []engine.Game, visitor data.Player, now time.Time) (*Daily, error) {
	d := &Daily{Date: data.DateOf(now), store: store}
	p, err := store.Puzzle(ctx, d.Date)
	if err != nil {
		return nil, err
	}
	game, played := engine.Named(games, p.Game)
	if !played {
		return nil, fmt.Errorf("%w: the game %q", data.ErrNotFound, p.Game)
	}
	m, err := store.Match(ctx, p.Match)
	if err != nil {
		return nil, err
	}
	if !visitor.ID.Guest() {
		if d.Fared, err = store.Solving(ctx, visitor.ID, d.Date); err != nil {
			return nil, err
		}
	}
	d.Exercise, err = NewExercise(game, m, p, visitor)
	return d, err
}

// Answered returns what the visitor's first answer of the day is worth; ok is false before it.
func (d *Daily) Answered() (w data.Weighed, ok bool) { return d.Weigh(d.Fared.Today) }

// Answer judges a move, stores it if it is the first of the day, and returns what it is worth.
// *BadMove, *engine.Illegal.
func (d *Daily) Answer(ctx context.Context, move json.RawMessage) (w data.Weighed, err error) {
	w, weighed, err := d.Judge(move)
	switch {
	case err != nil:
		return w, err
	case !weighed:
		return w, fmt.Errorf("puzzle %d has not weighed %s", d.ID, w.Move)
	case !d.visitor.ID.Guest():
		d.Fared, err = d.store.Solve(ctx, d.visitor.ID, d.Date, w.Move, d.Solved(w))
	case d.Fared.Today == nil:
		d.Fared.Today = w.Move
	}
	return w, err
}
