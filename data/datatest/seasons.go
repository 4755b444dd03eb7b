package datatest

import (
	"fmt"
	"time"

	"noir/data"
)

// playAt has two players, of whom the first wins, play a rated match at a moment.
func (s *suite) playAt(at time.Time, players ...data.Player) data.MatchID {
	s.Helper()
	id := data.MatchID(fmt.Sprint(players[0].Name, " ", at.UnixMilli()))
	s.now = at
	s.begin(id, players...)
	s.finish(id, won(1, 2))
	return id
}

func (s *suite) monthStays() {
	p := s.players("anna", "bert", "cora", "dora")
	march, april := data.Month{Year: 2026, Month: 3}, data.Month{Year: 2026, Month: 4}
	s.playAt(march.Begins(), p[0], p[1]) // anna 1530, bert 1470
	early := s.playAt(march.Ends().Add(-time.Millisecond), p[0], p[2])
	inMarch := []string{"1 anna 1556 2=2+0+0", "2 cora 1473 1=0+1+0", "3 bert 1470 1=0+1+0"}
	s.same("March, now", s.table(data.Filter{Month: march}), inMarch)
	late := s.playAt(april.Begins(), p[1], p[3])
	s.reopen()
	s.same("March", s.table(data.Filter{Month: march}), inMarch)
	inApril := []string{"1 bert 1501 1=1+0+0", "2 dora 1467 1=0+1+0"}
	s.same("April", s.table(data.Filter{Month: april}), inApril)
	s.same("May", len(s.table(data.Filter{Month: data.Month{Year: 2026, Month: 5}})), 0)
	sheet := must(s.Sheet(s.Context(), game, data.Filter{}, 0, 0))
	s.same("months", sheet.Months, []data.Month{april, march})
	sheet = must(s.Sheet(s.Context(), "noirburg", data.Filter{}, 0, 0))
	s.same("of another game", len(sheet.Months), 0)
	other, total, err := s.Table(s.Context(), "noirburg", data.Filter{Month: march, Limit: 10})
	s.must(err)
	s.same("its table", []int{len(other), total}, []int{0, 0})

	s.takeBack(early)
	s.takeBack(late)
	s.same("March, after a void", s.table(data.Filter{Month: march}), inMarch)
	s.same("April, after a void", s.table(data.Filter{Month: april}), inApril)
	s.same("one's own row", s.table(data.Filter{Month: march, Player: p[2].ID}), inMarch[1:2])
	s.same("of all time", s.table(data.Filter{Player: p[0].ID, Search: "x"}), []string{"1 anna 1530 1=1+0+0"})
	s.same("of a player who has none", len(s.table(data.Filter{Month: march, Player: p[3].ID})), 0)
	s.must(s.office().Merge(s.Context(), operator, p[2].ID, p[3].ID))
	must(s.office().Delete(s.Context(), operator, p[0].ID))
	must(s.office().Rename(s.Context(), operator, p[1].ID, "bertha"))
	s.must(s.office().MarkBot(s.Context(), operator, p[1].ID, true))
	s.same("March, with the names of now", s.table(data.Filter{Month: march}),
		[]string{"1 " + data.GoneName(p[0].ID) + " 1556 2=2+0+0", "2 dora 1473 1=0+1+0", "3 bertha 1470 1=0+1+0"})
	page, _, err := s.Table(s.Context(), game, data.Filter{Month: march, Limit: 1})
	s.must(err)
	s.same("a player who is gone", page[0].Player, data.Player{Name: data.GoneName(p[0].ID)})
	s.same("and not looked for", len(s.table(data.Filter{Month: march, Search: "gone"})), 0)
	s.sound()
}

// lateGame is stored after one that ended later: clocks are set back, and commits wait.
func (s *suite) lateGame() {
	p := s.players("anna", "bert", "cora")
	march, april := data.Month{Year: 2026, Month: 3}, data.Month{Year: 2026, Month: 4}
	s.now = march.Begins()
	s.begin("march", p[0], p[1])
	s.begin("april", p[0], p[2])
	s.now = april.Begins()
	s.finish("april", won(1, 2))
	s.now = s.now.Add(-time.Millisecond)
	s.finish("march", won(1, 2))
	s.same("March", s.table(data.Filter{Month: march}), []string{"1 anna 1530 1=1+0+0", "2 bert 1470 1=0+1+0"})
	s.same("April", s.table(data.Filter{Month: april}), []string{"1 anna 1560 1=1+0+0", "2 cora 1470 1=0+1+0"})
}

