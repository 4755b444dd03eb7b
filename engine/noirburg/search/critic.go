package search

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"

	"noir/engine"
	"noir/engine/noirburg/rules"
)

// How many turns are usually played to judge a decision; fewer where there is no choice.
const (
	judgedTurns = 16_000
	forcedTurns = 2_000
)

// Judge weighs the moves that a good house player considers. Each is played out in worlds that
// the seat cannot tell from its own: weak moves in few of them, strong ones in more.
func Judge(ctx context.Context, s engine.Sight, t engine.Trial, also ...json.RawMessage) (engine.Judgement, error) {
	p, w, err := ponder(s)
	if err != nil {
		return engine.Judgement{}, err
	}
	return p.judge(ctx, w.deal, t, also)
}

// JudgeOpen plays out with all hands and the deck as they are. Future dice, and how daring each
// player is, differ.
func JudgeOpen(ctx context.Context, st engine.State, seat engine.Seat, t engine.Trial, also ...json.RawMessage) (engine.Judgement, error) {
	open, ok := st.(*rules.Position)
	if !ok {
		return engine.Judgement{}, fmt.Errorf("%T is no position of noirburg", st)
	}
	at, err := look(engine.Sight{Seat: seat, Seats: open.Seats(), View: asJSON(open.View(seat)), Legal: open.Legal(seat)})
	if err != nil {
		return engine.Judgement{}, err
	}
	at.Position = *open
	p := planner{at, newOutlook(open, seat)}
	return p.judge(ctx, func(r *rand.Rand) rules.Position {
		world := *open
		world.Chance = anySeed(r).Chance()
		return world
	}, t, also)
}

// judge compares the candidates and some other moves.
func (p planner) judge(ctx context.Context, world func(*rand.Rand) rules.Position, t engine.Trial, also []json.RawMessage) (engine.Judgement, error) {
	tries, err := p.candidates(also...)
	if err != nil {
		return engine.Judgement{}, err
	}
	r := rand.New(rand.NewPCG(t.Seed, uint64(p.Turn)))
	if err := legal(world(r), p.seat, tries); err != nil {
		return engine.Judgement{}, err
	}
	turns := judgedTurns
	if len(tries) == 1 {
		turns = forcedTurns
	}
	s := search{world: world, tries: tries, play: byReflexes(p.seat)}
	s.run(ctx, t.Of(turns), r)
	if err := ctx.Err(); err != nil {
		return engine.Judgement{}, err
	}
	j := s.judgement()
	slices.SortStableFunc(j.Moves, func(a, b engine.Judged) int { return cmp.Compare(p.entry(a.Move), p.entry(b.Move)) })
	return j, nil
}

// legal refuses moves that may not be tried in a world.
func legal(world rules.Position, seat engine.Seat, tries []*try) error {
	for _, t := range tries {
		if code := world.Refusal(t.Move, seat, engine.ByPlayer); code != "" {
			return rules.Refuse(code)
		}
	}
	return nil
}

// judgement returns how the moves have done.
func (s *search) judgement() engine.Judgement {
	first := s.tries[0]
	j := engine.Judgement{Worlds: len(first.won)}
	for _, t := range s.tries {
		if len(t.won) == j.Worlds {
			j.Chance = max(j.Chance, t.mean())
		}
	}
	for _, t := range s.tries {
		chance := t.mean()
		if n := len(t.won); n < j.Worlds { // dropped early: no better than the others
			chance = min(max(0, first.mean()+chance-mean(first.won[:n])), j.Chance)
		}
		j.Moves = append(j.Moves, engine.Judged{Move: t.Body(), Chance: chance})
	}
	return j
}

// entry returns the legal move that a move is, or is one of.
func (p planner) entry(body json.RawMessage) int {
	m, _ := rules.ReadMove(body)
	return slices.IndexFunc(p.moves, func(l rules.Move) bool {
		switch m.Type {
		case rules.TypeArrange, rules.TypeMulligan, rules.TypeDiscard:
			return l.Type == m.Type
		case rules.TypeAttack, rules.TypeDriveby:
			return l.Type == m.Type && l.Seat == m.Seat && l.Place == m.Place
		}
		return bytes.Equal(l.Body(), body)
	})
}
