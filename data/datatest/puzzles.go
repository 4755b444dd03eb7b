package datatest

import (
	"encoding/json"
	"fmt"
	"time"

	"noir/data"
	"noir/engine"
)

// puzzle is one of a match.
func puzzle(match data.MatchID, after int) data.Puzzle {
	return data.Puzzle{
		Game: game, Match: match, Seat: engine.Seat(after % 2), After: after,
		Moves: []data.Weighed{
			{Move: json.RawMessage(`{"type":"take"}`), Chance: 0.75, Twins: []json.RawMessage{json.RawMessage(`{"type":"grab"}`)}},
			{Move: json.RawMessage(`{"type":"wait"}`), Chance: 0.5},
		},
	}
}

// ofDay is the puzzle of a day, as the match and the position.
func (s *suite) ofDay(d data.Date) string {
	s.Helper()
	p := must(s.Puzzle(s.Context(), d))
	return fmt.Sprint(p.Match, "/", p.After)
}

func (s *suite) puzzleOfTheDay() {
	ctx := s.Context()
	p := s.players("anna", "bert")
	today := data.DateOf(s.now)
	_, err := s.Puzzle(ctx, today)
	s.refused("none", err, data.ErrNotFound)
	s.begin("m1", p...)
	s.refused("of a match that runs", s.AddPuzzles(ctx, s.now, puzzle("m1", 3)), data.ErrNotFound)
	s.finish("m1", won(1, 2))
	forced := puzzle("m1", 2)
	forced.Moves = forced.Moves[:1]
	if s.AddPuzzles(ctx, s.now, forced) == nil {
		s.Error("there is nothing to choose")
	}
	s.must(s.AddPuzzles(ctx, s.now, puzzle("m1", 3)))
	s.must(s.AddPuzzles(ctx, s.now.Add(time.Hour), puzzle("m1", 3), puzzle("m1", 4), puzzle("m1", 5)))
	s.reopen()
	got := must(s.Puzzle(ctx, today))
	want := puzzle("m1", 3)
	want.ID = got.ID
	s.same("on the first day the first", got, want)
	if got.ID == 0 {
		s.Error("it has no id")
	}
	seen := map[string]bool{}
	for d := range data.Date(3) {
		seen[s.ofDay(today+1+d)] = true
	}
	s.same("each has its day", len(seen), 3)
	tomorrow := s.ofDay(today + 1)
	s.must(s.AddPuzzles(ctx, (today + 1).Begins(), puzzle("m1", 6)))
	s.same("with one more", s.ofDay(today+1), tomorrow)
}

func (s *suite) puzzlesAreSolved() {
	ctx := s.Context()
	p := s.players("anna", "bert")
	take, wait := json.RawMessage(`{"type":"take"}`), json.RawMessage(`{"type":"wait"}`)
	for _, c := range []struct {
		day  data.Date
		best bool
		want data.Solving
	}{
		{10, true, data.Solving{Tries: 1, Solved: 1, Run: 1, Today: take}},
		{11, true, data.Solving{Tries: 2, Solved: 2, Run: 2, Today: take}},
		{11, false, data.Solving{Tries: 2, Solved: 2, Run: 2, Today: take}}, // the first answer counts
		{13, true, data.Solving{Tries: 3, Solved: 3, Run: 1, Today: take}},
		{14, false, data.Solving{Tries: 4, Solved: 3, Today: wait}},
		{15, true, data.Solving{Tries: 5, Solved: 4, Run: 1, Today: take}},
	} {
		move := take
		if !c.best {
			move = wait
		}
		s.same(fmt.Sprint("on day ", c.day), must(s.Solve(ctx, p[0].ID, c.day, move, c.best)), c.want)
	}
	s.reopen()
	for day, want := range map[data.Date]data.Solving{
		9: {}, 12: {Tries: 2, Solved: 2, Run: 2}, 16: {Tries: 5, Solved: 4, Run: 1}, 17: {Tries: 5, Solved: 4},
	} {
		s.same(fmt.Sprint("up to day ", day), must(s.Solving(ctx, p[0].ID, day)), want)
	}
	_, err := s.Solve(ctx, 99, 10, take, true)
	s.refused("nobody", err, data.ErrNotFound)
	if _, err := s.Solve(ctx, p[1].ID, 10, json.RawMessage(`{`), true); err == nil {
		s.Error("what is no JSON is an answer")
	}
}

// puzzlesOfTheGone follow a player, and go with them.
func (s *suite) puzzlesOfTheGone() {
	ctx := s.Context()
	p := s.players("anna", "bert")
	take := json.RawMessage(`{"type":"take"}`)
	solve := func(p data.Player, d data.Date, best bool) {
		s.Helper()
		must(s.Solve(ctx, p.ID, d, take, best))
	}
	solve(p[0], 10, true)
	solve(p[0], 11, true)
	solve(p[1], 11, false)
	s.must(s.office().Merge(ctx, operator, p[0].ID, p[1].ID))
	got := must(s.Solving(ctx, p[1].ID, 11))
	s.same("of two", got, data.Solving{Tries: 2, Solved: 1, Today: take})
	s.must(s.Forget(ctx, p[1].ID))
	got = must(s.Solving(ctx, p[1].ID, 11))
	s.same("of nobody", got, data.Solving{})
}
