package datatest

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"noir/data"
	"noir/engine"
)

// tournament opens one that goes on for an hour.
func (s *suite) tournament(starts time.Time) data.Tournament {
	s.Helper()
	c, err := s.OpenTournament(s.Context(), operator, data.Tournament{
		Title: "Friday\x1b night", Game: game, Seats: 2, Starts: starts, Ends: starts.Add(time.Hour), Opened: "mallory",
	})
	s.must(err)
	return c
}

func (s *suite) tournamentsAreListed() {
	ctx := s.Context()
	now := time.Now().UTC().Truncate(time.Millisecond)
	later, over, next := s.tournament(now.Add(2*time.Hour)), s.tournament(now.Add(-2*time.Hour)), s.tournament(now.Add(-time.Minute))
	if next.ID == 0 || next.Title != "Friday night" || next.Opened != operator || !next.Closed.IsZero() {
		s.Errorf("opened %s", show(next))
	}
	s.reopen()
	listed := must(s.Tournaments(ctx, now))
	s.same("listed", listed, []data.Tournament{next, later})
	got := must(s.Tournament(ctx, over.ID))
	over.Closed = over.Ends
	s.same("one that is over", got, over)
	_, err := s.Tournament(ctx, 99)
	s.refused("none", err, data.ErrNotFound)
	for _, wrong := range []data.Tournament{
		{Starts: now, Ends: now},
		{Starts: now, Ends: now.Add(time.Hour), Every: time.Minute},
	} {
		if _, err := s.OpenTournament(ctx, operator, wrong); err == nil {
			s.Errorf("opened %s", show(wrong))
		}
	}
	logged := must(s.office().Audit(ctx, 10))
	s.same("acts", []any{len(logged), logged[0].Verb, logged[0].Subject}, []any{3, "event", "Friday night"})
}

func (s *suite) tournamentIsScored() {
	ctx := s.Context()
	p := s.players("anna", "bert", "cora", "dora")
	c := s.tournament(s.now)
	play, standings := s.round(c), s.standings(c)
	s.same("at first", standings(10, 0), "0: ")
	play(won(1, 2), p[0], p[1])
	s.same("a win", standings(10, 0), "2: 1 anna 2/1 1, 2 bert 0/1 0")
	play(won(1, 2), p[0], p[1])
	play(won(1, 2), p[0], p[2]) // doubled
	play(won(1, 1), p[0], p[3]) // a draw, doubled, ends it
	play(won(1, 2), p[0], p[2])
	play(void(2), p[0], p[1])
	last := play(won(2, 1), p[0], p[3])
	s.begin("elsewhere", p[2], p[1])
	s.finish("elsewhere", won(1, 2))
	s.reopen()
	s.same("in the end", standings(10, 0), "4: 1 anna 12/6 0, 2 dora 3/2 1, 3 bert 0/2 0, 3 cora 0/2 0")
	s.same("a page", standings(1, 1), "4: 2 dora 3/2 1")
	s.same("no page", standings(-1, -1), "4: ")
	s.same("beyond", standings(10, 10), "4: ")
	s.takeBack(last)
	s.same("after a void", standings(10, 0), "4: 1 anna 12/5 1, 2 dora 1/1 0, 3 bert 0/2 0, 3 cora 0/2 0")
	s.must(s.Forget(ctx, p[0].ID))
	page, _, err := s.Standings(ctx, c.ID, 1, 0)
	s.must(err)
	s.same("a player who is gone", page[0].Player, data.Player{Name: data.GoneName(p[0].ID)})
	_, _, err = s.Standings(ctx, 99, 1, 0)
	s.refused("none", err, data.ErrNotFound)
}

// round returns a function that plays a match of a tournament, a minute long.
func (s *suite) round(c data.Tournament) func(r engine.Result, players ...data.Player) data.MatchID {
	n := 0
	return func(r engine.Result, players ...data.Player) data.MatchID {
		s.Helper()
		n++
		id := data.MatchID(fmt.Sprint("m", n))
		s.enter(c, id, players...)
		s.now = s.now.Add(time.Minute)
		s.finish(id, r)
		return id
	}
}

