package datatest

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"sync"
	"time"

	"noir/data"
)

// ties are a player's, in words.
func (s *suite) ties(p data.Player) (words []string) {
	s.Helper()
	for _, t := range must(s.Ties(s.Context(), p.ID)) {
		words = append(words, t.Player.Name+" "+string(t.Tie))
	}
	return words
}

func (s *suite) tie(from, to data.Player, tie data.Tie) {
	s.Helper()
	s.must(s.Tie(s.Context(), from.ID, to.ID, tie))
}

func (s *suite) tiesHold() {
	ctx := s.Context()
	p := s.players("anna", "cora", "bert")
	s.tie(p[0], p[1], data.Friend)
	s.tie(p[0], p[2], data.Blocked)
	s.tie(p[1], p[0], data.Blocked)
	s.reopen()
	s.same("ties", s.ties(p[0]), []string{"bert blocked", "cora friend"})
	s.same("from one to the other", s.ties(p[1]), []string{"anna blocked"})
	blocks := must(s.Blocks(ctx))
	s.same("blocks", blocks, [][2]data.PlayerID{{p[0].ID, p[2].ID}, {p[1].ID, p[0].ID}})
	s.tie(p[0], p[2], data.Muted)
	s.tie(p[0], p[1], "")
	s.tie(p[0], p[1], "") // and again
	s.same("one is changed, one ended", s.ties(p[0]), []string{"bert muted"})
	ties := must(s.Ties(ctx, p[0].ID))
	if ties[0].Player != p[2] || time.Since(ties[0].Since) > time.Minute {
		s.Errorf("a tie %s", show(ties[0]))
	}

	s.refused("to nobody", s.Tie(ctx, p[0].ID, 99, data.Friend), data.ErrNotFound)
	s.refused("of nobody", s.Tie(ctx, 99, p[0].ID, data.Friend), data.ErrNotFound)
	s.refused("to a guest", s.Tie(ctx, p[0].ID, -1, data.Muted), data.ErrNotFound)
	if s.Tie(ctx, p[0].ID, p[0].ID, data.Friend) == nil || s.Tie(ctx, p[0].ID, p[2].ID, "married") == nil {
		s.Error("what is no tie is one")
	}
	s.same("after all", s.ties(p[0]), []string{"bert muted"})
}

func (s *suite) tiesAreFew() {
	anna := s.players("anna")[0]
	var all sync.WaitGroup
	others := make([]data.Player, data.MaxTies+1)
	for n := range others {
		all.Go(func() {
			name := fmt.Sprint("player-", n)
			p, err := s.CreatePlayer(s.Context(), name, "SHA256:"+name, "")
			if err == nil && n > 0 {
				err = s.Tie(s.Context(), anna.ID, p.ID, data.Muted)
			}
			if err != nil {
				s.Error(err)
			}
			others[n] = p
		})
	}
	all.Wait()
	s.refused("one too many", s.Tie(s.Context(), anna.ID, others[0].ID, data.Friend), data.ErrTooMany)
	s.must(s.Tie(s.Context(), anna.ID, others[1].ID, data.Friend)) // instead of another
	s.same("ties", len(s.ties(anna)), data.MaxTies)
}

func (s *suite) lettersWait() {
	ctx := s.Context()
	p := s.players("anna", "bert")
	s.must(s.Write(ctx, data.Letter{Player: p[1].ID, Kind: "other"}))
	for n := range data.MaxLetters + 5 {
		s.must(s.Write(ctx, data.Letter{Player: p[0].ID, Kind: "count", Detail: json.RawMessage(fmt.Sprintf(`{"n":%d}`, n))}))
	}
	s.must(s.Write(ctx, data.Letter{Player: p[1].ID, Kind: "other"}))
	s.refused("to nobody", s.Write(ctx, data.Letter{Player: 99, Kind: "count"}), data.ErrNotFound)
	s.refused("about nobody", s.Write(ctx, data.Letter{Player: p[1].ID, About: 99, Kind: "count"}), data.ErrNotFound)
	s.reopen()
	letters := must(s.Letters(ctx, p[0].ID))
	s.same("letters", len(letters), data.MaxLetters)
	for i, l := range letters {
		s.same("in order", string(l.Detail), fmt.Sprintf(`{"n":%d}`, i+5))
		if l.Player != p[0].ID || l.Kind != "count" || time.Since(l.At) > time.Minute {
			s.Fatalf("a letter %s", show(l))
		}
	}
	s.must(s.Read(ctx, p[0].ID, letters[97].ID))
	unread := must(s.Letters(ctx, p[0].ID))
	s.same("unread", unread, letters[98:])
	s.must(s.Read(ctx, p[0].ID, letters[99].ID+1000))
	other := must(s.Letters(ctx, p[1].ID))
	s.same("somebody else's", []any{len(other), string(other[0].Detail)}, []any{2, "{}"})
}

