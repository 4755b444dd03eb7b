package datatest

import (
	"encoding/json"
	"errors"
	"time"

	"noir/data"
)

// furnish gives two players, who have met only each other, one of everything that a store keeps about somebody. It
// renames a.
func (s *suite) furnish(a, b data.Player, renamed string) data.Player {
	s.Helper()
	ctx := s.Context()
	id := data.MatchID("of-" + a.Name)
	s.begin(id, a, b)
	s.must(s.Append(ctx, id, entry(1)))
	s.finish(id, won(1, 2))
	s.must(s.Keep(ctx, a.ID, id, true))
	s.begin(id+"-runs", a, b)
	_, err := s.NewRecovery(ctx, a.ID)
	s.must(err)
	s.must(s.set(a.ID, data.Settings{Webhook: "https://" + a.Name + ".example", Secret: "s"}))
	s.must(s.Write(ctx, data.Letter{Player: a.ID, Kind: "count"}))
	s.tie(a, b, data.Friend)
	s.tie(b, a, data.Blocked)
	s.must(s.office().Hush(ctx, operator, data.Silence{Player: a.ID, Until: time.Now().Add(time.Hour).UTC().Truncate(time.Millisecond), Reason: "rude"}))
	_, err = s.Complain(ctx, data.Report{By: a, About: b, Match: id, Reason: "rude", Talk: json.RawMessage(`[{"at":"2026-03-01T12:00:00Z","seat":0,"name":"` + a.Name + `","text":"boo"}]`)})
	s.must(err)
	_, err = s.Solve(ctx, a.ID, 10, json.RawMessage(`{"type":"take"}`), true)
	s.must(err)
	s.challenge(a, data.Player{})
	return must(s.TakeName(ctx, a.ID, renamed))
}

// kept is everything that a store says about a player.
func (s *suite) kept(p data.Player) map[string]any {
	s.Helper()
	ctx := s.Context()
	all := map[string]any{
		"player": must(s.PlayerByName(ctx, p.Name)), "settings": must(s.Settings(ctx, p.ID)), "keys": must(s.Keys(ctx, p.ID)),
		"codes": s.left(p), "letters": must(s.Letters(ctx, p.ID)), "ties": must(s.Ties(ctx, p.ID)),
		"ratings": must(s.Ratings(ctx, p.ID)), "history": must(s.History(ctx, p.ID, game, 10)), "record": must(s.Record(ctx, p.ID, game)),
		"games": must(s.Games(ctx, p.ID, "", 10)), "puzzles": must(s.Solving(ctx, p.ID, 10)),
	}
	var challenges []data.Challenge
	for _, c := range s.challenges() {
		if c.From.ID == p.ID || c.To.ID == p.ID {
			challenges = append(challenges, c)
		}
	}
	var silences []data.Silence
	for _, quiet := range must(s.Silences(ctx)) {
		if quiet.Player == p.ID {
			silences = append(silences, quiet)
		}
	}
	var reports []data.Report
	for _, r := range s.reports(true) {
		if r.By.ID == p.ID || r.About.ID == p.ID {
			reports = append(reports, r)
		}
	}
	var blocked int
	for _, pair := range must(s.Blocks(ctx)) {
		if pair[0] == p.ID || pair[1] == p.ID {
			blocked++
		}
	}
	all["challenges"], all["silences"], all["reports"], all["blocks"] = challenges, silences, reports, blocked
	return all
}

