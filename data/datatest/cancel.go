package datatest

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"time"

	"noir/data"
)

func (s *suite) cancelledChangesNothing() {
	p := s.players("anna", "bert")
	s.begin("m1", p...)
	code := s.invite(p[0])
	ctx, cancel := context.WithCancel(s.Context())
	cancel()
	late, cancel := context.WithDeadline(s.Context(), time.Unix(0, 0))
	defer cancel()
	all := s.callsOfPeople(p, code)
	maps.Copy(all, s.callsOfGames(p))
	maps.Copy(all, s.callsOfAnnals(p))
	for name, call := range all {
		if err := call(ctx); !errors.Is(err, context.Canceled) {
			s.Errorf("%s: %v", name, err)
		}
		if err := call(late); !errors.Is(err, context.DeadlineExceeded) {
			s.Errorf("%s, too late: %v", name, err)
		}
	}
	s.reopen()
	running := must(s.Unfinished(s.Context()))
	if len(running) != 1 || running[0].ID != "m1" || len(running[0].Moves) != 0 {
		s.Errorf("running: %s", show(running))
	}
	if free, err := s.NameFree(s.Context(), "cora"); err != nil || !free {
		s.Errorf("a name was taken: %v, %v", free, err)
	}
	kinds, _ := s.told(p[0])
	s.same("keys, letters, ties, challenges", []int{len(s.keys(p[0])), len(kinds), len(s.ties(p[0])), len(s.challenges())}, []int{1, 0, 0, 0})
	must(s.Claim(s.Context(), newKey, code, false))
}

// calls are methods of a store, each with valid arguments.
type calls map[string]func(context.Context) error

// callsOfPeople concern players, keys, settings and ties.
func (s *suite) callsOfPeople(p []data.Player, code string) calls {
	return calls{
		"CreatePlayer": func(ctx context.Context) error { _, err := s.CreatePlayer(ctx, "cora", "SHA256:cora", ""); return err },
		"PlayerByKey":  func(ctx context.Context) error { _, err := s.PlayerByKey(ctx, "SHA256:anna"); return err },
		"PlayerByName": func(ctx context.Context) error { _, err := s.PlayerByName(ctx, "anna"); return err },
		"NameFree":     func(ctx context.Context) error { _, err := s.NameFree(ctx, "anna"); return err },
		"Keys":         func(ctx context.Context) error { _, err := s.Keys(ctx, p[0].ID); return err },
		"Invite":       func(ctx context.Context) error { _, err := s.Invite(ctx, p[0].ID); return err },
		"Claim":        func(ctx context.Context) error { _, err := s.Claim(ctx, newKey, code, false); return err },
		"Relabel":      func(ctx context.Context) error { _, err := s.Relabel(ctx, p[0].ID, 1, "mine"); return err },
		"Revoke":       func(ctx context.Context) error { _, err := s.Revoke(ctx, p[0].ID, 1); return err },
		"KeyOwners":    func(ctx context.Context) error { _, err := s.KeyOwners(ctx, []string{"SHA256:anna"}); return err },
		"NewRecovery":  func(ctx context.Context) error { _, err := s.NewRecovery(ctx, p[0].ID); return err },
		"RecoveryLeft": func(ctx context.Context) error { _, err := s.RecoveryLeft(ctx, p[0].ID); return err },
		"Recover":      func(ctx context.Context) error { _, err := s.Recover(ctx, newKey, "anna", code, false); return err },
		"Forget":       func(ctx context.Context) error { return s.Forget(ctx, p[0].ID) },
		"Settings":     func(ctx context.Context) error { _, err := s.Settings(ctx, p[0].ID); return err },
		"ChangeSettings": func(ctx context.Context) error {
			_, err := s.ChangeSettings(ctx, p[0].ID, func(*data.Settings) {})
			return err
		},
		"Lookouts":     func(ctx context.Context) error { _, err := s.Lookouts(ctx, p[0].ID); return err },
		"PlayerByFeed": func(ctx context.Context) error { _, err := s.PlayerByFeed(ctx, "f"); return err },
		"Ties":         func(ctx context.Context) error { _, err := s.Ties(ctx, p[0].ID); return err },
		"Tie":          func(ctx context.Context) error { return s.Tie(ctx, p[0].ID, p[1].ID, data.Blocked) },
		"Blocks":       func(ctx context.Context) error { _, err := s.Blocks(ctx); return err },
		"Complain": func(ctx context.Context) error {
			_, err := s.Complain(ctx, data.Report{By: p[0], About: p[1]})
			return err
		},
		"Silences": func(ctx context.Context) error { _, err := s.Silences(ctx); return err },
		"Letters":  func(ctx context.Context) error { _, err := s.Letters(ctx, p[0].ID); return err },
		"Write":    func(ctx context.Context) error { return s.Write(ctx, data.Letter{Player: p[0].ID}) },
		"Read":     func(ctx context.Context) error { return s.Read(ctx, p[0].ID, 1) },
	}
}

