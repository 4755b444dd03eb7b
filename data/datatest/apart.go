package datatest

import "noir/data"

// gamesAreApart: what is won in one game of the house counts nothing in another one, also when it is taken back.
func (s *suite) gamesAreApart() {
	ctx := s.Context()
	p := s.players("anna", "bert")
	const other = "noirburg"
	play := func(id data.MatchID, of string, places ...int) {
		m := s.match(id, true, p...)
		m.Game = of
		must(s.Open(ctx, m))
		s.finish(id, won(places...))
	}
	play("m1", game, 1, 2)
	for _, id := range []data.MatchID{"n1", "n2", "n3"} {
		play(id, other, 2, 1)
	}
	said := func(of string) []any {
		r, history := must(s.Record(ctx, p[0].ID, of)), must(s.History(ctx, p[0].ID, of, 10))
		rivals := 0
		for _, rival := range r.Rivals {
			rivals += rival.Games
		}
		return []any{len(history), r.Streak, r.Best, r.ByPace[data.Live].Games, r.ByPace[data.Live].Wins, rivals}
	}
	s.same("the one", said(game), []any{1, 1, 1, 1, 1, 1})
	s.same("the other", said(other), []any{3, -3, 0, 3, 0, 3})
	must(s.office().Void(ctx, operator, "n3", "cheated")) // its history has the game and that it was taken back
	s.reopen()
	s.same("the other with one less", said(other), []any{4, -2, 0, 2, 0, 2})
	s.same("the one as before", said(game), []any{1, 1, 1, 1, 1, 1})
	before := must(s.Ratings(ctx, p[0].ID))[other]
	must(s.office().Void(ctx, operator, "m1", "cheated"))
	s.reopen()
	after := must(s.Ratings(ctx, p[0].ID))
	s.same("once it is taken back", []any{len(after), after[other]}, []any{1, before})
	s.same("the other still", said(other), []any{4, -2, 0, 2, 0, 2})
}
