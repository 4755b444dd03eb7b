package districtnoir

import (
	"context"
	"encoding/json"
	"errors"

	"noir/engine"
	"noir/engine/districtnoir/compact"
	"noir/engine/districtnoir/search"
)

// judgedGames is the usual number of games for a judgement, each in a world of its own.
const judgedGames = 20_000

var _ engine.Critic = Game{}

// Judge plays games in worlds that fit what the seat knows, equally many after each legal move.
func (Game) Judge(ctx context.Context, s engine.Sight, t engine.Trial, _ ...json.RawMessage) (engine.Judgement, error) {
	scene, err := sceneOf(s)
	if err != nil {
		return engine.Judgement{}, err
	}
	chances, err := search.House.Judge(ctx, scene, t.Of(judgedGames), streamOf(t.Seed, s))
	if err != nil {
		return engine.Judgement{}, err
	}
	return judgement(s.Legal, chances, t.Of(judgedGames))
}

// JudgeOpen plays as many games with all cards known; the last round it solves exactly. The
// seat must be on move.
func (Game) JudgeOpen(ctx context.Context, st engine.State, seat engine.Seat, t engine.Trial, _ ...json.RawMessage) (engine.Judgement, error) {
	p, ok := st.(position)
	if !ok || !p.OnMove(seat) {
		return engine.Judgement{}, errors.New("the seat is not asked in a position of district-noir")
	}
	chance := compact.Chance(t.Seed)
	chances, err := search.JudgeOpen(ctx, p.compact(), t.Of(judgedGames), &chance)
	if err != nil {
		return engine.Judgement{}, err
	}
	return judgement(p.Legal(seat), chances, 1)
}

// JudgeAll is Judge: it weighs every legal move anyway.
func (g Game) JudgeAll(ctx context.Context, s engine.Sight, t engine.Trial) (engine.Judgement, error) {
	return g.Judge(ctx, s, t)
}

func judgement(legal []json.RawMessage, chances *search.Chances, worlds int) (engine.Judgement, error) {
	j := engine.Judgement{Worlds: worlds}
	for _, body := range legal {
		m, ok := readMove(body)
		if !ok {
			return engine.Judgement{}, refuse(UnknownAction)
		}
		j.Moves = append(j.Moves, engine.Judged{Move: body, Chance: chances[compactMove(m)]})
	}
	j.Chance = j.Best().Chance
	return j, nil
}