// report is a complaint of one player about another.
func (s *suite) report(by, about data.Player, match data.MatchID) data.Report {
	s.Helper()
	r, err := s.Complain(s.Context(), data.Report{
		By: data.Player{ID: by.ID}, About: about, Match: match, Reason: "rude\x1b[2J  words",
		Talk: json.RawMessage(`[{"at":"2026-03-01T12:00:00Z","seat":0,"name":"ann","text":"boo"},` + // as she was called then
			`{"at":"2026-03-01T12:00:00Z","name":"anna","text":"from outside"},` +
			`{"at":"2026-03-01T12:00:01Z","seat":1,"name":"bert","text":"hear"},{"at":"2026-03-01T12:00:02Z","name":"guest-7","text":"hm"},{"seat":1,"text":"by nobody of a name"}]`),
	})
	s.must(err)
	return r
}

// reports are those that an operator sees.
func (s *suite) reports(all bool) []data.Report {
	s.Helper()
	return must(s.office().Reports(s.Context(), all, 100, 0))
}

func (s *suite) reportsAreSeen() {
	ctx := s.Context()
	p := s.players("anna", "bert")
	s.begin("m1", p...)
	first := s.report(p[1], p[0], "m1")
	if first.ID == 0 || first.By != p[1] || first.About != p[0] || first.Reason != "rude[2J words" || time.Since(first.At) > time.Minute {
		s.Errorf("reported %s", show(first))
	}
	second := s.report(p[0], data.Player{ID: -3, Name: "guest-7"}, "")
	s.reopen()
	s.same("reports", s.reports(false), []data.Report{second, first})
	newest := must(s.office().Reports(ctx, false, 1, 0))
	s.same("the newest", newest, []data.Report{second})
	s.same("the one before", must(s.office().Reports(ctx, false, 10, 1)), []data.Report{first})
	for _, bounds := range [][2]int{{10, 2}, {-1, -1}} {
		none := must(s.office().Reports(ctx, false, bounds[0], bounds[1]))
		s.same("none", len(none), 0)
	}

	s.same("one", must(s.office().Report(ctx, first.ID)), first)
	_, err := s.office().Report(ctx, 99)
	s.refused("none", err, data.ErrNotFound)

	s.must(s.office().Judge(ctx, operator, first.ID, "warned"))
	s.refused("again", s.office().Judge(ctx, operator, first.ID, "warned"), data.ErrNotFound)
	s.refused("none", s.office().Judge(ctx, operator, 99, "warned"), data.ErrNotFound)
	kinds, detail := s.told(p[1])
	s.same("told", kinds, []string{data.Judged})
	s.same("what", detail, map[string]any{"about": "anna", "verdict": "warned"})
	s.same("open", s.reports(false), []data.Report{second})
	every := s.reports(true)
	s.same("the closed one", must(s.office().Report(ctx, first.ID)), every[1])
	if len(every) != 2 || every[1].Verdict != "warned" || every[1].Closed.Before(first.At) {
		s.Errorf("every report: %s", show(every))
	}
}

