package datatest

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"sync"
	"time"

	"noir/data"
	"noir/engine"
)

// near compares ratings, which are sums of floating point numbers.
func (s *suite) near(what string, got, want float64) {
	s.Helper()
	if math.Abs(got-want) > 1e-9 {
		s.Errorf("%s: %v, not %v", what, got, want)
	}
}

func (s *suite) finishIsOnce() {
	p := s.players("anna", "bert")
	m := s.begin("m1", p...)
	for _, seat := range m.Seats {
		if seat.Before == nil || *seat.Before != data.StartRating || seat.After != nil || seat.Games != 0 || seat.PairGames != 0 {
			s.Fatalf("opened with %s", show(seat))
		}
	}
	s.must(s.Append(s.Context(), "m1", entry(1)))
	want := []data.Change{ // K = 60 at no games, E = ½
		{Seat: 0, Player: p[0].ID, Before: 1500, After: 1530},
		{Seat: 1, Player: p[1].ID, Before: 1500, After: 1470},
	}
	end := s.now.Add(time.Minute)
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			changes, err := s.Finish(s.Context(), "m1", end, won(1, 2), entry(2))
			if err != nil {
				s.Error(err)
				return
			}
			s.sameChanges(changes, want)
		})
	}
	all.Wait()
	s.reopen()
	again := must(s.Finish(s.Context(), "m1", end.Add(time.Hour), won(2, 1), entry(9)))
	s.sameChanges(again, want)

	s.same("the winner", s.rating(p[0]), data.Rating{Value: 1530, Games: 1, Wins: 1})
	s.same("the loser", s.rating(p[1]), data.Rating{Value: 1470, Games: 1, Losses: 1})
	stored := must(s.Match(s.Context(), "m1"))
	r := won(1, 2)
	m.Ended, m.Result, m.Moves = end, &r, []data.Entry{entry(1), entry(2)}
	m.Seats[0].After, m.Seats[1].After = &want[0].After, &want[1].After
	s.same("the match", stored, m)
	if _, err := s.Finish(s.Context(), "m2", end, won(1, 2)); !errors.Is(err, data.ErrNotFound) {
		s.Errorf("an unknown match: %v", err)
	}
}

// sameChanges may be called from any goroutine.
func (s *suite) sameChanges(got, want []data.Change) {
	if show(got) != show(want) {
		s.Errorf("changes %s, not %s", show(got), show(want))
	}
}

// finishIsNotBeforeTheStart: a clock that was set back gives no game a negative length.
func (s *suite) finishIsNotBeforeTheStart() {
	m := s.begin("m1", s.players("anna", "bert")...)
	must(s.Finish(s.Context(), "m1", m.Started.Add(-time.Minute), won(1, 2)))
	stored := must(s.Match(s.Context(), "m1"))
	s.same("its end", stored.Ended, stored.Started)
}

// startIsWhenItIsStored, unless the caller says when: not when somebody began to wait for the store.
func (s *suite) startIsWhenItIsStored() {
	m := s.match("m1", true, s.players("anna", "bert")...)
	m.Started = time.Time{}
	before := time.Now().Truncate(time.Millisecond)
	m = must(s.Open(s.Context(), m))
	if m.Started.Before(before) || m.Started.After(time.Now()) {
		s.Errorf("started %v, after %v", m.Started, before)
	}
	s.same("the stored start", must(s.Match(s.Context(), "m1")).Started, m.Started)
}

func (s *suite) badFinishChangesNothing() {
	p := s.players("anna", "bert")
	s.begin("m1", p...)
	if _, err := s.Finish(s.Context(), "m1", s.now, won(1, 2), entry(1), entry(3)); !errors.Is(err, data.ErrOutOfOrder) {
		s.Errorf("a gap: %v", err)
	}
	if _, err := s.Finish(s.Context(), "m1", s.now, won(1, 2, 3), entry(1)); err == nil {
		s.Error("three places at a table for two")
	}
	s.same("the log", len(s.log("m1")), 0)
	s.same("the rating", s.rating(p[0]), data.Rating{})
	s.must(s.Append(s.Context(), "m1", entry(1)))
	s.same("changes", len(s.finish("m1", won(1, 2))), 2)
}

func (s *suite) overlappingAddUp() {
	p := s.players("anna", "bert", "cora")
	s.begin("m1", p[0], p[1])
	s.begin("m2", p[0], p[2])
	first, second := s.finish("m1", won(1, 2)), s.finish("m2", won(1, 2))
	s.near("before the second", second[0].Before, data.StartRating)
	s.near("the sum", s.rating(p[0]).Value, first[0].After+second[0].After-data.StartRating)
	s.near("the sum", s.rating(p[0]).Value, 1560)
	s.near("the first loser", s.rating(p[1]).Value, 1470)
	s.near("the second loser", s.rating(p[2]).Value, 1470)

	m := s.begin("m3", p[1], p[0])
	s.near("before the third", *m.Seats[1].Before, 1560)
	s.same("games before the third", []int{m.Seats[0].Games, m.Seats[1].Games}, []int{1, 2})
	third := s.finish("m3", won(1, 2))
	change := 0.5 * 60 / (1 + 1.0/20) * (1 - 1/(1+math.Pow(10, 90.0/400))) // half, for the second game of the day
	s.near("against the odds", third[0].After, 1470+change)
	s.near("stored", s.rating(p[1]).Value, 1470+change)
}

