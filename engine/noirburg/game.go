// Package noirburg is Noirburg, a card game for three to six bosses: its rules (package
// rules) and its house players and critic (package search) as one engine.Game.
package noirburg

import (
	"context"
	"encoding/json"

	"noir/engine"
	"noir/engine/noirburg/rules"
	"noir/engine/noirburg/search"
)

// Game is Noirburg.
type Game struct{ rules.Game }

var (
	_ engine.Completer  = Game{}
	_ engine.Explainer  = Game{}
	_ engine.Statistics = Game{}
	_ engine.Critic     = Game{}
)

// Info describes the rules and the house players.
func (g Game) Info() engine.Info {
	info := g.Game.Info()
	info.House = search.Opponents()
	return info
}

// House implements engine.Game.
func (Game) House(level string, seed uint64) (engine.Player, error) { return search.House(level, seed) }

// Judge implements engine.Critic, as do JudgeOpen and JudgeAll.
func (Game) Judge(ctx context.Context, s engine.Sight, t engine.Trial, also ...json.RawMessage) (engine.Judgement, error) {
	return search.Judge(ctx, s, t, also...)
}

func (Game) JudgeOpen(ctx context.Context, st engine.State, seat engine.Seat, t engine.Trial, also ...json.RawMessage) (engine.Judgement, error) {
	return search.JudgeOpen(ctx, st, seat, t, also...)
}

func (Game) JudgeAll(ctx context.Context, s engine.Sight, t engine.Trial) (engine.Judgement, error) {
	return search.JudgeAll(ctx, s, t)
}
