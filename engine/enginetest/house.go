package enginetest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"

	"noir/engine"
)

// checkHouse has house players of every level play whole games twice: they must move legally
// and the same each time, even without time to think.
func (s suite) checkHouse() error {
	if _, err := s.game.House("no such level", 1); err == nil {
		return errors.New("there is a house player of every level")
	}
	for _, level := range s.game.Info().Levels() {
		err := s.each(func(p *path, r *rand.Rand) error {
			return s.houseGame(p, level, r)
		})
		if err != nil {
			return fmt.Errorf("level %s: %w", level, err)
		}
	}
	return nil
}

func (s suite) houseGame(p *path, level string, r *rand.Rand) error {
	hurried, cancel := context.WithCancel(context.Background())
	cancel()
	var pairs [][2]engine.Player
	for seat := range p.setup.Seats {
		var pair [2]engine.Player
		for i := range pair {
			player, err := s.game.House(level, uint64(seat))
			if err != nil {
				return err
			}
			pair[i] = player
		}
		pairs = append(pairs, pair)
	}
	logs := make([][]engine.Line, p.setup.Seats)
	for range s.Longest {
		prompts := p.last().Prompts()
		if len(prompts) == 0 {
			return nil
		}
		seat := prompts[r.IntN(len(prompts))].Seat
		ctx := hurried
		if r.IntN(s.Hurry) == 0 {
			ctx = context.Background()
		}
		body, err := choose(ctx, pairs[seat], p, seat, logs[seat])
		if err != nil {
			return fmt.Errorf("seat %d after %d moves: %w", seat, len(p.moves), err)
		}
		if body, err = s.game.Read(body); err != nil {
			return err
		}
		if err := p.apply(engine.Move{Seat: seat, By: engine.ByPlayer, Body: body}); err != nil {
			return err
		}
		for _, ply := range p.plies[len(p.plies)-1] {
			for viewer, log := range logs {
				logs[viewer] = append(log, ply.Line(len(log)+1, engine.Seat(viewer), 0))
			}
		}
	}
	return fmt.Errorf("not over after %d moves", s.Longest)
}

// choose returns the move that both of two players of the same kind choose.
func choose(ctx context.Context, pair [2]engine.Player, p *path, seat engine.Seat, log []engine.Line) (json.RawMessage, error) {
	view, err := json.Marshal(p.last().View(seat))
	if err != nil {
		return nil, err
	}
	var chosen [2]json.RawMessage
	for i, player := range pair {
		chosen[i], err = player.Choose(ctx, engine.Sight{
			Seat: seat, Seats: p.setup.Seats, View: view, Legal: p.last().Legal(seat), Log: log,
		})
		if err != nil {
			return nil, err
		}
	}
	if !bytes.Equal(chosen[0], chosen[1]) {
		return nil, fmt.Errorf("the same player chooses %s and %s", chosen[0], chosen[1])
	}
	return chosen[0], nil
}