func (s *suite) pairGamesCount() {
	p := s.players("anna", "bert", "cora")
	pair := func(id data.MatchID) int {
		s.Helper()
		m := s.begin(id, p[0], p[1])
		if m.Seats[0].PairGames != m.Seats[1].PairGames {
			s.Errorf("the seats differ: %s", show(m.Seats))
		}
		return m.Seats[0].PairGames
	}
	s.same("the first", pair("m1"), 0)
	s.same("while one runs", pair("m2"), 0)
	s.finish("m1", won(1, 2))
	s.same("after one", pair("m3"), 1)
	s.finish("m3", void(2))
	s.same("after an aborted one", pair("m4"), 1)

	casual := s.match("casual", false, p[0], p[1])
	other := s.match("other", true, p[0], p[1])
	other.Game = "noirburg"
	for _, m := range []data.Match{casual, other, s.match("stranger", true, p[0], p[2])} {
		must(s.Open(s.Context(), m))
		s.finish(m.ID, won(1, 2))
	}
	s.same("after some that do not count", pair("m5"), 1)
	s.now = s.now.Add(12 * time.Hour)
	s.finish("m2", won(1, 1))
	s.same("later that day", pair("m6"), 2)
	s.now = s.now.Add(12*time.Hour + time.Second)
	s.same("when the first is a day old", pair("m7"), 1)
	s.now = s.now.Add(12 * time.Hour)
	s.same("when all are", pair("m8"), 0)
}

// pairGamesOfADay: a game counts until it is 24 hours old, to the millisecond.
func (s *suite) pairGamesOfADay() {
	p := s.players("anna", "bert")
	s.begin("m1", p...)
	s.finish("m1", won(1, 2))
	s.now = s.now.Add(24 * time.Hour)
	s.same("at 24 hours", s.begin("m2", p...).Seats[0].PairGames, 1)
	s.finish("m2", void(2))
	s.now = s.now.Add(time.Millisecond)
	s.same("after that", s.begin("m3", p...).Seats[0].PairGames, 0)
}

func (s *suite) frequentPairCounts() {
	p := s.players("anna", "bert", "cora")
	for i, id := range []data.MatchID{"m1", "m2"} {
		m := s.begin(id, p[0], p[2])
		s.same("so far", m.Seats[0].PairGames, i)
		s.finish(id, won(1, 2))
	}
	s.begin("m3", p[1], p[2])
	s.finish("m3", won(1, 2))
	for _, seat := range s.begin("m4", p...).Seats {
		s.same("at the table of three", seat.PairGames, 2)
	}
}

func (s *suite) threeSeats() {
	p := s.players("anna", "bert", "cora")
	s.begin("m1", p...)
	changes := s.finish("m1", won(1, 1, 3)) // S = ½+1, ½+1, 0 of two; E = 1; K = 60
	for i, after := range []float64{1515, 1515, 1470} {
		s.same("seat", changes[i].Seat, engine.Seat(i))
		s.near("after", changes[i].After, after)
	}
	s.same("who shares", s.rating(p[0]), data.Rating{Value: 1515, Games: 1, Draws: 1})
	s.same("who lost", s.rating(p[2]), data.Rating{Value: 1470, Games: 1, Losses: 1})
	s.begin("m2", p[2], p[1], p[0])
	s.finish("m2", won(2, 1, 2))
	s.same("second is lost", s.rating(p[2]).Losses, 2)
	s.same("a win", s.rating(p[1]).Wins, 1)
	sum := s.rating(p[0]).Value + s.rating(p[1]).Value + s.rating(p[2]).Value
	s.near("what one wins others lose", sum, 3*data.StartRating)
}

// sixSeats: all are ranked in that game only, and each pair of them has met.
func (s *suite) sixSeats() {
	p := s.players("anna", "bert", "cora", "dora", "emil", "fred")
	open := func(id data.MatchID, players ...data.Player) data.Match {
		m := s.match(id, true, players...)
		m.Game = "noirburg"
		m = must(s.Open(s.Context(), m))
		return m
	}
	open("m1", p...)
	changes := s.finish("m1", won(1, 2, 3, 3, 5, 6)) // S = 5, 4, 2½, 2½, 1, 0 of five; E = 2½; K = 60
	for i, after := range []float64{1530, 1518, 1500, 1500, 1482, 1470} {
		s.near(fmt.Sprint("after, seat ", i), changes[i].After, after)
	}
	rows, total, err := s.Table(s.Context(), "noirburg", data.Filter{Limit: 10})
	s.must(err)
	s.same("ranked", total, 6)
	s.same("the first", rows[0], data.Standing{Rank: 1, Player: p[0], Rating: data.Rating{Value: 1530, Games: 1, Wins: 1}})
	_, total, err = s.Table(s.Context(), game, data.Filter{Limit: 10})
	s.must(err)
	s.same("ranked elsewhere", total, 0)
	for i, other := range p[1:] {
		m := open(data.MatchID(fmt.Sprint("pair", i)), p[0], other)
		s.same("games before", m.Seats[0].Games, 1)
		s.same("games of the pair", m.Seats[1].PairGames, 1)
	}
}

