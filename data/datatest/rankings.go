package datatest

import (
	"errors"
	"fmt"
	"time"

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
	_, err := s.Open(ctx, other)
	s.must(err)
	s.finish("m4", won(1, 2))

	want := []string{"1 anna", "1 dora", "3 emil", "3 fred", "5 bert", "5 cora"}
	for limit := 0; limit <= 7; limit++ {
		for offset := 0; offset <= 7; offset++ {
			page, total, err := s.Rankings(ctx, game, limit, offset)
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
	page, _, err := s.Rankings(ctx, game, 1, 4)
	s.must(err)
	s.same("a row", page[0], data.Standing{Rank: 5, Player: p[1], Rating: data.Rating{Value: 1470, Games: 1, Losses: 1}})
	own, err := s.Rank(ctx, game, p[1].ID)
	s.must(err)
	s.same("the same row", own, page[0])
	if _, err := s.Rank(ctx, game, p[6].ID); !errors.Is(err, data.ErrNotFound) {
		s.Errorf("the rank of somebody without a game: %v", err)
	}
	if rows, _, err := s.Rankings(ctx, game, -1, -1); err != nil || len(rows) != 0 {
		s.Errorf("a negative page: %d rows, %v", len(rows), err)
	}
}

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
	history, err := s.History(ctx, p[0].ID, game)
	s.must(err)
	s.same("history", history, want)
	elsewhere, err := s.History(ctx, p[0].ID, "noirburg")
	s.must(err)
	s.same("history of another game", len(elsewhere), 0)

	games, err := s.Games(ctx, p[0].ID, 2)
	s.must(err)
	var ids []data.MatchID
	for _, g := range games {
		ids = append(ids, g.ID)
		if len(g.Moves) != 0 || len(g.Seats) != 2 || g.Result == nil || g.Seats[0].After == nil {
			s.Errorf("listed %s", show(g))
		}
	}
	s.same("the latest games", ids, []data.MatchID{"m2", "m1"})
	games, err = s.Games(ctx, p[2].ID, 10)
	s.must(err)
	s.same("somebody else's", len(games), 1)
	games, err = s.Games(ctx, p[2].ID, -1)
	s.must(err)
	s.same("a negative limit", len(games), 0)
}
