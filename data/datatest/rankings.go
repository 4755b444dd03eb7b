package datatest

import (
	"errors"
	"fmt"

	"noir/data"
)

func (s *suite) rankings() {
	ctx := s.Context()
	p := s.players("dora", "bert", "anna", "cora", "emil", "fred", "gina")
	s.begin("m1", p[0], p[1])
	s.begin("m2", p[2], p[3])
	s.begin("m3", p[4], p[5])
	s.finish("m1", won(1, 2)) // dora 1530, bert 1470
	s.finish("m2", won(1, 2)) // anna 1530, cora 1470
	s.finish("m3", won(1, 1)) // emil and fred 1500
	other := s.match("m4", true, p[6], p[1])
	other.Game = "noirburg"
	must(s.Open(ctx, other))
	s.finish("m4", won(1, 2))

	want := []string{"1 anna", "1 dora", "3 emil", "3 fred", "5 bert", "5 cora"}
	for limit := 0; limit <= 7; limit++ {
		for offset := 0; offset <= 7; offset++ {
			page, total, err := s.Table(ctx, game, data.Filter{Limit: limit, Offset: offset})
			s.must(err)
			s.same("total", total, 6)
			from := min(offset, len(want))
			rows := []string{}
			for _, row := range page {
				rows = append(rows, fmt.Sprint(row.Rank, " ", row.Player.Name))
			}
			s.same(fmt.Sprintf("%d rows from %d", limit, offset), rows, want[from:min(from+limit, len(want))])
		}
	}
	page, _, err := s.Table(ctx, game, data.Filter{Limit: 1, Offset: 4})
	s.must(err)
	s.same("a row", page[0], data.Standing{Rank: 5, Player: p[1], Rating: data.Rating{Value: 1470, Games: 1, Losses: 1}})
	s.same("the same row", must(s.Rank(ctx, game, p[1].ID)), page[0])
	month := data.MonthOf(s.now)
	for _, who := range append(p[:3:3], data.Player{ID: -1}) {
		want := data.Overview{Ratings: map[string]data.Rating{}, Ranks: map[string]int{}, Seasons: map[string]int{}, Totals: map[string]int{"none": 0}}
		_, want.Totals[game], _ = s.Table(ctx, game, data.Filter{})
		if who.ID > 0 {
			want.Ratings = must(s.Ratings(ctx, who.ID))
		}
		for rated := range want.Ratings {
			want.Ranks[rated] = must(s.Rank(ctx, rated, who.ID)).Rank
			if rows, _, err := s.Table(ctx, rated, data.Filter{Month: month, Player: who.ID, Limit: 1}); err == nil && len(rows) > 0 {
				want.Seasons[rated] = rows[0].Rank
			}
		}
		if who.ID > 0 {
			want.Past = must(s.Games(ctx, who.ID, "", 2))
		}
		s.same("overview", must(s.Overview(ctx, []string{game, "none"}, who, s.now, 2)), want)
	}
	if _, err := s.Rank(ctx, game, p[6].ID); !errors.Is(err, data.ErrNotFound) {
		s.Errorf("the rank of somebody without a game: %v", err)
	}
	if rows, _, err := s.Table(ctx, game, data.Filter{Limit: -1, Offset: -1}); err != nil || len(rows) != 0 {
		s.Errorf("a negative page: %d rows, %v", len(rows), err)
	}
}

// table reads all of a table, in words: rank, name, rating, games.
func (s *suite) table(f data.Filter) (rows []string) {
	s.Helper()
	f.Limit = 100
	page, total, err := s.Table(s.Context(), game, f)
	s.must(err)
	s.same("total", total, len(page))
	for _, row := range page {
		rows = append(rows, fmt.Sprintf("%d %s %.0f %d=%d+%d+%d", row.Rank, row.Player.Name, row.Value,
			row.Games, row.Wins, row.Losses, row.Draws))
	}
	return rows
}

func (s *suite) rankingsAreSearched() {
	p := s.players("dora", "bert", "anna", "hannah", "emil", "fred")
	for i := 0; i < len(p); i += 2 {
		id := data.MatchID(fmt.Sprint("m", i))
		s.begin(id, p[i], p[i+1])
		s.finish(id, won(1, 2)) // dora, anna, emil 1530; bert, fred, hannah 1470
	}
	for _, month := range []data.Month{{}, data.MonthOf(s.now)} {
		s.same("ann", s.table(data.Filter{Month: month, Search: "ANN"}), []string{"1 anna 1530 1=1+0+0", "4 hannah 1470 1=0+1+0"})
		s.same("none", len(s.table(data.Filter{Month: month, Search: "%"})), 0)
		s.same("one alone", s.table(data.Filter{Month: month, Player: p[3].ID}), []string{"4 hannah 1470 1=0+1+0"})
		for f, rows := range map[data.Filter]int{
			{Month: month, Player: p[3].ID, Limit: 1}: 1, {Month: month, Player: p[3].ID}: 0, {Month: month, Player: p[3].ID, Limit: 1, Offset: 1}: 0,
		} {
			page, total, err := s.Table(s.Context(), game, f)
			s.must(err)
			s.same(fmt.Sprintf("one alone, by %+v", f), []int{len(page), total}, []int{rows, 1})
		}
		_, total, err := s.Table(s.Context(), game, data.Filter{Month: month, Search: "e"})
		s.must(err)
		s.same("no page of three", total, 3)
		s.same("nobody alone", len(s.table(data.Filter{Month: month, Player: 999})), 0)
		s.same("a person among programs", len(s.table(data.Filter{Month: month, Player: p[3].ID, Field: data.Programs})), 0)
		page, total, err := s.Table(s.Context(), game, data.Filter{Month: month, Search: "e", Limit: 1, Offset: 1})
		s.must(err)
		s.same("one of three", []any{len(page), total, page[0].Rank, page[0].Player}, []any{1, 3, 4, p[1]})
		page, total, err = s.Table(s.Context(), game, data.Filter{Month: month, Search: "e", Offset: -1, Limit: -1})
		s.must(err)
		s.same("a negative page", []int{len(page), total}, []int{0, 3})
	}
}
