package review

import (
	"encoding/json"
	"fmt"
	"slices"

	"noir/data"
	"noir/engine"
)

// course replays a match as its seats saw it, move by move.
type course struct {
	match data.Match
	state engine.State // after all moves so far
	shown engine.State // without the kept answers: what the others know
	made  int          // number of moves
	logs  [][]engine.Line

	share    float64   // share of the usual number of games that judges each decision
	suspects []suspect // the clearest so far

	forecast func(chance float64, seat engine.Seat, left float64) float64 // by the ratings; nil without them
}

func newCourse(g engine.Game, m data.Match) (*course, error) {
	start, err := g.Start(m.Setup())
	if err != nil {
		return nil, fmt.Errorf("match %s: %w", m.ID, err)
	}
	return &course{match: m, state: start, shown: start, logs: make([][]engine.Line, len(m.Seats))}, nil
}

// next returns the move to be made next; ok is false after the last.
func (c *course) next() (e data.Entry, ok bool) {
	if c.made == len(c.match.Moves) {
		return e, false
	}
	return c.match.Moves[c.made], true
}

// step makes the next move.
func (c *course) step() error {
	e := c.match.Moves[c.made]
	next, plies, err := engine.Make(c.state, engine.Move{Seat: e.Seat, By: e.By, Body: e.Move})
	if err != nil {
		return fmt.Errorf("match %s, ply %d: %w", c.match.ID, e.Ply, err)
	}
	c.made++
	c.state = next
	if len(plies) == 0 {
		return nil
	}
	c.shown = next
	for _, p := range plies {
		for s, log := range c.logs {
			n := len(log)
			if n == len(c.match.Moves) {
				return fmt.Errorf("match %s has more plies than moves", c.match.ID)
			}
			c.logs[s] = append(log, p.Line(n+1, engine.Seat(s), c.match.Moves[n].AtMS))
		}
	}
	return nil
}

// sight returns what a seat that has to decide knows.
func (c *course) sight(s engine.Seat) (engine.Sight, error) {
	view, err := json.Marshal(c.shown.View(s))
	if err != nil {
		return engine.Sight{}, err
	}
	return engine.Sight{Seat: s, Seats: len(c.match.Seats), View: view, Legal: c.shown.Legal(s), Log: c.logs[s]}, nil
}

// asks reports whether a seat is asked for a move.
func (c *course) asks(s engine.Seat) bool {
	return slices.ContainsFunc(c.shown.Prompts(), func(p engine.Prompt) bool { return p.Seat == s })
}

// Better returns, by ply, the lines that spectators would have seen if the best move had been made,
// by what the seat could know. r must be the match's review.
func Better(g engine.Game, m data.Match, r Review) (map[int]engine.Line, error) {
	c, err := newCourse(g, m)
	if err != nil {
		return nil, err
	}
	lines := map[int]engine.Line{}
	for _, d := range r.Decisions {
		if d.Ply > len(m.Moves) {
			return nil, fmt.Errorf("match %s has no ply %d", m.ID, d.Ply)
		}
		for c.made < d.Ply-1 {
			if err := c.step(); err != nil {
				return nil, err
			}
		}
		if d.Known.Loss == 0 {
			continue
		}
		if lines[d.Ply], err = c.better(d); err != nil {
			return nil, fmt.Errorf("match %s, the best move for ply %d: %w", m.ID, d.Ply, err)
		}
	}
	return lines, nil
}

// better returns the line of the best move for the next decision, even if the move would have been
// kept back.
func (c *course) better(d Decision) (engine.Line, error) {
	move := engine.Move{Seat: d.Seat, By: d.By, Body: d.Known.Best}
	_, plies, err := c.shown.Apply(move)
	if err != nil {
		return engine.Line{}, err
	}
	if len(plies) == 0 {
		plies = []engine.Ply{{Move: move}}
	}
	return plies[0].Line(d.Ply, engine.Spectator, c.match.Moves[d.Ply-1].AtMS), nil
}
