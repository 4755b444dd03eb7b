package review

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"

	"noir/data"
	"noir/engine"
)

// think runs work that takes up to half a second of a processor, or one where all moves are judged, once one is free. If it fails with
// ctx's error, the work was not done.
type think = func(ctx context.Context, work func(context.Context)) error

// examine judges the decisions of a finished match and finds its puzzles. The same match gives the
// same result. told is called with the number of moves looked at.
func examine(ctx context.Context, g engine.Game, m data.Match, think think, told func(moves int)) (Review, []data.Puzzle, error) {
	critic, ok := g.(engine.Critic)
	if !ok {
		return Review{}, nil, ErrNoCritic
	}
	share, err := shareOf(g, m)
	if err != nil {
		return Review{}, nil, err
	}
	c, err := newCourse(g, m)
	if err != nil {
		return Review{}, nil, err
	}
	c.share, c.forecast = share, forecastOf(g, m)
	r := Review{Version: Version, ID: m.ID, Game: m.Game, Decisions: []Decision{}}
	for e, ok := c.next(); ok; e, ok = c.next() {
		if c.decides(e) {
			d, err := c.judge(ctx, critic, e, think)
			if err != nil {
				return Review{}, nil, fmt.Errorf("match %s, ply %d: %w", m.ID, e.Ply, err)
			}
			if d != nil {
				r.Decisions = append(r.Decisions, *d)
			}
		}
		if err := c.step(); err != nil {
			return Review{}, nil, err
		}
		told(c.made)
	}
	r.Turning = turning(r.Decisions, *m.Result)
	puzzles, err := c.puzzles(ctx, critic, think)
	return r, puzzles, err
}

// thorough is how many decisions of a match are judged in full. If there are more, each gets its
// share of that effort: some seconds of a processor.
const thorough = 48

// shareOf returns the share of each decision of a match, at most 1.
func shareOf(g engine.Game, m data.Match) (float64, error) {
	c, err := newCourse(g, m)
	if err != nil {
		return 0, err
	}
	decisions := 0
	for e, ok := c.next(); ok; e, ok = c.next() {
		if c.decides(e) {
			decisions++
		}
		if err := c.step(); err != nil {
			return 0, err
		}
	}
	return min(1, thorough/float64(max(1, decisions))), nil
}

// decides reports whether the next move was a player's choice. A move by the clock is not, nor is
// the only legal one, nor a resignation before the player was asked.
func (c *course) decides(e data.Entry) bool {
	if e.By != engine.ByPlayer && e.By != engine.ByBot || !c.asks(e.Seat) {
		return false
	}
	legal := c.shown.Legal(e.Seat)
	return len(legal) > 1 || resigns(e.Move) || len(legal) == 1 && !bytes.Equal(legal[0], e.Move)
}

func resigns(body json.RawMessage) bool { return bytes.Equal(body, engine.Resign) }

// judge judges the next move. It returns nil if there turns out to be only one thing to do.
func (c *course) judge(ctx context.Context, critic engine.Critic, e data.Entry, think think) (*Decision, error) {
	s, trial, also, err := c.question(e)
	if err != nil {
		return nil, err
	}
	known, err := weigh(ctx, think, func(ctx context.Context) (engine.Judgement, error) { return critic.Judge(ctx, s, trial, also...) })
	if err != nil || len(known.Moves) == 1 && !resigns(e.Move) {
		return nil, err
	}
	if oneBest(known) {
		c.suspect(s, known, ^trial.Seed)
	}
	open, err := weigh(ctx, think, func(ctx context.Context) (engine.Judgement, error) {
		return critic.JudgeOpen(ctx, c.shown, e.Seat, trial, also...)
	})
	if err != nil {
		return nil, err
	}
	d := &Decision{Ply: e.Ply, Seat: e.Seat, By: e.By, Move: e.Move}
	if d.Known, err = estimate(known, e.Move); err != nil {
		return nil, err
	}
	d.Open, err = estimate(open, e.Move)
	d.Mark = markOf(d.Known.Loss, known.Worlds)
	c.rate(d)
	return d, err
}

// rate says what the chances of a decision are by the ratings of the two, if both have one.
func (c *course) rate(d *Decision) {
	if c.forecast == nil {
		return
	}
	left := 1 - float64(d.Ply-1)/float64(len(c.match.Moves))
	for _, e := range []*Estimate{&d.Known, &d.Open} {
		chance := rounded(c.forecast(e.Chance, d.Seat, left))
		e.Rated = &chance
	}
}

// forecastOf returns what a chance between equals is for a seat of a match of two with ratings, when a part of the
// game is left; nil without ratings.
func forecastOf(g engine.Game, m data.Match) func(chance float64, seat engine.Seat, left float64) float64 {
	forecaster, ok := g.(engine.Forecaster)
	if !ok || len(m.Seats) != 2 {
		return nil
	}
	var ratings [2]float64
	for i, s := range m.Seats {
		switch house, known := g.Info().Opponent(s.Level); {
		case s.Before != nil:
			ratings[i] = *s.Before
		case known && house.Rating > 0:
			ratings[i] = house.Rating
		default:
			return nil
		}
	}
	return func(chance float64, seat engine.Seat, left float64) float64 {
		return forecaster.Between(chance, ratings[seat], ratings[1-seat], left)
	}
}

// question is what a critic is asked about the next move: the sight of its seat, the trial, and the
// moves to be weighed in any case.
func (c *course) question(e data.Entry) (s engine.Sight, t engine.Trial, also []json.RawMessage, err error) {
	if !resigns(e.Move) {
		also = append(also, e.Move)
	}
	s, err = c.sight(e.Seat)
	return s, engine.Trial{Seed: binary.BigEndian.Uint64(c.match.Seed[:]) + uint64(e.Ply), Share: c.share}, also, err
}

// weigh runs judge once a processor is free.
func weigh(ctx context.Context, think think, judge func(context.Context) (engine.Judgement, error)) (j engine.Judgement, err error) {
	if waited := think(ctx, func(ctx context.Context) { j, err = judge(ctx) }); waited != nil {
		return j, waited
	}
	return j, err
}

// estimate returns what a judgement says about a move. After a resignation the chance is 0.
func estimate(j engine.Judgement, made json.RawMessage) (Estimate, error) {
	best := j.Best()
	e := Estimate{Chance: rounded(best.Chance), Best: best.Move}
	if resigns(made) {
		e.Loss = e.Chance
		return e, nil
	}
	for _, m := range j.Moves {
		if bytes.Equal(m.Move, made) {
			if e.Made = rounded(m.Chance); e.Made == e.Chance {
				e.Best = made
			}
			e.Loss = rounded(e.Chance - e.Made)
			return e, nil
		}
	}
	return e, errors.New("the move that was made has not been weighed")
}

func rounded(chance float64) float64 { return math.Round(chance*1e4) / 1e4 }
