package arena

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"noir/engine"
)

// game is one game of a contest.
type game struct {
	state      engine.State
	challenger engine.Seat
	players    []engine.Player
	logs       [][]engine.Line // by seat
	chance     *rand.Rand      // the order in which seats that are asked together answer
	won        int             // by the challenger, in parts of a win
	thought    []time.Duration // by the challenger, about each move
	reason     string          // why it ended
}

// deal begins a game of a deal, with the challenger on a seat.
func (c Contest) deal(n int, challenger engine.Seat) (*game, error) {
	seed := engine.Seed(sha256.Sum256(fmt.Appendf(c.Seed[:], "deal %d", n)))
	state, err := c.Game.Start(engine.Setup{Seed: seed, Seats: c.Seats})
	if err != nil {
		return nil, err
	}
	g := &game{
		state: state, challenger: challenger,
		players: make([]engine.Player, c.Seats), logs: make([][]engine.Line, c.Seats),
		chance: rand.New(rand.NewChaCha8(sha256.Sum256(seed[:]))),
	}
	for i := range g.players {
		entrant := c.Rival
		if engine.Seat(i) == challenger {
			entrant = c.Challenger
		}
		if g.players[i], err = entrant.Player(g.chance.Uint64()); err != nil {
			return nil, err
		}
	}
	return g, nil
}

// play has everybody who is asked move until the game is over.
func (g *game) play(ctx context.Context) error {
	for {
		result, over := g.state.Result()
		if over {
			g.won, g.reason = partsOf(result, g.challenger), result.Reason
			return nil
		}
		asked := g.state.Prompts()
		if err := g.move(ctx, asked[g.chance.IntN(len(asked))].Seat); err != nil {
			return err
		}
	}
}

// move has a seat move. A player whose time is over makes no move.
func (g *game) move(ctx context.Context, s engine.Seat) error {
	view, err := json.Marshal(g.state.View(s))
	if err != nil {
		return err
	}
	sight := engine.Sight{Seat: s, Seats: len(g.players), View: view, Legal: g.state.Legal(s), Log: g.logs[s]}
	began := time.Now()
	body, err := g.players[s].Choose(ctx, sight)
	if s == g.challenger {
		g.thought = append(g.thought, time.Since(began))
	}
	if err := errors.Join(ctx.Err(), err); err != nil {
		return err
	}
	next, plies, err := engine.Make(g.state, engine.Move{Seat: s, By: engine.ByPlayer, Body: body})
	if err != nil {
		return fmt.Errorf("seat %d plays %s: %w", s, body, err)
	}
	g.state = next
	for _, p := range plies {
		for seat, log := range g.logs {
			g.logs[seat] = append(log, p.Line(len(log)+1, engine.Seat(seat), 0))
		}
	}
	return nil
}