func (s *suite) reportsAreFew() {
	ctx := s.Context()
	p := s.players("anna", "bert")
	complain := func(r data.Report) error {
		_, err := s.Complain(ctx, r)
		return err
	}
	s.refused("of nobody", complain(data.Report{By: data.Player{ID: 99}, About: p[0]}), data.ErrNotFound)
	s.refused("of a guest", complain(data.Report{By: data.Player{ID: -1}, About: p[0]}), data.ErrNotFound)
	s.refused("about nobody", complain(data.Report{By: p[0], About: data.Player{ID: 99}}), data.ErrNotFound)
	s.refused("at no table", complain(data.Report{By: p[0], About: p[1], Match: "m1"}), data.ErrNotFound)
	talk := func(bytes int) string {
		return fmt.Sprintf(`[{"text":%q}]`, strings.Repeat("a", bytes-len(`[{"text":""}]`)))
	}
	for what, talk := range map[string]string{
		"no JSON": `[`, "no array": `{}`, "nothing": `null`, "no objects": `["boo"]`,
		"too long": talk(data.MaxTalk + 1),
	} {
		if complain(data.Report{By: p[0], About: p[1], Talk: json.RawMessage(talk)}) == nil {
			s.Errorf("talk that is %s was taken", what)
		}
	}
	if complain(data.Report{By: p[0], About: p[0]}) == nil {
		s.Error("one complained of themselves")
	}
	guest := data.Report{By: p[0], About: data.Player{ID: -7, Name: "guest-7"}, Talk: json.RawMessage(talk(data.MaxTalk))}
	s.must(complain(guest))
	s.refused("the same guest at the same table", complain(guest), data.ErrReported)
	for n := range data.ReportsPerDay - 1 {
		s.must(complain(data.Report{By: p[0], About: p[1]}))
		s.refused("while that is open", complain(data.Report{By: p[0], About: p[1]}), data.ErrReported)
		s.must(s.office().Judge(ctx, operator, s.reports(false)[0].ID, "seen"))
		s.same("open", len(s.reports(false)), 1)
		s.same("in all", len(s.reports(true)), n+2)
	}
	s.refused("one too many", complain(data.Report{By: p[0], About: p[1]}), data.ErrTooMany)
	s.must(complain(data.Report{By: p[1], About: p[0]}))
	s.same("reports", len(s.reports(true)), data.ReportsPerDay+1)
}

func (s *suite) warningIsTold() {
	ctx := s.Context()
	anna := s.players("anna")[0]
	s.must(s.office().Warn(ctx, operator, anna.ID, "be kind\n"))
	kinds, detail := s.told(anna)
	s.same("told", kinds, []string{data.Warned})
	s.same("what", detail, map[string]any{"text": "be kind"})
	s.refused("nobody", s.office().Warn(ctx, operator, 99, "be kind"), data.ErrNotFound)
}

func (s *suite) silenceHolds() {
	ctx := s.Context()
	p := s.players("anna", "bert")
	hush := func(p data.Player, until time.Time) error {
		return s.office().Hush(ctx, operator, data.Silence{Player: p.ID, Until: until, Reason: "rude"})
	}
	inForce := func() []data.Silence {
		s.Helper()
		return must(s.Silences(ctx))
	}
	late := time.Now().Add(time.Hour).UTC().Truncate(time.Millisecond)
	s.must(hush(p[0], late.Add(time.Hour)))
	s.must(hush(p[0], late))
	until := soon()
	s.must(hush(p[1], until))
	s.reopen()
	passed(until)
	s.same("in force", inForce(), []data.Silence{{Player: p[0].ID, Until: late, Reason: "rude"}})
	s.refused("over already", s.office().Unhush(ctx, operator, p[1].ID), data.ErrNotFound)
	s.refused("nobody", hush(data.Player{ID: 99}, late), data.ErrNotFound)
	if err := hush(p[1], time.Now().Add(-time.Second)); err == nil {
		s.Error("a silence of the past")
	}
	s.must(s.office().Unhush(ctx, operator, p[0].ID))
	s.same("after all", len(inForce()), 0)
	kinds, detail := s.told(p[0])
	s.same("told", kinds, []string{data.Silenced, data.Silenced, data.Silenced})
	s.same("that they may speak", detail, map[string]any{})
	s.must(hush(p[0], late))
	s.must(hush(p[0], time.Time{}))
	s.reopen()
	s.same("until it is lifted", inForce(), []data.Silence{{Player: p[0].ID, Reason: "rude"}})
	_, detail = s.told(p[0])
	s.same("that it has no end", detail, map[string]any{"endless": true, "reason": "rude"})
	s.same("logged", must(s.office().Audit(ctx, 1))[0].Verb, "mute")
	again := s.back(p[0], "annie")
	s.same("nor has it for one who returns", inForce(), []data.Silence{{Player: again.ID, Reason: "rude"}})
	_, detail = s.told(again)
	s.same("which they are told", detail, map[string]any{"endless": true, "reason": "rude"})
	s.must(s.office().Unhush(ctx, operator, again.ID))
	s.same("once it is lifted", len(inForce()), 0)
}