// othersAreLeftAlone: whatever happens to some players, all data about unrelated players stays the same, their codes
// included.
func (s *suite) othersAreLeftAlone() {
	ctx := s.Context()
	p := s.players("anna", "bert", "cora", "dora", "emil", "fred", "greta", "hans", "ivan")
	cora, dora := s.furnish(p[2], p[3], "corinna"), p[3]
	late := time.Now().Add(time.Hour).UTC().Truncate(time.Millisecond)
	s.must(s.office().Hush(ctx, operator, data.Silence{Player: p[8].ID, Until: late, Reason: "shouts"}))
	s.tie(dora, p[8], data.Blocked)
	s.must(s.Forget(ctx, p[8].ID)) // this leaves memories of their keys
	codes := s.codes(cora)
	invited := s.invite(dora)
	_, err := s.Recover(ctx, newKey, cora.Name, wrong(codes[0]), false)
	s.refused("a wrong code", err, data.ErrBadCode)
	s.must(s.Mistaken(ctx, cora.Name))
	anna, emil, greta := s.furnish(p[0], p[1], "annina"), s.furnish(p[4], p[5], "emilio"), s.furnish(p[6], p[7], "gretchen")
	before := [2]map[string]any{s.kept(cora), s.kept(dora)}
	for _, c := range []struct {
		name string
		do   func() error
	}{
		{"new codes", func() error { _, err := s.NewRecovery(ctx, anna.ID); return err }},
		{"an invitation", func() error { _, err := s.Invite(ctx, anna.ID); return err }},
		{"a key more", func() error { _, err := s.Claim(ctx, "SHA256:more", s.invite(anna), false); return err }},
		{"its name", func() error {
			_, err := s.Relabel(ctx, anna.ID, must(s.Keys(ctx, anna.ID))[1].ID, "another")
			return err
		}},
		{"a key less", func() error { _, err := s.Revoke(ctx, anna.ID, must(s.Keys(ctx, anna.ID))[1].ID); return err }},
		{"letters that are read", func() error { return s.Read(ctx, anna.ID, 1<<40) }},
		{"a warning", func() error { return s.office().Warn(ctx, operator, anna.ID, "enough") }},
		{"an answer", func() error {
			_, err := s.Solve(ctx, anna.ID, 11, json.RawMessage(`{"type":"wait"}`), false)
			return err
		}},
		{"a tie that ends", func() error { return s.Tie(ctx, anna.ID, p[1].ID, "") }},
		{"a game that is not kept", func() error { return s.Keep(ctx, anna.ID, "of-anna", false) }},
		{"a game that is void", func() error { _, err := s.office().Void(ctx, operator, "of-anna", "cheated"); return err }},
		{"games that end", func() error {
			for _, id := range []data.MatchID{"of-anna-runs", "of-emil-runs", "of-greta-runs"} {
				s.finish(id, won(2, 1))
			}
			return nil
		}},
		{"a name", func() error { _, err := s.office().Rename(ctx, operator, anna.ID, "anneli"); return err }},
		{"a program", func() error { return s.office().MarkBot(ctx, operator, anna.ID, true) }},
		{"a silence that ends", func() error { return s.office().Unhush(ctx, operator, anna.ID) }},
		{"one who becomes another of whom nothing is kept", func() error { return s.office().Merge(ctx, operator, emil.ID, p[7].ID) }},
		{"two that become one", func() error { return s.office().Merge(ctx, operator, p[7].ID, anna.ID) }},
		{"many letters", func() error {
			var err error
			for range data.MaxLetters + 2 {
				err = errors.Join(err, s.Write(ctx, data.Letter{Player: anna.ID, Kind: "count"}))
			}
			return err
		}},
		{"one who leaves", func() error { return s.Forget(ctx, greta.ID) }},
		{"one who is back", func() error { _, err := s.CreatePlayer(ctx, "gretel", "SHA256:greta", ""); return err }},
		{"one who is deleted", func() error { _, err := s.office().Delete(ctx, operator, anna.ID); return err }},
	} {
		if err := c.do(); err != nil {
			s.Fatalf("%s: %v", c.name, err)
		}
	}
	for i, who := range []data.Player{cora, dora} {
		now := s.kept(who)
		for what, want := range before[i] {
			s.same(who.Name+"'s "+what, now[what], want)
		}
	}
	s.reopen()
	for i, who := range []data.Player{cora, dora} {
		s.same("opened again: "+who.Name, s.kept(who), before[i])
	}
	ivo := must(s.CreatePlayer(ctx, "ivo", "SHA256:ivan", ""))
	s.same("a player who is back is silent", s.kept(ivo)["silences"], []data.Silence{{Player: ivo.ID, Until: late, Reason: "shouts"}})
	s.same("and blocked", s.ties(dora), []string{"corinna blocked", "ivo blocked"})
	if free, err := s.NameFree(ctx, "cora"); err != nil || free {
		s.Errorf("her former name is free: %v, %v", free, err)
	}
	s.same("by an invitation", must(s.Claim(ctx, "SHA256:invited", invited, false)).ID, dora.ID)
	s.same("by a code", must(s.Recover(ctx, "SHA256:recovered", cora.Name, codes[1], false)).ID, cora.ID)
}
