package review

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"noir/data"
	"noir/engine"
)

// In a puzzle every move except one would be a blunder (BlunderLoss, by what could be known), and
// there are at least puzzleMoves to choose from. A match gives at most puzzlesEach of them, those
// with the clearest answers. The review's suspects are judged once more with all legal moves, since
// among many decisions some look clear by chance. That takes a while, so only the suspectsEach
// clearest of a match are judged.
const (
	puzzleMoves  = 3
	puzzlesEach  = 2
	suspectsEach = 8
)

// suspect is a decision that may be a puzzle.
type suspect struct {
	engine.Sight
	state  engine.State
	margin float64
	seed   uint64
}

// suspect notes that the next decision may be a puzzle.
func (c *course) suspect(s engine.Sight, known engine.Judgement, seed uint64) {
	c.suspects = append(c.suspects, suspect{s, c.shown, margin(ranked(known)), seed})
	slices.SortStableFunc(c.suspects, func(a, b suspect) int { return cmp.Compare(b.margin, a.margin) })
	c.suspects = c.suspects[:min(len(c.suspects), suspectsEach)]
}

// puzzles returns the clearest of the suspects that a judgement of all moves confirms. The move
// that the clock would make for an idle player is no solution worth looking for.
func (c *course) puzzles(ctx context.Context, critic engine.Critic, think think) (found []data.Puzzle, err error) {
	slices.SortStableFunc(c.suspects, func(a, b suspect) int { return cmp.Compare(len(a.Log), len(b.Log)) })
	for _, s := range c.suspects {
		all, err := weigh(ctx, think, func(ctx context.Context) (engine.Judgement, error) {
			return critic.JudgeAll(ctx, s.Sight, engine.Trial{Seed: s.seed})
		})
		if err != nil {
			return nil, fmt.Errorf("match %s, after ply %d: %w", c.match.ID, len(s.Log), err)
		}
		if len(all.Moves) >= puzzleMoves && oneBest(all) && !idle(s.state, s.Seat, all.Best().Move) {
			found = append(found, data.Puzzle{
				Game: c.match.Game, Match: c.match.ID, Seat: s.Seat, After: len(s.Log), Moves: ranked(all),
			})
		}
	}
	return clearest(c.match, found), nil
}

// idle reports whether a move is one that the clock would make for a seat.
func idle(st engine.State, s engine.Seat, body json.RawMessage) bool {
	return slices.ContainsFunc(st.Expire(s), func(m engine.Move) bool { return bytes.Equal(m.Body, body) })
}

// oneBest reports whether every move except one is a blunder.
func oneBest(j engine.Judgement) bool {
	return len(j.Moves) > 1 && markOf(margin(ranked(j)), j.Worlds) == Blunder
}

// ranked returns the judged moves, best first.
func ranked(j engine.Judgement) []data.Weighed {
	var moves []data.Weighed
	for _, m := range j.Moves {
		moves = append(moves, data.Weighed{Move: m.Move, Chance: rounded(m.Chance), Twins: m.Twins})
	}
	slices.SortStableFunc(moves, func(a, b data.Weighed) int { return cmp.Compare(b.Chance, a.Chance) })
	return moves
}

// margin is how much chance the second best move gives away.
func margin(ranked []data.Weighed) float64 { return rounded(ranked[0].Chance - ranked[1].Chance) }

// clearest returns the puzzles that a match gives. A match at a private table, or one closed to
// watchers, gives none, nor does one that goes on from another match, whose positions it may share.
func clearest(m data.Match, all []data.Puzzle) []data.Puzzle {
	people := 0
	for _, s := range m.Seats {
		if s.Kind != data.Bot {
			people++
		}
	}
	if people > 1 && (m.Private || m.NoSpectators) || m.Origin != (data.Origin{}) {
		return nil
	}
	slices.SortStableFunc(all, func(a, b data.Puzzle) int { return cmp.Compare(margin(b.Moves), margin(a.Moves)) })
	return all[:min(len(all), puzzlesEach)]
}
