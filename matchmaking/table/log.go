package table

import (
	"bytes"
	"errors"
	"fmt"
	"time"

	"noir/data"
	"noir/engine"
)

// rewind sets the table to the end of a log.
func (t *Table) rewind(log []data.Entry) error {
	start, err := t.game.Start(t.match.Setup())
	if err != nil {
		return fmt.Errorf("match %s: %w", t.match.ID, err)
	}
	t.played = newPlayed(len(t.seats))
	t.clocks = newClocks(t.game.Info(), t.match)
	for _, s := range t.seats {
		s.logged, s.made = lapses{}, 0
	}
	t.adopt(position{start, start}, nil, nil, 0)
	for i, m := range data.Moves(log) {
		if err := t.redo(m, log, moment(log[i].AtMS)); err != nil {
			return fmt.Errorf("match %s, move %d of seat %d: %w", t.match.ID, i+1, m.Seat, err)
		}
	}
	if t.played.ply() != len(log) {
		return fmt.Errorf("match %s: %d moves make %d plies", t.match.ID, len(log), t.played.ply())
	}
	return nil
}

// redo makes a move of a log again, and releases what has become ripe by it.
func (t *Table) redo(m engine.Move, log []data.Entry, at time.Duration) error {
	next, plies, err := t.window.after(m)
	if err != nil {
		return err
	}
	if len(plies) == 0 {
		t.keep(m, next.state, at)
	} else if err := t.restore(next, plies, log, at); err != nil {
		return err
	}
	if t.window.ripe {
		at = t.due()
		released, plies := t.window.state.Release()
		return t.restore(position{released, released}, plies, log, at)
	}
	return nil
}

// restore adopts plies that are in a log already.
func (t *Table) restore(next position, plies []engine.Ply, log []data.Entry, at time.Duration) error {
	if t.played.ply()+len(plies) > len(log) {
		return errors.New("the log lacks what follows from it")
	}
	times := make([]int64, len(plies))
	for i, e := range log[t.played.ply():][:len(plies)] {
		times[i] = e.AtMS
		if e.Seat == engine.Spectator {
			continue
		}
		if l := &t.seats[e.Seat].logged; !l.count(t.window.shown, e) && t.seats.own(t.window.shown, e.Seat, e.By, e.Move) {
			l.n = 0
		}
	}
	t.adopt(next, plies, times, at)
	t.time.reach(at)
	return nil
}

// adopt takes over a position and the plies that led to it, each with the time
// at which it was made.
func (t *Table) adopt(next position, plies []engine.Ply, times []int64, at time.Duration) {
	for _, p := range plies {
		if t.seats.own(t.window.shown, p.Move.Seat, p.Move.By, p.Move.Body) {
			t.seats[p.Move.Seat].made++
		}
	}
	t.window.position = next
	for i, p := range plies {
		if bytes.Equal(p.Move.Body, engine.Resign) {
			t.seats[p.Move.Seat].left = true
		}
		t.played.add(p, times[i])
	}
	t.clocks.ask(at, t.window.shown.Prompts())
	t.window.sift()
	t.clocks.seal(at, t.window.state.Prompts())
}
