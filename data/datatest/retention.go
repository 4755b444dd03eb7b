package datatest

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"noir/data"
)

// practise stores a finished game against the house, of two moves after those that are given; p may be a guest.
func (s *suite) practise(id data.MatchID, p data.Player, ended time.Time, log ...data.Entry) {
	s.Helper()
	m := s.match(id, false, p)
	m.Started = ended.Add(-time.Hour)
	if p.ID.Guest() {
		m.Seats[0].Kind = data.Guest
	}
	m.Seats = append(m.Seats, data.Seat{Name: "pip/easy", Kind: data.Bot, Level: "easy"})
	must(s.Open(s.Context(), m))
	s.must(s.Append(s.Context(), id, log...))
	must(s.Finish(s.Context(), id, ended, won(1, 2), entry(len(log)+1), entry(len(log)+2)))
}

// prune prunes everything older than a moment and returns how many matches that were.
func (s *suite) prune(before time.Time) (pruned int) {
	s.Helper()
	for range 1000 {
		n, more, err := s.Prune(s.Context(), before)
		s.must(err)
		if pruned += n; !more {
			return pruned
		}
	}
	s.Fatal("there is no end to it")
	return 0
}

// remaining returns which of the matches are stored.
func (s *suite) remaining(ids ...data.MatchID) (left []data.MatchID) {
	s.Helper()
	for _, id := range ids {
		_, err := s.Match(s.Context(), id)
		switch {
		case err == nil:
			left = append(left, id)
		case !errors.Is(err, data.ErrNotFound):
			s.Fatal(err)
		}
	}
	return left
}

// gamesPass: casual games against the house alone go, and no others.
func (s *suite) gamesPass() {
	ctx := s.Context()
	p := s.players("anna", "bert")
	guest := data.Player{ID: -1, Name: "guest-0001"}
	old := s.now
	s.practise("old", p[0], old)
	s.practise("guest", guest, old)
	s.practise("new", p[0], old.Add(2*time.Hour))
	s.practise("reviewed", p[0], old)
	s.must(s.SaveAnalysis(ctx, "reviewed", json.RawMessage(`{}`)))
	s.practise("reported", guest, old)
	must(s.Complain(ctx, data.Report{By: p[0], About: guest, Match: "reported", Reason: "rude"}))
	running := s.match("running", false, p[0])
	running.Started, running.Seats[0].Kind = old.Add(-time.Hour), data.Human
	must(s.Open(ctx, running))
	m := s.match("two", false, p...)
	must(s.Open(ctx, m))
	must(s.Finish(ctx, "two", old, won(1, 2)))
	s.begin("rated", p...)
	s.finish("rated", won(1, 2))
	for n := range 100 {
		s.practise(data.MatchID(fmt.Sprintf("many-%d", n)), guest, old.Add(-time.Duration(n)*time.Hour))
	}
	long := []data.Entry{}
	for ply := range 498 {
		long = append(long, entry(ply+1))
	}
	s.practise("long", guest, old.Add(-200*time.Hour), long...)

	before := old.Add(time.Hour)
	s.practise("just in time", guest, before)
	n := must(s.Passing(ctx, before))
	if n != 103 {
		s.Errorf("%d games are to go", n)
	}
	for _, at := range []int{1, 32} { // one of 500 moves, and as many as may be
		n, more, err := s.Prune(ctx, before)
		s.must(err)
		if n != at || !more {
			s.Errorf("%d games are gone at once, not %d, and there are more: %t", n, at, more)
		}
	}
	if n := s.prune(before); n != 70 {
		s.Errorf("%d games are gone in the end", n)
	}
	s.reopen()
	s.same("left", s.remaining("old", "guest", "just in time", "new", "reviewed", "reported", "running", "two", "rated", "many-0", "many-99"),
		[]data.MatchID{"just in time", "new", "reviewed", "reported", "running", "two", "rated"})
	games := must(s.Games(ctx, p[0].ID, "", 10))
	for _, g := range games {
		if g.Passing != (g.ID == "new") {
			s.Errorf("%s passes: %t", g.ID, g.Passing)
		}
	}
	if len(games) != 4 {
		s.Errorf("%d games in the list", len(games))
	}
}

// gamesAreMarked: those stay, until the mark is taken back or the player is deleted. A game that was reported to
// operators stays even then, and so does one with a puzzle.
func (s *suite) gamesAreMarked() {
	ctx := s.Context()
	p := s.players("anna", "bert", "cora")
	for _, id := range []data.MatchID{"kept", "dropped", "deleted"} {
		s.practise(id, p[map[data.MatchID]int{"deleted": 2}[id]], s.now)
	}
	s.must(s.Keep(ctx, p[2].ID, "deleted", true))
	for range 2 {
		s.must(s.Keep(ctx, p[0].ID, "kept", true))
		s.must(s.Keep(ctx, p[0].ID, "dropped", true))
	}
	s.must(s.Keep(ctx, p[0].ID, "dropped", false))
	s.practise("reported", p[0], s.now)
	must(s.Complain(ctx, data.Report{By: p[1], About: p[0], Match: "reported", Reason: "rude"}))
	s.practise("puzzle", p[0], s.now)
	s.must(s.AddPuzzles(ctx, s.now, puzzle("puzzle", 2)))
	for _, keep := range []bool{true, false} {
		s.must(s.Keep(ctx, p[0].ID, "reported", keep))
		s.must(s.Keep(ctx, p[0].ID, "puzzle", keep))
	}
	running := s.match("running", false, p[0])
	must(s.Open(ctx, running))
	for id, c := range map[data.MatchID]struct {
		player data.Player
		want   error
	}{"kept": {p[1], data.ErrNotFound}, "never heard of": {p[0], data.ErrNotFound}, "running": {p[0], data.ErrRunning}} {
		if err := s.Keep(ctx, c.player.ID, id, true); !errors.Is(err, c.want) {
			s.Errorf("%s: %v", id, err)
		}
	}
	for n := range data.MaxKept {
		id := data.MatchID(fmt.Sprintf("more-%d", n))
		s.practise(id, p[0], s.now.Add(time.Hour))
		if err := s.Keep(ctx, p[0].ID, id, true); (n == data.MaxKept-1) != errors.Is(err, data.ErrTooMany) {
			s.Errorf("mark %d: %v", n+2, err)
		}
	}
	s.must(s.Forget(ctx, p[2].ID))
	if n := s.prune(s.now.Add(time.Minute)); n != 2 {
		s.Errorf("%d games are gone", n)
	}
	s.same("left", s.remaining("kept", "dropped", "deleted", "reported", "puzzle"), []data.MatchID{"kept", "reported", "puzzle"})
}