func (s *suite) abortedIsNothing() {
	p := s.players("anna", "bert")
	s.begin("m1", p...)
	s.same("changes", len(s.finish("m1", void(2))), 0)
	s.same("changes, again", len(s.finish("m1", won(1, 2))), 0)
	s.unrated(p[0])
	m := must(s.Match(s.Context(), "m1"))
	if m.Result == nil || m.Result.Reason != engine.Aborted || m.Ended.IsZero() || *m.Seats[0].Before != 1500 || m.Seats[0].After != nil {
		s.Errorf("stored %s", show(m))
	}
	games := must(s.Games(s.Context(), p[0].ID, "", 10))
	s.same("games", len(games), 1)
}

func (s *suite) casualMovesNothing() {
	p := s.players("anna", "bert")
	m := must(s.Open(s.Context(), s.match("m1", false, p...)))
	if m.Seats[0].Before != nil {
		s.Errorf("opened %s", show(m.Seats))
	}
	s.same("changes", len(s.finish("m1", won(1, 2))), 0)
	s.unrated(p[0])
	if _, err := s.Open(s.Context(), s.match("m2", false, p[0], p[0])); err == nil {
		s.Error("somebody sits on two seats")
	}
}

// goingOnIsNothing: a match that goes on from another one has the log that it takes over and is
// among the player's games, and it changes no figure.
func (s *suite) goingOnIsNothing() {
	ctx := s.Context()
	p := s.players("anna", "bert")
	m := s.match("m1", false, p...)
	m.Origin, m.Moves = data.Origin{Match: "m0", Plies: 2}, []data.Entry{entry(1), {
		Ply: 2, Seat: 1, By: engine.ByBot, Move: json.RawMessage(`{"type":"draw","count":2,"of":["\u00e4\"",1.50]}`), AtMS: 1 << 40,
		Dice: []int{6, 1}, Drawn: []string{"G4.0", `"`},
	}}
	opened := must(s.Open(ctx, m))
	s.same("the log taken over", s.log("m1"), m.Moves)
	if err := s.Append(ctx, "m1", entry(2)); !errors.Is(err, data.ErrOutOfOrder) {
		s.Errorf("again: %v", err)
	}
	s.same("the running one", must(s.Unfinished(ctx)), []data.Match{opened})
	s.same("changes", len(must(s.Finish(ctx, "m1", s.now, won(1, 2), entry(3)))), 0)
	stored := must(s.Match(ctx, "m1"))
	s.same("the origin", stored.Origin, m.Origin)
	s.same("the result", stored.Result.Places, []int{1, 2})
	s.same("games", len(must(s.Games(ctx, p[0].ID, "", 10))), 1)
	record := must(s.Record(ctx, p[0].ID, game))
	s.same("rivals", len(record.Rivals), 0)
	s.same("hours", record.Hours, [24]int{})

	m.ID, m.Rated = "rated", true
	if _, err := s.Open(ctx, m); err == nil {
		s.Error("a rated match goes on from another one")
	}
	m.ID, m.Rated, m.Origin.Plies = "short", false, 3
	if _, err := s.Open(ctx, m); err == nil {
		s.Error("a match takes over fewer plies than it says")
	}
}

// unrated checks that a player is in no table of ratings.
func (s *suite) unrated(p data.Player) {
	s.Helper()
	ratings := must(s.Ratings(s.Context(), p.ID))
	s.same("ratings", len(ratings), 0)
	_, total, err := s.Table(s.Context(), game, data.Filter{Limit: 10})
	s.must(err)
	s.same("ranked", total, 0)
	if _, err := s.Rank(s.Context(), game, p.ID); !errors.Is(err, data.ErrNotFound) {
		s.Errorf("a rank: %v", err)
	}
	history := must(s.History(s.Context(), p.ID, game, 10))
	s.same("history", len(history), 0)
}

func (s *suite) ratedNeedsPlayers() {
	p := s.players("anna", "bert")
	for what, m := range map[string]data.Match{
		"a guest":            s.match("m1", true, p[0], data.Player{ID: -1, Name: "guest-1234"}),
		"a bot":              s.match("m1", true, p[0], data.Player{Name: "house-1"}),
		"somebody unknown":   s.match("m1", true, p[0], data.Player{ID: 4711, Name: "cora"}),
		"the same one twice": s.match("m1", true, p[0], p[0]),
		"nobody else":        s.match("m1", true, p[0]),
	} {
		if _, err := s.Open(s.Context(), m); err == nil {
			s.Errorf("%s sits at a rated table", what)
		}
	}
	if _, err := s.Match(s.Context(), "m1"); !errors.Is(err, data.ErrNotFound) {
		s.Errorf("a refused match was kept: %v", err)
	}
	s.begin("m1", p...)
}
