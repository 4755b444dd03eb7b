package datatest

import (
	"fmt"
	"time"

	"noir/data"
)

func (s *suite) historyAndGames() {
	ctx := s.Context()
	p := s.players("anna", "bert", "cora")
	var want []data.Event
	for i, other := range []data.Player{p[1], p[2], p[1]} {
		id := data.MatchID(fmt.Sprint("m", i))
		s.begin(id, p[0], other)
		s.must(s.Append(ctx, id, entry(1)))
		s.now = s.now.Add(time.Minute)
		s.finish(id, won(1, 2))
		want = append(want, data.Event{Match: id, At: s.now, Rating: s.rating(p[0]).Value})
	}
	s.begin("running", p[0], p[1])
	history := must(s.History(ctx, p[0].ID, game, 10))
	s.same("history", history, want)
	s.same("history of another game", len(must(s.History(ctx, p[0].ID, "noirburg", 10))), 0)

	games := must(s.Games(ctx, p[0].ID, "", 2))
	var ids []data.MatchID
	for _, g := range games {
		ids = append(ids, g.ID)
		if len(g.Moves) != 0 || len(g.Seats) != 2 || g.Result == nil || g.Seats[0].After == nil {
			s.Errorf("listed %s", show(g))
		}
	}
	s.same("the latest games", ids, []data.MatchID{"m2", "m1"})
	for before, want := range map[data.MatchID][]data.MatchID{"m2": {"m1", "m0"}, "m1": {"m0"}, "m0": nil} {
		games = must(s.Games(ctx, p[0].ID, before, 2))
		var ids []data.MatchID
		for _, g := range games {
			ids = append(ids, g.ID)
		}
		s.same("before "+string(before), ids, want)
	}
	games = must(s.Games(ctx, p[2].ID, "m2", 2))
	s.same("before one of others", []any{len(games), games[0].ID}, []any{1, data.MatchID("m1")})
	for _, no := range []data.MatchID{"running", "m3"} {
		_, err := s.Games(ctx, p[0].ID, no, 2)
		s.refused("before "+string(no), err, data.ErrNotFound)
	}
	games = must(s.Games(ctx, p[2].ID, "", 10))
	s.same("somebody else's", len(games), 1)
	games = must(s.Games(ctx, p[2].ID, "", -1))
	s.same("a negative limit", len(games), 0)
}

func (s *suite) curves() {
	ctx := s.Context()
	p := s.players("anna", "bert", "cora")
	for i := range 4 {
		id := data.MatchID(fmt.Sprint("m", i))
		s.begin(id, p[0], p[1])
		s.now = s.now.Add(time.Minute)
		s.finish(id, won(1, 2))
	}
	history := must(s.History(ctx, p[0].ID, game, 10))
	part := must(s.History(ctx, p[0].ID, game, 2))
	s.same("its latest", []any{len(part), part[0].Match, part[1].Match}, []any{2, data.MatchID("m2"), data.MatchID("m3")})
	for i, e := range part {
		s.near("a point", e.Rating, history[2+i].Rating)
	}
	sheet := must(s.Sheet(ctx, game, data.Filter{Limit: 1}, p[1].ID, 3))
	curves := sheet.Curves
	s.same("rows and own", []any{len(sheet.Rows), sheet.Total, sheet.Rows[0].Player, sheet.Own.Player, sheet.Own.Rank}, []any{1, 2, p[0], p[1], 2})
	s.same("of how many", len(curves), 2)
	s.same("points", len(curves[p[0].ID]), 3)
	for i, rating := range curves[p[0].ID] {
		s.near("a point", rating, history[i+1].Rating)
	}
	s.near("the end of the other", curves[p[1].ID][2], s.rating(p[1]).Value)
	sheet = must(s.Sheet(ctx, game, data.Filter{}, p[1].ID, 0))
	s.same("no page", []any{len(sheet.Rows), sheet.Total, sheet.Own.Player}, []any{0, 2, p[1]})
	for _, n := range []int{0, -1} {
		sheet := must(s.Sheet(ctx, game, data.Filter{Limit: 10}, p[2].ID, n))
		s.same("none", []any{len(sheet.Curves), len(sheet.Rows), sheet.Own == nil}, []any{0, 2, true})
	}
}
