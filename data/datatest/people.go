package datatest

import (
	"encoding/json"
	"errors"
	"strings"
	"time"

	"noir/data"
)

// names are those on the seats of a match.
func (s *suite) names(id data.MatchID) (names []string) {
	s.Helper()
	for _, seat := range must(s.Match(s.Context(), id)).Seats {
		names = append(names, seat.Name)
	}
	return names
}

func (s *suite) nameIsChanged() {
	ctx := s.Context()
	p := s.players("anna", "bert")
	s.begin("over", p...)
	s.finish("over", won(1, 2))
	s.begin("running", p...)
	for _, name := range []string{"bert", "BERT", "be-rt", "8ert"} {
		want := data.ErrNameTaken
		if name == "8ert" {
			want = data.ErrBadName
		}
		_, err := s.office().Rename(ctx, operator, p[0].ID, name)
		s.refused(name, err, want)
	}
	_, err := s.office().Rename(ctx, operator, 99, "cora")
	s.refused("nobody", err, data.ErrNotFound)
	s.same("so far", s.names("over"), []string{"anna", "bert"})

	for _, name := range []string{"cora", "Cor-a"} { // her own look-alike is not taken
		renamed := must(s.office().Rename(ctx, operator, p[0].ID, name))
		s.same("renamed", renamed.ID, p[0].ID)
	}
	s.reopen()
	want := data.Player{ID: p[0].ID, Name: "cor-a", Created: p[0].Created}
	for _, id := range []data.MatchID{"over", "running"} {
		s.same("on the seats", s.names(id), []string{"cor-a", "bert"})
	}
	s.same("by key", must(s.PlayerByKey(ctx, "SHA256:anna")), want)
	s.same("ranked", must(s.Rank(ctx, game, p[0].ID)).Player, want)
	if _, err := s.CreatePlayer(ctx, "anna", "SHA256:other", ""); err != nil {
		s.Errorf("the old name: %v", err)
	}
}

func (s *suite) twoBecomeOne() {
	ctx := s.Context()
	p := s.players("anna", "anna2", "bert", "cora")
	s.begin("m1", p[0], p[2])
	s.begin("m2", p[1], p[2])
	s.finish("m1", won(1, 2))
	s.finish("m2", won(2, 1))
	other := s.match("m3", true, p[0], p[3])
	other.Game = "noirburg"
	must(s.Open(ctx, other))
	s.finish("m3", won(1, 1))
	s.begin("m4", p[1], p[3])
	s.finish("m4", won(1, 2))
	gained := s.rating(p[0]).Value + s.rating(p[1]).Value - 2*data.StartRating

	s.must(s.office().Merge(ctx, operator, p[0].ID, p[1].ID))
	s.reopen()
	r := s.rating(p[1])
	s.near("the sum", r.Value, data.StartRating+gained)
	s.same("counts", []int{r.Games, r.Wins, r.Losses, r.Draws}, []int{3, 2, 1, 0})
	s.same("what only the first had played", must(s.Ratings(ctx, p[1].ID))["noirburg"].Draws, 1)
	history := must(s.History(ctx, p[1].ID, game, 10))
	var ids []data.MatchID
	for _, e := range history {
		ids = append(ids, e.Match)
	}
	s.same("history", ids, []data.MatchID{"m1", "m2", "m4"})
	s.near("its end", history[2].Rating, r.Value)
	s.same("a seat of the first", s.names("m1"), []string{"anna2", "bert"})
	games := must(s.Games(ctx, p[1].ID, "", 10))
	s.same("games", len(games), 4)
	for _, key := range []string{"SHA256:anna", "SHA256:anna2"} {
		s.same(key, must(s.PlayerByKey(ctx, key)), p[1])
	}
	s.nobody(p[0], p[1])
	s.sound()
}

// nobody checks that one player is gone and another is not, and that the name is free.
func (s *suite) nobody(p, other data.Player) {
	s.Helper()
	ctx := s.Context()
	_, err := s.PlayerByName(ctx, p.Name)
	s.refused("the name", err, data.ErrNotFound)
	_, err = s.Rank(ctx, game, p.ID)
	s.refused("the rank", err, data.ErrNotFound)
	gone := must(s.Gone(ctx, []data.PlayerID{p.ID, other.ID}))
	s.same("gone", gone, []data.PlayerID{p.ID})
	for _, rated := range []bool{false, true} {
		_, err := s.Open(ctx, s.match("of nobody", rated, other, p))
		s.refused("a seat for a player who is gone", err, data.ErrNotFound)
	}
	ratings := must(s.Ratings(ctx, p.ID))
	history := must(s.History(ctx, p.ID, game, 10))
	keys := must(s.Keys(ctx, p.ID))
	games := must(s.Games(ctx, p.ID, "", 10))
	s.same("what is left", []int{len(ratings), len(history), len(keys), len(games)}, []int{0, 0, 0, 0})
	if free, err := s.NameFree(ctx, p.Name); err != nil || !free {
		s.Errorf("the name is free: %v, %v", free, err)
	}
}