// standings returns a function that formats a page of a tournament's standings as a line: rank,
// name, points/games and streak of each.
func (s *suite) standings(c data.Tournament) func(limit, offset int) string {
	return func(limit, offset int) string {
		s.Helper()
		page, total, err := s.Standings(s.Context(), c.ID, limit, offset)
		s.must(err)
		var rows []string
		for _, row := range page {
			rows = append(rows, fmt.Sprint(row.Rank, " ", row.Player.Name, " ", row.Points, "/", row.Games, " ", row.Streak))
		}
		return fmt.Sprint(total, ": ", strings.Join(rows, ", "))
	}
}

// tournamentKnowsFriends: the third game of the same two players scores nothing and extends no
// streak, at any table and for any winner.
func (s *suite) tournamentKnowsFriends() {
	p := s.players("anna", "bert", "cora", "dora")
	c, other := s.tournament(s.now), s.tournament(s.now)
	s.enter(other, "other", p[0], p[1])
	s.finish("other", won(1, 2))
	play, standings := s.round(c), s.standings(c)
	first := play(won(2, 1), p[0], p[1])
	play(void(2), p[0], p[1])
	play(won(1, 2), p[1], p[0])
	s.same("after two", standings(2, 0), "2: 1 bert 4/2 2, 2 anna 0/2 0")
	play(won(1, 2), p[1], p[0])
	s.same("after three", standings(2, 0), "2: 1 bert 4/3 2, 2 anna 0/3 0")
	play(won(1, 2), p[0], p[1])
	s.same("whoever wins", standings(2, 0), "2: 1 bert 4/4 0, 2 anna 0/4 0")
	play(won(1, 2, 3), p[0], p[2], p[1])
	s.same("at a table of three", standings(3, 0), "3: 1 bert 4/5 0, 2 anna 0/5 0, 2 cora 0/1 0")
	play(won(1, 2), p[0], p[2])
	play(won(1, 2), p[0], p[3])
	s.same("with others", standings(2, 0), "4: 1 anna 4/7 2, 1 bert 4/5 0")
	s.takeBack(first)
	s.reopen()
	s.same("after a void", standings(2, 0), "4: 1 anna 4/6 2, 2 bert 2/4 0")
}

// tournamentIsPlayed: a game scores nothing if a seat has had fewer than three turns.
func (s *suite) tournamentIsPlayed() {
	p := s.players("anna", "bert", "cora", "dora", "emil")
	c := s.tournament(s.now)
	standings := s.standings(c)
	turn, other := `{"type":"take"}`, `{"type":"look"}`
	play := func(rival data.Player, by engine.By, seats []engine.Seat, moves ...string) {
		s.Helper()
		m := s.match(data.MatchID("against "+rival.Name), true, p[0], rival)
		m.Tournament, m.Turns = c.ID, []string{"play", "take"}
		must(s.Open(s.Context(), m))
		var log []data.Entry
		for i, move := range moves {
			ply := engine.Ply{Move: engine.Move{Seat: seats[i], By: engine.ByPlayer, Body: json.RawMessage(move)}}
			if seats[i] == 1 {
				ply.Move.By = by
			}
			log = append(log, data.NewEntry(i+1, ply, int64(i)))
		}
		s.must(s.Append(s.Context(), m.ID, log[:4]...)) // the rest comes with the end
		s.now = s.now.Add(time.Minute)
		must(s.Finish(s.Context(), m.ID, s.now, won(1, 2), log[4:]...))
	}
	fair := []engine.Seat{0, 1, 0, 1, 0, 1}
	play(p[1], engine.ByPlayer, []engine.Seat{0, 1, 0, 1, 0}, turn, turn, turn, turn, turn)
	s.same("one turn too few", standings(1, 0), "2: 1 anna 0/1 0")
	play(p[2], engine.ByPlayer, fair, turn, turn, turn, turn, turn, other)
	s.same("a move that is no turn", standings(1, 0), "3: 1 anna 0/2 0")
	play(p[3], engine.ByClock, fair, turn, turn, turn, turn, turn, turn)
	s.same("turns that the clock has had", standings(1, 0), "4: 1 anna 0/3 0")
	play(p[4], engine.ByPlayer, fair, turn, turn, turn, turn, turn, turn)
	s.same("three each", standings(1, 0), "5: 1 anna 2/4 1")
	s.reopen()
	s.same("later", standings(1, 0), "5: 1 anna 2/4 1")
}