// thisMonth still changes: voids, merges and deletions show.
func (s *suite) thisMonth() {
	p := s.players("anna", "bert", "cora", "dora", "emil")
	month := data.Filter{Month: data.MonthOf(time.Now())}
	lastMonth := month.Month.Begins().Add(-time.Hour)
	old := s.playAt(lastMonth, p[0], p[1]) // anna 1530, bert 1470
	s.playAt(time.Now(), p[0], p[2])
	s.playAt(time.Now(), p[3], p[4])
	month.Month = data.MonthOf(s.now) // should it just have begun
	s.same("at first", s.table(month), []string{"1 anna 1556 1=1+0+0", "2 dora 1530 1=1+0+0", "3 cora 1473 1=0+1+0", "4 emil 1470 1=0+1+0"})
	s.sound()
	s.takeBack(old)
	s.same("a match of last month is void", s.table(month), []string{"1 dora 1530 1=1+0+0", "2 anna 1526 1=1+0+0", "3 cora 1473 1=0+1+0", "4 emil 1470 1=0+1+0"})
	again := s.playAt(time.Now().Add(time.Millisecond), p[2], p[1])
	s.same("cora wins", len(s.table(month)), 5)
	s.takeBack(again)
	s.same("not any more", s.table(month), []string{"1 dora 1530 1=1+0+0", "2 anna 1526 1=1+0+0", "3 cora 1473 1=0+1+0", "4 emil 1470 1=0+1+0"})
	s.sound()
	s.must(s.office().Merge(s.Context(), operator, p[4].ID, p[0].ID))
	s.must(s.office().Merge(s.Context(), operator, p[3].ID, p[1].ID))
	s.same("as one", s.table(month), []string{"1 bert 1530 1=1+0+0", "2 anna 1496 2=1+1+0", "3 cora 1473 1=0+1+0"})
	s.sound()
	must(s.office().Delete(s.Context(), operator, p[2].ID))
	s.same("one less", s.table(month), []string{"1 bert 1530 1=1+0+0", "2 anna 1496 2=1+1+0"})
	s.sound()
}

// programsApart: programs are ranked in tables of their own.
func (s *suite) programsApart() {
	ctx := s.Context()
	p := s.players("anna", "bert", "cora", "dora")
	s.playAt(time.Now(), p[0], p[1])
	s.playAt(time.Now(), p[2], p[3])
	month := data.MonthOf(s.now)
	s.must(s.office().MarkBot(ctx, operator, p[0].ID, true))
	s.must(s.office().MarkBot(ctx, operator, p[3].ID, true))
	s.reopen()
	p[0].Bot, p[3].Bot = true, true
	s.same("marked", must(s.PlayerByName(ctx, "anna")), p[0])
	for _, m := range []data.Month{{}, month} {
		s.same("people", s.table(data.Filter{Month: m}), []string{"1 cora 1530 1=1+0+0", "2 bert 1470 1=0+1+0"})
		s.same("people, said so", s.table(data.Filter{Field: data.People, Month: m}), s.table(data.Filter{Month: m}))
		s.same("programs", s.table(data.Filter{Field: data.Programs, Month: m}), []string{"1 anna 1530 1=1+0+0", "2 dora 1470 1=0+1+0"})
	}
	row := must(s.Rank(ctx, game, p[3].ID))
	s.same("among programs", []any{row.Rank, row.Player}, []any{2, p[3]})
	row = must(s.Rank(ctx, game, p[2].ID))
	s.same("among people", row.Rank, 1)
	s.sound()

	s.playAt(time.Now().Add(time.Millisecond), p[0], p[2]) // a marked one stays so
	s.must(s.office().MarkBot(ctx, operator, p[3].ID, false))
	s.same("programs, after a game more", len(s.table(data.Filter{Field: data.Programs, Month: month})), 1)
	s.same("people, after a game more", len(s.table(data.Filter{Month: month})), 3)
	s.sound()
}

// mergedWithProgram: a merge does not remove the mark.
func (s *suite) mergedWithProgram() {
	ctx := s.Context()
	p := s.players("anna", "bert", "cora")
	s.playAt(time.Now(), p[0], p[1])
	s.must(s.office().MarkBot(ctx, operator, p[0].ID, true))
	s.must(s.office().Merge(ctx, operator, p[0].ID, p[2].ID))
	s.same("programs", s.table(data.Filter{Field: data.Programs}), []string{"1 cora 1530 1=1+0+0"})
	s.refused("nobody", s.office().MarkBot(ctx, operator, 99, true), data.ErrNotFound)
	s.sound()
}
