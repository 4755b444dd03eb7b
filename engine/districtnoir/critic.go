package districtnoir

import (
	"context"
	"encoding/json"
	"errors"

	"noir/engine"
	"noir/engine/districtnoir/compact"
	"noir/engine/districtnoir/search"
)

// The usual efforts of a judgement: the number of worlds that are played out after each move, the factor for moves that
// are hard to tell from a good or a bad one, and the number of games with open cards.
const (
	judgedWorlds = 1400
	closer       = 6
	openGames    = 150
)

var (
	_ engine.Critic     = Game{}
	_ engine.Forecaster = Game{}
)

// Between implements engine.Forecaster.
func (Game) Between(chance, own, rival, left float64) float64 {
	return search.Between(chance, own, rival, left)
}

// Judge plays games in worlds that fit what the seat knows, equally many after each legal move. Whether a move in also
// is a mistake is looked at again, in more worlds, if that is hard to tell.
func (Game) Judge(ctx context.Context, s engine.Sight, t engine.Trial, also ...json.RawMessage) (engine.Judgement, error) {
	scene, err := sceneOf(s)
	if err != nil {
		return engine.Judgement{}, err
	}
	made, err := movesOf(also)
	if err != nil {
		return engine.Judgement{}, err
	}
	worlds, chance := t.Of(judgedWorlds), streamOf(t.Seed, s)
	chances, err := search.House.Judge(ctx, scene, worlds, chance)
	if err != nil {
		return engine.Judgement{}, err
	}
	if err := search.House.Settle(ctx, scene, chances, made, worlds, closer*worlds, chance); err != nil {
		return engine.Judgement{}, err
	}
	return judgement(s.Legal, chances, worlds)
}

// JudgeOpen plays games with all cards known, and solves the last round exactly. The seat must be on move.
func (Game) JudgeOpen(ctx context.Context, st engine.State, seat engine.Seat, t engine.Trial, _ ...json.RawMessage) (engine.Judgement, error) {
	p, ok := st.(position)
	if !ok || !p.OnMove(seat) {
		return engine.Judgement{}, errors.New("the seat is not asked in a position of district-noir")
	}
	chance := compact.Chance(t.Seed)
	chances, err := search.House.JudgeOpen(ctx, p.compact(), t.Of(openGames), &chance)
	if err != nil {
		return engine.Judgement{}, err
	}
	return judgement(p.Legal(seat), chances, 1)
}

// JudgeAll weighs every legal move in as many worlds as Judge weighs what is hard to tell.
func (Game) JudgeAll(ctx context.Context, s engine.Sight, t engine.Trial) (engine.Judgement, error) {
	scene, err := sceneOf(s)
	if err != nil {
		return engine.Judgement{}, err
	}
	worlds := t.Of(closer * judgedWorlds)
	chances, err := search.House.Judge(ctx, scene, worlds, streamOf(t.Seed, s))
	if err != nil {
		return engine.Judgement{}, err
	}
	return judgement(s.Legal, chances, worlds)
}

func movesOf(bodies []json.RawMessage) (compact.Moves, error) {
	var moves compact.Moves
	for _, body := range bodies {
		m, ok := readMove(body)
		if !ok {
			return 0, refuse(UnknownAction)
		}
		moves = moves.With(compactMove(m))
	}
	return moves, nil
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