// tournamentIsKept: after a change, a reader who has read the standings before gets the same as one
// who reads them for the first time.
func (s *suite) tournamentIsKept() {
	ctx := s.Context()
	p := s.players("anna", "bert", "cora", "dora", "emil")
	s.now = time.Now().UTC().Truncate(time.Millisecond).Add(-30 * time.Minute)
	c := s.tournament(s.now)
	s.tournament(s.now.Add(time.Hour)) // of which nothing changes
	play := s.round(c)
	all := func() []data.Score {
		s.Helper()
		rows, _, err := s.Standings(ctx, c.ID, 100, 0)
		s.must(err)
		return rows
	}
	var bad, worse data.MatchID
	enter := func(id data.MatchID, players ...data.Player) {
		m := s.match(id, true, players...)
		m.Tournament, m.Started = c.ID, c.Starts
		must(s.Open(ctx, m))
	}
	for _, act := range []struct {
		what string
		do   func()
	}{
		{"nothing", func() {}},
		{"a match", func() { bad = play(won(1, 2), p[0], p[1]) }},
		{"three matches", func() {
			play(won(1, 2), p[0], p[2])
			worse = play(won(1, 2), p[0], p[3])
			play(won(2, 1), p[1], p[2])
		}},
		{"an aborted one", func() { play(void(2), p[0], p[4]) }},
		{"one that was over before others", func() {
			enter("late", p[4], p[0])
			must(s.Finish(ctx, "late", s.now.Add(-150*time.Second), won(1, 2)))
		}},
		{"one of two that are over at once", func() {
			enter("first", p[4], p[2])
			enter("second", p[4], p[1])
			s.finish("second", won(1, 2))
		}},
		{"the other, which began before", func() { s.finish("first", won(2, 1)) }},
		{"a void", func() { s.takeBack(bad) }},
		{"a name", func() {
			must(s.office().Rename(ctx, operator, p[2].ID, "clara"))
		}},
		{"a mark", func() { s.must(s.office().MarkBot(ctx, operator, p[3].ID, true)) }},
		{"a merge", func() { s.must(s.office().Merge(ctx, operator, p[4].ID, p[3].ID)) }},
		{"a match and a void", func() {
			play(won(1, 2), p[3], p[1])
			s.takeBack(worse)
		}},
		{"who goes", func() { s.must(s.Forget(ctx, p[1].ID)) }},
		{"its end", func() {
			must(s.CloseTournament(ctx, operator, c.ID))
		}},
	} {
		before := all()
		act.do()
		kept := all()
		s.reopen()
		s.same(act.what, kept, all())
		if act.what != "nothing" && act.what != "an aborted one" && act.what != "its end" && show(kept) == show(before) {
			s.Errorf("%s: nothing has changed", act.what)
		}
	}
	s.sound()
}

// enter opens a match of a tournament.
func (s *suite) enter(c data.Tournament, id data.MatchID, players ...data.Player) {
	s.Helper()
	m := s.match(id, true, players...)
	m.Tournament = c.ID
	must(s.Open(s.Context(), m))
}

// tournamentCloses with the last of its matches that count.
func (s *suite) tournamentCloses() {
	ctx := s.Context()
	p := s.players("anna", "bert")
	s.now = time.Now().UTC().Truncate(time.Millisecond).Add(-time.Hour - time.Minute)
	c, other := s.tournament(s.now), s.tournament(s.now)
	look := func() (time.Time, int) {
		s.Helper()
		got := must(s.Tournament(ctx, c.ID))
		all, _, err := s.Standings(ctx, c.ID, 9, 0)
		s.must(err)
		games := 0
		for _, score := range all {
			games += score.Games
		}
		return got.Closed, games
	}
	s.enter(c, "m1", p...)
	s.enter(c, "m2", p...)
	s.enter(c, "m3", p...)
	s.reopen()
	m := must(s.Match(ctx, "m1"))
	s.same("the tournament of a match", m.Tournament, c.ID)
	closed, games := look()
	s.same("while they run", []any{closed, games}, []any{time.Time{}, 0})
	s.now = c.Ends.Add(time.Second)
	s.finish("m1", won(1, 2))
	s.now = c.Ends.Add(data.TournamentGrace)
	s.finish("m2", won(1, 2))
	s.now = s.now.Add(time.Millisecond)
	s.finish("m3", won(1, 2))
	closed, games = look()
	s.same("with the last that counts", []any{closed, games}, []any{c.Ends.Add(data.TournamentGrace), 4})
	s.same("one without a match, with its end", must(s.Tournament(ctx, other.ID)).Closed, other.Ends)
	m = s.match("m4", true, p...)
	m.Tournament = 99
	if _, err := s.Open(ctx, m); err == nil {
		s.Error("a match of no tournament")
	}
}