// set replaces the settings of a player.
func (s *suite) set(id data.PlayerID, want data.Settings) error {
	s.Helper()
	got, err := s.ChangeSettings(s.Context(), id, func(set *data.Settings) { *set = want })
	if err == nil {
		s.same("settings once changed", got, want)
	}
	return err
}

// settingsAreNotLost: a change of one setting does not undo a concurrent change of another.
func (s *suite) settingsAreNotLost() {
	p := s.players("anna")[0]
	var all sync.WaitGroup
	for _, change := range []func(*data.Settings){
		func(set *data.Settings) { set.Still = true }, func(set *data.Settings) { set.Silent = true },
		func(set *data.Settings) { set.Zone = "UTC" }, func(set *data.Settings) { set.Language = "de" },
	} {
		all.Go(func() {
			if _, err := s.ChangeSettings(s.Context(), p.ID, change); err != nil {
				s.Error(err)
			}
		})
	}
	all.Wait()
	got := must(s.Settings(s.Context(), p.ID))
	s.same("settings", got, data.Settings{Still: true, Silent: true, Zone: "UTC", Language: "de"})
}

// lookoutsAreAsked: who hears that a player looks for a game.
func (s *suite) lookoutsAreAsked() {
	ctx := s.Context()
	p := s.players("anna", "bert", "cleo", "dora", "emil")
	wants := data.Settings{Lookout: true, Webhook: "https://example.org"}
	for i, set := range []data.Settings{wants, wants, wants, {Webhook: "https://example.org"}, {Lookout: true}} {
		s.must(s.set(p[i].ID, set))
	}
	s.must(s.Tie(ctx, p[0].ID, p[1].ID, data.Blocked))
	s.must(s.Tie(ctx, p[2].ID, p[0].ID, data.Friend))
	for by, want := range map[int]map[data.PlayerID]data.Settings{
		0: {p[2].ID: wants}, 1: {p[2].ID: wants}, 2: {p[0].ID: wants, p[1].ID: wants}, 3: {p[0].ID: wants, p[1].ID: wants, p[2].ID: wants},
	} {
		s.same("who hears of "+p[by].Name, must(s.Lookouts(ctx, p[by].ID)), want)
	}
}

func (s *suite) settingsAreKept() {
	ctx := s.Context()
	p := s.players("anna", "bert")
	none := must(s.Settings(ctx, p[0].ID))
	s.same("at first", none, data.Settings{})
	for _, want := range []data.Settings{
		{Language: "tr", Palette: "daltonic", Zone: "Europe/Istanbul", Still: true, OneKey: true, Pass: true, Ticking: true,
			Silent: true, NoSpectators: true, FreeText: true, Lookout: true, Friends: true, Webhook: "https://example.org/ı", Secret: "ab", Feed: "f1",
			Lessons: map[string]data.Progress{"a-game": {Scene: 3}, "another": {Done: true}}},
		{Language: "sv", Feed: "f2"},
	} {
		s.must(s.set(p[0].ID, want))
		s.reopen()
		got := must(s.Settings(ctx, p[0].ID))
		s.same("settings", got, want)
		s.same("by feed", must(s.PlayerByFeed(ctx, want.Feed)), p[0])
		hooked := must(s.Hooked(ctx))
		s.same("on the lookout", must(s.Lookouts(ctx, p[1].ID)), hooked)
		s.same("for themselves", len(must(s.Lookouts(ctx, p[0].ID))), 0)
		if got, ok := hooked[p[0].ID]; ok != (want.Webhook != "") || ok && !reflect.DeepEqual(got, want) {
			s.Errorf("webhooks: %v", hooked)
		}
	}
	s.must(s.set(p[1].ID, data.Settings{}))
	for _, feed := range []string{"f1", ""} {
		_, err := s.PlayerByFeed(ctx, feed)
		s.refused("another feed", err, data.ErrNotFound)
	}
	s.refused("of nobody", s.set(99, none), data.ErrNotFound)
	if s.set(p[1].ID, data.Settings{Feed: "f2"}) == nil {
		s.Error("two have one feed")
	}
	if s.set(p[1].ID, data.Settings{Webhook: strings.Repeat("a", 5000)}) == nil {
		s.Error("settings without bounds")
	}
}