func (s *suite) whoCannotBeMerged() {
	p := s.players("anna", "bert", "cora", "dora")
	merge := func(from, into data.PlayerID) error { return s.office().Merge(s.Context(), operator, from, into) }
	s.begin("m1", p[0], p[1], p[2])
	s.refused("one who plays", merge(p[0].ID, p[3].ID), data.ErrRunning)
	s.refused("with one who plays", merge(p[3].ID, p[0].ID), data.ErrRunning)
	s.finish("m1", won(1, 2, 3))
	s.refused("those who have met", merge(p[0].ID, p[2].ID), data.ErrMet)
	s.refused("nobody", merge(99, p[0].ID), data.ErrNotFound)
	s.refused("with nobody", merge(p[0].ID, 99), data.ErrNotFound)
	if err := merge(p[0].ID, p[0].ID); err == nil {
		s.Error("one was merged with themselves")
	}
	_, total, err := s.office().Search(s.Context(), "", 0, 0)
	s.must(err)
	s.same("players", total, 4)
}

// metInVoidMatch merges two who then have two seats of matches that do not count.
func (s *suite) metInVoidMatch() {
	ctx := s.Context()
	p := s.players("anna", "bert", "cora")
	s.begin("void", p...)
	s.finish("void", won(1, 2, 3))
	s.begin("aborted", p[0], p[1])
	s.finish("aborted", void(2))
	must(s.Open(ctx, s.match("casual", false, p[0], p[1])))
	s.finish("casual", won(1, 2))
	s.begin("counts", p[0], p[2])
	s.finish("counts", won(1, 2))
	must(s.office().Void(ctx, operator, "void", "the same person"))
	want := s.rating(p[0])
	s.must(s.office().Merge(ctx, operator, p[1].ID, p[0].ID))
	s.same("rating", s.rating(p[0]), want)
	games := must(s.Games(ctx, p[0].ID, "", 10))
	s.same("games", len(games), 4)
	history := must(s.History(ctx, p[0].ID, game, 10))
	s.near("the end of the history", history[len(history)-1].Rating, want.Value)
	s.sound()
}

func (s *suite) deletedLeavesSeat() {
	ctx := s.Context()
	p := s.players("anna", "bert")
	s.begin("m1", p...)
	_, err := s.office().Delete(ctx, operator, p[0].ID)
	s.refused("one who plays", err, data.ErrRunning)
	s.finish("m1", won(1, 2))
	s.begin("m2", p...)
	s.finish("m2", won(1, 2))
	bert := s.rating(p[1])

	name := must(s.office().Delete(ctx, operator, p[0].ID))
	if _, err := data.CheckName(name); !errors.Is(err, data.ErrBadName) || len(name) > 16 {
		s.Errorf("deleted ones are called %q", name)
	}
	s.reopen()
	s.nobody(p[0], p[1])
	s.same("her seat", s.names("m1"), []string{name, "bert"})
	s.same("the other's rating", s.rating(p[1]), bert)
	page, total, err := s.Table(ctx, game, data.Filter{Limit: 10})
	s.must(err)
	s.same("ranked", []int{len(page), total}, []int{1, 1})
	_, err = s.office().Delete(ctx, operator, p[0].ID)
	s.refused("again", err, data.ErrNotFound)
	s.sound()

	undone := must(s.office().Void(ctx, operator, "m2", ""))
	if len(undone) != 1 || undone[0].Player != p[1].ID {
		s.Errorf("taken back from %s", show(undone))
	}
	s.same("the other's games", s.rating(p[1]).Games, 1)
	again := must(s.CreatePlayer(ctx, "anna", "SHA256:anna", ""))
	if again.ID == p[0].ID {
		s.Error("she is known again")
	}
	s.sound()
}

// known gives a player everything that a store can hold about one, except games.
func (s *suite) known(p, other data.Player) {
	s.Helper()
	ctx := s.Context()
	s.must(s.set(p.ID, data.Settings{Language: "de", Feed: p.Name}))
	s.invite(p)
	_, err := s.Recover(ctx, newKey, p.Name, "0", false)
	s.refused("a wrong code", err, data.ErrBadCode)
	s.must(s.Mistaken(ctx, p.Name))
	s.codes(p)
	s.tie(p, other, data.Friend)
	s.tie(other, p, data.Muted)
	s.challenge(p, data.Player{})
	s.challenge(p, other)
	s.challenge(other, p)
	s.report(p, other, "m1")
	s.report(other, p, "m1")
	s.must(s.office().Hush(ctx, operator, data.Silence{Player: p.ID, Until: time.Now().Add(time.Hour), Reason: p.Name}))
	s.must(s.Write(ctx, data.Letter{Player: other.ID, About: p.ID, Kind: data.GameOver, Detail: json.RawMessage(`{"against":"` + p.Name + `"}`)}))
}