// callsOfGames concern matches, challenges and tournaments.
func (s *suite) callsOfGames(p []data.Player) calls {
	return calls{
		"Open":            func(ctx context.Context) error { _, err := s.Open(ctx, s.match("m2", true, p...)); return err },
		"Append":          func(ctx context.Context) error { return s.Append(ctx, "m1", entry(1)) },
		"Finish":          func(ctx context.Context) error { _, err := s.Finish(ctx, "m1", s.now, won(1, 2)); return err },
		"Unfinished":      func(ctx context.Context) error { _, err := s.Unfinished(ctx); return err },
		"Match":           func(ctx context.Context) error { _, err := s.Match(ctx, "m1"); return err },
		"Games":           func(ctx context.Context) error { _, err := s.Games(ctx, p[0].ID, "", 10); return err },
		"Challenge":       func(ctx context.Context) error { _, err := s.Challenge(ctx, data.Challenge{From: p[0]}); return err },
		"Challenges":      func(ctx context.Context) error { _, err := s.Challenges(ctx); return err },
		"Withdraw":        func(ctx context.Context) error { _, err := s.Withdraw(ctx, "0000"); return err },
		"Slow":            func(ctx context.Context) error { return s.Slow(ctx, "m1") },
		"AllowSpectators": func(ctx context.Context) error { return s.AllowSpectators(ctx, "m1", false) },
		"OpenTournament": func(ctx context.Context) error {
			_, err := s.OpenTournament(ctx, operator, data.Tournament{Starts: s.now, Ends: s.now.Add(time.Hour)})
			return err
		},
		"Tournaments":     func(ctx context.Context) error { _, err := s.Tournaments(ctx, s.now); return err },
		"Tournament":      func(ctx context.Context) error { _, err := s.Tournament(ctx, 1); return err },
		"Standings":       func(ctx context.Context) error { _, _, err := s.Standings(ctx, 1, 1, 0); return err },
		"Settle":          s.Settle,
		"CloseTournament": func(ctx context.Context) error { _, err := s.CloseTournament(ctx, operator, 1); return err },
	}
}

// callsOfAnnals concern the past.
func (s *suite) callsOfAnnals(p []data.Player) calls {
	return calls{
		"Ratings": func(ctx context.Context) error { _, err := s.Ratings(ctx, p[0].ID); return err },
		"Table":   func(ctx context.Context) error { _, _, err := s.Table(ctx, game, data.Filter{Limit: 10}); return err },
		"Overview": func(ctx context.Context) error {
			_, err := s.Overview(ctx, []string{game}, p[0], time.Now(), 1)
			return err
		},
		"Rank":    func(ctx context.Context) error { _, err := s.Rank(ctx, game, p[0].ID); return err },
		"History": func(ctx context.Context) error { _, err := s.History(ctx, p[0].ID, game, 10); return err },
		"Record":  func(ctx context.Context) error { _, err := s.Record(ctx, p[0].ID, game); return err },
		"Sheet": func(ctx context.Context) error {
			_, err := s.Sheet(ctx, game, data.Filter{Limit: 10}, p[0].ID, 3)
			return err
		},
		"Busy":       func(ctx context.Context) error { _, err := s.Busy(ctx); return err },
		"Analysis":   func(ctx context.Context) error { _, err := s.Analysis(ctx, "m1"); return err },
		"AddPuzzles": func(ctx context.Context) error { return s.AddPuzzles(ctx, s.now, puzzle("m1", 1)) },
		"Puzzle":     func(ctx context.Context) error { _, err := s.Puzzle(ctx, 1); return err },
		"Solve": func(ctx context.Context) error {
			_, err := s.Solve(ctx, p[0].ID, 1, json.RawMessage(`{}`), true)
			return err
		},
		"Solving":      func(ctx context.Context) error { _, err := s.Solving(ctx, p[0].ID, 1); return err },
		"SaveAnalysis": func(ctx context.Context) error { return s.SaveAnalysis(ctx, "m1", json.RawMessage(`{}`)) },
	}
}
