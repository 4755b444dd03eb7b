package datatest

import (
	"fmt"
	"time"

	"noir/data"
)

// join merges a player into another at their own wish.
func (s *suite) join(from, into data.Player) error {
	s.Helper()
	_, err := s.Claim(s.Context(), "SHA256:"+from.Name, s.invite(into), true)
	return err
}

// claimJoinsGames: the player that stays keeps what they have won, and gets the other's games too.
func (s *suite) claimJoinsGames() {
	ctx := s.Context()
	p := s.players("anna", "anna2", "bert", "cora")
	c := s.tournament(s.now)
	s.enter(c, "c1", p[0], p[2])
	s.finish("c1", won(1, 2))
	s.enter(c, "c2", p[1], p[2])
	s.finish("c2", won(1, 2))
	s.now = s.now.Add(time.Hour)
	s.begin("m1", p[0], p[3])
	s.finish("m1", won(2, 1))
	s.begin("m2", p[1], p[3])
	s.finish("m2", won(1, 2))
	s.now = s.now.Add(time.Minute)
	own, others := s.rating(p[0]), s.rating(p[3])
	history := must(s.History(ctx, p[0].ID, game, 1000))
	season := data.Filter{Month: data.MonthOf(s.now)}
	month := s.table(season)

	s.must(s.join(p[1], p[0]))
	for range 2 {
		s.nobody(p[1], p[0])
		s.same("rating", s.rating(p[0]), own)
		s.same("the other's rival", s.rating(p[3]), others)
		s.same("history", must(s.History(ctx, p[0].ID, game, 1000)), history)
		games := must(s.Games(ctx, p[0].ID, "", 10))
		var ids []string
		for _, m := range games {
			ids = append(ids, fmt.Sprint(m.ID, " ", m.Seats[0].Player == p[0].ID, " ", m.Seats[0].Name, " ", m.Seats[0].Apart))
		}
		s.same("games", ids, []string{"m2 true anna true", "m1 true anna false", "c2 true anna true", "c1 true anna false"})
		record := must(s.Record(ctx, p[0].ID, game))
		s.same("record", record.ByPace[data.Live], data.Rating{Games: 2, Wins: 1, Losses: 1})
		s.same("highest", record.Highest, history[0].Rating)
		s.same("a rival", []any{record.Rivals[0].Player.Name, record.Rivals[0].Games}, []any{"bert", 2})
		page, _, err := s.Standings(ctx, c.ID, 10, 0)
		s.must(err)
		s.same("at the event", []any{page[0].Player, page[0].Points}, []any{p[0], data.WinPoints})
		for _, row := range page {
			if row.Player.Name == p[1].Name {
				s.Errorf("a row of a player who is gone: %s", show(row))
			}
		}
		s.same("season", len(s.table(season)), len(month))
		s.reopen()
	}

	s.begin("m3", p[0], p[3])
	m := must(s.Match(ctx, "m3"))
	s.same("n goes on from who stays, m counts both's", []int{m.Seats[0].Games, m.Seats[0].PairGames}, []int{2, 2})
	s.near("the rating it began with", *m.Seats[0].Before, own.Value)
}

// whoCompetesIsNotJoined, in either direction, until the event is closed.
func (s *suite) whoCompetesIsNotJoined() {
	p := s.players("anna", "bert", "cora", "dora")
	s.now = time.Now().UTC().Truncate(time.Millisecond).Add(-time.Minute)
	c := s.tournament(s.now)
	s.enter(c, "c1", p[0], p[1])
	s.finish("c1", won(1, 2))
	s.begin("m1", p[2], p[3])
	s.finish("m1", won(1, 2))
	s.refused("a player who has played in it", s.join(p[0], p[2]), data.ErrCompeting)
	s.refused("with a player who has played in it", s.join(p[2], p[0]), data.ErrCompeting)
	must(s.CloseTournament(s.Context(), operator, c.ID))
	s.must(s.join(p[0], p[2]))
	s.nobody(p[0], p[2])
}

// joinedGamesCount: a void game does not keep two players apart, and an operator may merge those
// who may not do it themselves.
func (s *suite) joinedGamesCount() {
	ctx := s.Context()
	p := s.players("anna", "anna2", "anna3", "bert", "cora")
	for i, alt := range p[1:3] {
		id := data.MatchID(fmt.Sprint("m", i))
		s.begin(id, alt, p[3])
		s.finish(id, won(1, 2))
	}
	s.begin("own", p[0], p[4])
	s.finish("own", won(1, 2))
	s.must(s.join(p[1], p[0]))
	s.sound()
	own, other := s.rating(p[0]), s.rating(p[3])
	undone := must(s.office().Void(ctx, operator, "m0", "farmed"))
	s.same("undone", []any{len(undone), undone[0].Player}, []any{1, p[3].ID})
	s.same("rating", s.rating(p[0]), own)
	s.same("games of the other", s.rating(p[3]).Games, other.Games-1)
	s.sound()
	s.must(s.office().Merge(ctx, operator, p[2].ID, p[0].ID))
	s.same("games", s.rating(p[0]).Games, own.Games+1)
	if s.rating(p[0]).Value <= own.Value {
		s.Error("an operator has merged, and no rating has changed")
	}
	s.sound()
}