// tournamentIsClosed by an operator.
func (s *suite) tournamentIsClosed() {
	ctx := s.Context()
	now := time.Now().UTC().Truncate(time.Millisecond)
	runs, over := s.tournament(now.Add(-time.Minute)), s.tournament(now.Add(-2*time.Hour))
	later, err := s.OpenTournament(ctx, operator, data.Tournament{
		Game: game, Starts: now.Add(time.Hour), Ends: now.Add(2 * time.Hour), Every: 24 * time.Hour,
	})
	s.must(err)
	closed := must(s.CloseTournament(ctx, operator, runs.ID))
	if closed.Ends.Before(now) || closed.Ends.After(now.Add(time.Minute)) {
		s.Errorf("it ends %v, closed at %v", closed.Ends, now)
	}
	must(s.CloseTournament(ctx, operator, later.ID))
	_, err = s.Tournament(ctx, later.ID)
	s.refused("one called off", err, data.ErrNotFound)
	_, err = s.CloseTournament(ctx, operator, over.ID)
	s.refused("one that is over", err, data.ErrFinished)
	_, err = s.CloseTournament(ctx, operator, 99)
	s.refused("none", err, data.ErrNotFound)
}

// tournamentRepeats every hour, but not for times that have passed.
func (s *suite) tournamentRepeats() {
	ctx := s.Context()
	now := time.Now().UTC().Truncate(time.Millisecond)
	c, err := s.OpenTournament(ctx, operator, data.Tournament{
		Title: "Happy hour", Game: game, Seats: 2, Every: time.Hour,
		Starts: now.Add(-150 * time.Minute), Ends: now.Add(-140 * time.Minute),
	})
	s.must(err)
	for range 2 {
		s.must(s.Settle(ctx))
	}
	s.reopen()
	coming := must(s.Tournaments(ctx, now))
	next := c
	next.ID, next.Opened = c.ID+1, data.Schedule
	next.Starts, next.Ends = c.Starts.Add(3*time.Hour), c.Ends.Add(3*time.Hour)
	s.same("the next", coming, []data.Tournament{next})
	must(s.CloseTournament(ctx, operator, next.ID))
	s.must(s.Settle(ctx))
	coming = must(s.Tournaments(ctx, now))
	s.same("after it was called off", len(coming), 0)
}

// tournamentIsHonoured by letters to its first three, of which there are four here.
func (s *suite) tournamentIsHonoured() {
	ctx := s.Context()
	p := s.players("anna", "bert", "cora", "dora", "emil")
	s.now = time.Now().UTC().Add(-time.Hour - time.Minute)
	c := s.tournament(s.now)
	for i, pair := range [][2]int{{0, 1}, {0, 2}, {1, 3}, {2, 3}, {3, 4}} {
		id := data.MatchID(fmt.Sprint("m", i))
		s.enter(c, id, p[pair[0]], p[pair[1]])
		s.finish(id, won(1, 2))
	}
	for range 2 {
		s.must(s.Settle(ctx))
	}
	var told []string
	for _, player := range p {
		for _, l := range must(s.Letters(ctx, player.ID)) {
			told = append(told, fmt.Sprint(player.Name, " ", l.Kind, " ", string(l.Detail)))
		}
	}
	of := fmt.Sprintf(`placed {"contest":%d,"game":"district-noir","place":`, c.ID)
	s.same("letters", told, []string{
		"anna " + of + `1,"points":4,"title":"Friday night"}`,
		"bert " + of + `2,"points":2,"title":"Friday night"}`,
		"cora " + of + `2,"points":2,"title":"Friday night"}`,
		"dora " + of + `2,"points":2,"title":"Friday night"}`,
	})
}
