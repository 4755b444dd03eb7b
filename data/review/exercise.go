package review

import (
	"context"
	"fmt"

	"noir/data"
	"noir/engine"
)

// Weigh judges the decision that became a ply of a reviewed match as its review did, and returns
// the position with all moves that were weighed, best first: the one that was made is among them
// unless it was a resignation. It uses up to half a second of a processor, in the turn of ctx's
// payer, and blocks meanwhile. Errors: data.ErrNotFound where there was no choice, ErrNoCritic,
// ctx's error, that of think.
func (r *Reviewer) Weigh(ctx context.Context, m data.Match, ply int) (p data.Puzzle, err error) {
	critic, ok := r.games[m.Game].(engine.Critic)
	if !ok {
		return p, ErrNoCritic
	}
	waited := r.think(ctx, func(ctx context.Context) { p, err = again(ctx, critic, r.games[m.Game], m, ply) })
	if waited != nil {
		return p, waited
	}
	return p, err
}

// again judges one decision of a match once more. The same question and trial give the same answer.
func again(ctx context.Context, critic engine.Critic, g engine.Game, m data.Match, ply int) (p data.Puzzle, err error) {
	c, err := newCourse(g, m)
	if err != nil {
		return p, err
	}
	if c.share, err = shareOf(g, m); err != nil {
		return p, err
	}
	for c.made < ply-1 && c.made < len(m.Moves) {
		if err := c.step(); err != nil {
			return p, err
		}
	}
	e, ok := c.next()
	if !ok || e.Ply != ply || !c.decides(e) {
		return p, fmt.Errorf("%w: a decision at ply %d of match %s", data.ErrNotFound, ply, m.ID)
	}
	s, trial, also, err := c.question(e)
	if err != nil {
		return p, err
	}
	known, err := critic.Judge(ctx, s, trial, also...)
	switch {
	case err != nil:
		return p, err
	case len(known.Moves) < 2:
		return p, fmt.Errorf("%w: a choice at ply %d of match %s", data.ErrNotFound, ply, m.ID)
	}
	return data.Puzzle{Game: m.Game, Match: m.ID, Seat: e.Seat, After: len(s.Log), Moves: ranked(known)}, nil
}
