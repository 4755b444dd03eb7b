package review

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"

	"noir/data"
	"noir/engine"
)

// In a puzzle every move but one would be a blunder (BlunderLoss, by what could be known),
// and there are this many to choose from at least. A match gives no more of them than
// this, those with the clearest answer. What seems a puzzle to the review is judged anew,
// with all legal moves: of many decisions some seem clear by chance.
const (
	puzzleMoves = 3
	puzzlesEach = 2
)

// collect keeps a decision that comes next as a puzzle, if it makes one by a judgement of
// all moves. To do what the clock does for who does nothing is no answer to look for.
func (c *course) collect(s engine.Sight, all engine.Judgement) {
	if len(all.Moves) >= puzzleMoves && oneBest(all) && !c.idle(s.Seat, all.Best().Move) {
		c.puzzles = append(c.puzzles, data.Puzzle{
			Game: c.match.Game, Match: c.match.ID, Seat: s.Seat, After: len(s.Log), Moves: ranked(all),
		})
	}
}

// idle reports whether a move is one that the clock would make for a seat.
func (c *course) idle(s engine.Seat, body json.RawMessage) bool {
	return slices.ContainsFunc(c.shown.Expire(s), func(m engine.Move) bool { return bytes.Equal(m.Body, body) })
}

// oneBest reports whether every move but one is a blunder.
func oneBest(j engine.Judgement) bool {
	return len(j.Moves) > 1 && markOf(margin(ranked(j)), j.Worlds) == Blunder
}

// ranked are the moves that have been judged, the best first.
func ranked(j engine.Judgement) []data.Weighed {
	var moves []data.Weighed
	for _, m := range j.Moves {
		moves = append(moves, data.Weighed{Move: m.Move, Chance: rounded(m.Chance), Twins: m.Twins})
	}
	slices.SortStableFunc(moves, func(a, b data.Weighed) int { return cmp.Compare(b.Chance, a.Chance) })
	return moves
}

// margin is what the second best move gives away.
func margin(ranked []data.Weighed) float64 { return rounded(ranked[0].Chance - ranked[1].Chance) }

// clearest are the puzzles that a match gives. What people have played with each other at
// a private table, or at one that was closed to watchers, is nobody else's.
func clearest(m data.Match, all []data.Puzzle) []data.Puzzle {
	people := 0
	for _, s := range m.Seats {
		if s.Kind != data.Bot {
			people++
		}
	}
	if people > 1 && (m.Private || m.Closed) {
		return nil
	}
	slices.SortStableFunc(all, func(a, b data.Puzzle) int { return cmp.Compare(margin(b.Moves), margin(a.Moves)) })
	return all[:min(len(all), puzzlesEach)]
}