func (s *suite) deletedIsForgotten() {
	ctx := s.Context()
	p := s.players("anna", "bert")
	s.begin("m1", p...)
	s.finish("m1", won(1, 2))
	s.known(p[0], p[1])
	name := must(s.office().Delete(ctx, operator, p[0].ID))
	s.reopen()
	s.nobody(p[0], p[1])
	s.sound()
	gone := data.Player{Name: name}
	reports := s.reports(true)
	s.same("reports", []data.Player{reports[0].By, reports[0].About, reports[1].By, reports[1].About},
		[]data.Player{p[1], gone, gone, p[1]})
	if reports[0].Closed.IsZero() || !reports[1].Closed.IsZero() {
		s.Errorf("only the one about her is closed: %s", show(reports))
	}
	for _, r := range reports {
		s.same("talk", string(r.Talk), `[{"at":"2026-03-01T12:00:00Z","seat":0,"name":"`+name+`","text":""},`+
			`{"at":"2026-03-01T12:00:00Z","name":"`+name+`","text":""},`+
			`{"at":"2026-03-01T12:00:01Z","seat":1,"name":"bert","text":"hear"},{"at":"2026-03-01T12:00:02Z","name":"guest-7","text":"hm"},{"seat":1,"text":"by nobody of a name"}]`)
	}
	letters := must(s.Letters(ctx, p[1].ID))
	ties := must(s.Ties(ctx, p[1].ID))
	silences := must(s.Silences(ctx))
	s.same("what is left of her", []int{len(s.challenges()), len(letters), len(ties), len(silences)}, []int{0, 0, 0, 0})
	_, err := s.PlayerByFeed(ctx, "anna")
	s.refused("her feed", err, data.ErrNotFound)
	_, err = s.Recover(ctx, newKey, "anna", s.codes(p[1])[0], false)
	s.refused("her name", err, data.ErrBadCode)
	s.must(s.Forget(ctx, p[1].ID))
	for _, r := range s.reports(true) {
		if strings.Contains(string(r.Talk), "bert") || strings.Contains(string(r.Talk), "hear") {
			s.Errorf("after the other has gone there is %s", r.Talk)
		}
	}
}

// whatIsKnownIsMerged: what the remaining player had wins over what the other had.
func (s *suite) whatIsKnownIsMerged() {
	ctx := s.Context()
	p := s.players("anna", "bert", "cora", "dora")
	s.begin("m1", p[0], p[1])
	s.finish("m1", won(1, 2))
	s.known(p[0], p[1])
	s.challenge(p[0], p[2])
	s.challenge(p[2], p[0])
	s.tie(p[0], p[3], data.Friend)
	s.tie(p[2], p[1], data.Blocked)
	s.must(s.set(p[2].ID, data.Settings{Language: "sv"}))
	late := time.Now().Add(2 * time.Hour).UTC().Truncate(time.Millisecond)
	s.must(s.office().Hush(ctx, operator, data.Silence{Player: p[2].ID, Until: late, Reason: "longer"}))
	s.must(s.office().Merge(ctx, operator, p[0].ID, p[2].ID))
	s.reopen()
	s.nobody(p[0], p[2])
	s.sound()

	s.same("ties", s.ties(p[2]), []string{"bert blocked", "dora friend"})
	s.same("ties to them", s.ties(p[1]), []string{"cora muted"})
	silences := must(s.Silences(ctx))
	s.same("silences", silences, []data.Silence{{Player: p[2].ID, Until: late, Reason: "longer"}})
	set := must(s.Settings(ctx, p[2].ID))
	s.same("settings", set, data.Settings{Language: "sv"})
	s.same("recovery codes", s.left(p[2]), data.RecoveryCodes)
	open := s.challenges()
	s.same("challenges but those of the two", len(open), 3)
	s.same("the first is hers", open[0].From, p[2])
	reports := s.reports(false)
	s.same("reports", []data.Player{reports[0].About, reports[1].By}, []data.Player{p[2], p[2]})
	kinds, detail := s.told(p[2])
	s.same("told", kinds, []string{data.RecoveryMade, data.Challenged, data.Silenced, data.Silenced, data.Merged})
	s.same("with whom", detail, map[string]any{"name": "anna"})

	s.must(s.office().Merge(ctx, operator, p[2].ID, p[3].ID))
	set = must(s.Settings(ctx, p[3].ID))
	s.same("settings of the first, where the second has none", set, data.Settings{Language: "sv"})
	s.same("ties but to themselves", s.ties(p[3]), []string{"bert blocked"})
	s.sound()
}
