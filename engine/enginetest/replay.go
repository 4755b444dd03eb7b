package enginetest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"

	"noir/engine"
)

// checkReplay checks that the moves, and also the moves of the log alone, lead to the same game
// again. So a move that is still kept back when the game ends must leave no trace.
func (s suite) checkReplay() error {
	return s.each(func(p *path, r *rand.Rand) error {
		if err := s.finish(p, r); err != nil {
			return err
		}
		return s.replays(p)
	})
}

func (s suite) replays(p *path) error {
	steps, err := engine.Replay(s.game, p.setup, p.moves)
	if err != nil {
		return err
	}
	for i, step := range steps {
		if err := same(p.states[i], step.State, p.setup.Seats); err != nil {
			return fmt.Errorf("replayed to move %d: %w", i, err)
		}
	}
	log := p.log(len(p.moves))
	var logged []engine.Move
	for _, ply := range log {
		logged = append(logged, ply.Move)
	}
	fromLog, err := engine.Replay(s.game, p.setup, logged)
	if err != nil {
		return fmt.Errorf("the log: %w", err)
	}
	if _, over := p.last().Result(); over { // otherwise moves may still be kept back
		if err := same(p.last(), fromLog[len(fromLog)-1].State, p.setup.Seats); err != nil {
			return fmt.Errorf("the log replayed: %w", err)
		}
	}
	for _, again := range [][]engine.Step{steps, fromLog} {
		if err := sameLog(log, again); err != nil {
			return err
		}
	}
	return nil
}

func sameLog(log []engine.Ply, steps []engine.Step) error {
	var again []engine.Ply
	for _, step := range steps {
		again = append(again, step.Plies...)
	}
	left, err := logText(log)
	if err != nil {
		return err
	}
	right, err := logText(again)
	if err != nil {
		return err
	}
	if left != right {
		return fmt.Errorf("replayed, the log differs:\n%s\n%s", left, right)
	}
	return nil
}

// checkSharing uses one position in several goroutines; the race detector finds writes to it.
func (s suite) checkSharing() error {
	return s.each(func(p *path, r *rand.Rand) error {
		if err := s.walk(p, r, r.IntN(40)); err != nil {
			return err
		}
		seen, err := snapshot(p.last(), p.setup.Seats)
		if err != nil {
			return err
		}
		failed := make([]error, 3)
		var all sync.WaitGroup
		for i := range failed {
			all.Go(func() {
				own := rand.New(rand.NewPCG(uint64(i), 2))
				branch := &path{setup: p.setup, states: []engine.State{p.last()}}
				failed[i] = errors.Join(s.walk(branch, own, 20), unchanged(p.last(), seen, p.setup.Seats))
			})
		}
		all.Wait()
		return errors.Join(failed...)
	})
}
