package datatest

import (
	"fmt"
	"time"

	"noir/data"
)

// back deletes a player at their own wish and creates another with the same key and another name.
func (s *suite) back(p data.Player, name string) data.Player {
	s.Helper()
	s.must(s.Forget(s.Context(), p.ID))
	s.nobodyKnows(p)
	s.reopen()
	again := must(s.CreatePlayer(s.Context(), name, "SHA256:"+p.Name, ""))
	if again.ID == p.ID {
		s.Error("it is the same player")
	}
	return again
}

// nobodyKnows checks that what is remembered of a player cannot be read.
func (s *suite) nobodyKnows(p data.Player) {
	s.Helper()
	ctx := s.Context()
	silences := must(s.Silences(ctx))
	blocks := must(s.Blocks(ctx))
	for _, quiet := range silences {
		if quiet.Player == p.ID {
			s.Errorf("a silence of nobody: %s", show(quiet))
		}
	}
	for _, pair := range blocks {
		if pair[0] == p.ID || pair[1] == p.ID {
			s.Errorf("a block of nobody: %v", pair)
		}
	}
}

func (s *suite) returnIsSilenced() {
	ctx := s.Context()
	p := s.players("anna", "bert")
	must(s.Claim(ctx, newKey, s.invite(p[0]), false))
	late := time.Now().Add(time.Hour).UTC().Truncate(time.Millisecond)
	s.must(s.office().Hush(ctx, operator, data.Silence{Player: p[0].ID, Until: late, Reason: "rude"}))
	again := s.back(p[0], "annie")
	second := must(s.CreatePlayer(ctx, "ann", newKey, "")) // with her other key
	quiet := func() []data.Silence {
		s.Helper()
		return must(s.Silences(ctx))
	}
	s.same("silences", quiet(), []data.Silence{{Player: again.ID, Until: late, Reason: "rude"}, {Player: second.ID, Until: late, Reason: "rude"}})
	kinds, detail := s.told(again)
	s.same("told", kinds, []string{data.Silenced})
	s.same("of", detail["reason"], any("rude"))
	acts := must(s.office().Audit(ctx, 1))
	s.same("logged", []any{acts[0].By, acts[0].Verb, acts[0].Subject}, []any{data.Themselves, "return", "ann"})
	must(s.CreatePlayer(ctx, "cora", "SHA256:cora", ""))
	s.same("and nobody else", len(quiet()), 2)
	third := s.back(data.Player{ID: again.ID, Name: "anna"}, "anne")
	s.same("a second time", quiet()[1].Player, third.ID)
	s.must(s.office().Unhush(ctx, operator, third.ID))
	s.back(data.Player{ID: third.ID, Name: "anna"}, "anna")
	s.same("who may speak again may then too", len(quiet()), 1)

	// A key that passes to another player brings it along.
	s.must(s.Forget(ctx, second.ID))
	must(s.Claim(ctx, newKey, s.invite(p[1]), false))
	s.same("whose key it is now", quiet(), []data.Silence{{Player: p[1].ID, Until: late, Reason: "rude"}})
	fourth := must(s.CreatePlayer(ctx, "dora", "SHA256:dora", ""))
	s.must(s.office().Hush(ctx, operator, data.Silence{Player: fourth.ID, Until: late.Add(-time.Minute), Reason: "less so"}))
	s.must(s.Forget(ctx, fourth.ID))
	must(s.Claim(ctx, "SHA256:dora", s.invite(p[1]), false))
	s.same("of two the longer", quiet(), []data.Silence{{Player: p[1].ID, Until: late, Reason: "rude"}})
	s.sound()
}

func (s *suite) returnIsBlocked() {
	ctx := s.Context()
	p := s.players("anna", "bert", "cora", "dora", "emil")
	s.tie(p[1], p[0], data.Blocked)
	s.tie(p[2], p[0], data.Muted)
	s.tie(p[3], p[0], data.Friend)
	s.tie(p[4], p[0], data.Blocked)
	s.must(s.Forget(ctx, p[0].ID))
	s.same("a player who has blocked nobody sees nobody", s.ties(p[1]), []string(nil))
	s.must(s.Forget(ctx, p[4].ID))
	s.must(s.office().Merge(ctx, operator, p[1].ID, p[3].ID)) // who then has blocked her
	again := must(s.CreatePlayer(ctx, "annie", "SHA256:anna", ""))
	s.same("blocked", s.ties(p[3]), []string{"annie blocked"})
	s.same("muted", s.ties(p[2]), []string{"annie muted"})
	_, err := s.Challenge(ctx, data.Challenge{From: again, To: p[3], Game: game, Expires: time.Now().Add(time.Hour)})
	s.refused("she challenges", err, data.ErrNotFound)

	// When a key passes to another player, the worse of the ties that others have to the two holds.
	fred, gina := s.players("fred")[0], s.players("gina")[0]
	s.tie(gina, again, data.Muted)
	s.tie(gina, fred, data.Blocked)
	s.tie(p[2], fred, data.Friend)
	kept := []data.Challenge{s.challenge(fred, p[2]), s.challenge(p[2], fred)}
	s.challenge(fred, p[3])
	s.challenge(p[3], fred)
	s.must(s.Forget(ctx, again.ID))
	must(s.Claim(ctx, "SHA256:anna", s.invite(fred), false))
	s.same("blocked by her", s.ties(p[3]), []string{"fred blocked"})
	s.same("no friend any more", s.ties(p[2]), []string{"fred muted"})
	s.same("blocked before", s.ties(gina), []string{"fred blocked"})
	s.same("the challenges of those who have not blocked her", s.challenges(), kept)
	s.sound()
}

func (s *suite) returnIsReported() {
	ctx := s.Context()
	names := []string{"anna", "bert"}
	for n := range data.ReportsPerDay {
		names = append(names, fmt.Sprint("player-", n))
	}
	p := s.players(names...)
	complain := func(by, about data.Player) error {
		_, err := s.Complain(ctx, data.Report{By: by, About: about, Reason: "rude"})
		return err
	}
	for _, about := range p[2:] {
		s.must(complain(p[0], about))
	}
	s.must(complain(p[1], p[0]))
	s.must(s.office().Judge(ctx, operator, s.reports(false)[0].ID, "warned"))
	s.must(complain(p[1], p[0]))
	s.must(s.Forget(ctx, p[0].ID))
	s.same("nobody is to be reported", len(s.reports(false)), data.ReportsPerDay)
	s.reopen()
	again := must(s.CreatePlayer(ctx, "annie", "SHA256:anna", ""))
	open := s.reports(false)
	s.same("what was open about her is so again", []any{len(open), open[0].About, open[0].Verdict}, []any{data.ReportsPerDay + 1, again, ""})
	judged := s.reports(true)[1]
	s.same("what was judged stays so, and nobody's", []any{judged.Verdict, judged.About}, []any{"warned", data.Player{Name: data.GoneName(p[0].ID)}})
	s.refused("one about the same", complain(again, p[2]), data.ErrReported)
	s.refused("one too many", complain(again, p[1]), data.ErrTooMany)
	s.sound()
}

// returnOfTheGood: the reports of such a player stay without an author.
func (s *suite) returnOfTheGood() {
	ctx := s.Context()
	p := s.players("anna", "bert")
	s.tie(p[1], p[0], data.Friend)
	s.tie(p[0], p[1], data.Blocked)
	must(s.Complain(ctx, data.Report{By: p[1], About: data.Player{ID: -1, Name: "guest-1"}, Reason: "rude"}))
	again := s.back(p[0], "anna")
	s.same("ties", len(s.ties(p[1]))+len(s.ties(again)), 0)
	kinds, _ := s.told(again)
	s.same("told", len(kinds), 0)
	acts := must(s.office().Audit(ctx, 10))
	s.same("acts", []any{len(acts), acts[0].Verb}, []any{1, "delete"})
}

func (s *suite) returnsAreFew() {
	ctx := s.Context()
	p := s.players("anna", "bert")
	for n := range data.MaxArrivals - 1 {
		p[0] = s.back(data.Player{ID: p[0].ID, Name: "anna"}, fmt.Sprint("anna-", n))
	}
	s.must(s.Forget(ctx, p[0].ID))
	s.reopen()
	_, err := s.CreatePlayer(ctx, "anna", "SHA256:anna", "")
	s.refused("once too often", err, data.ErrCrowded)
	if free, err := s.NameFree(ctx, "anna"); err != nil || !free {
		s.Errorf("the name is free: %v, %v", free, err)
	}
	must(s.CreatePlayer(ctx, "anna", "SHA256:another", ""))
}
