package datatest

import (
	"encoding/json"
	"errors"
	"net/netip"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"noir/data"
)

// challenge makes an offer with a known address to a player, or an open one if to is the zero value.
func (s *suite) challenge(from, to data.Player) data.Challenge {
	s.Helper()
	var address netip.Addr
	if to.ID == 0 {
		address = netip.MustParseAddr("2001:db8::7")
	}
	c, err := s.Challenge(s.Context(), data.Challenge{
		From: from, To: to, Address: address, Game: game, Rated: true, Pace: data.Day, Seats: 2,
		Options: json.RawMessage(`{"blind":true}`), Expires: time.Now().Add(time.Hour).UTC().Truncate(time.Millisecond),
	})
	s.must(err)
	return c
}

// open are the challenges that have not expired.
func (s *suite) challenges() []data.Challenge {
	s.Helper()
	return must(s.Challenges(s.Context()))
}

func (s *suite) challengesStay() {
	ctx := s.Context()
	p := s.players("anna", "bert")
	first := s.challenge(p[0], data.Player{})
	second := s.challenge(data.Player{ID: p[1].ID}, data.Player{ID: p[0].ID})
	if len(first.ID) != 4 || first.ID == second.ID || second.From != p[1] || second.To != p[0] || time.Since(first.At) > time.Minute {
		s.Errorf("challenged %s and %s", show(first), show(second))
	}
	s.reopen()
	s.same("open", s.challenges(), []data.Challenge{first, second})
	kinds, detail := s.told(p[0])
	s.same("told", kinds, []string{data.Challenged})
	s.same("of", detail, map[string]any{"challenge": second.ID, "from": "bert", "game": game, "pace": "day"})

	taken := must(s.Withdraw(ctx, strings.ToLower(second.ID)))
	s.same("taken", taken, second)
	_, err := s.Withdraw(ctx, second.ID)
	s.refused("again", err, data.ErrNotFound)
	kinds, _ = s.told(p[0])
	s.same("letters", len(kinds), 0)
	s.same("open", s.challenges(), []data.Challenge{first})
	for what, c := range map[string]data.Challenge{
		"of nobody": {From: data.Player{ID: 99}}, "of a guest": {From: data.Player{ID: -1}},
		"to nobody": {From: p[0], To: data.Player{ID: 99}}, "to a guest": {From: p[0], To: data.Player{ID: -1}},
	} {
		_, err := s.Challenge(ctx, c)
		s.refused(what, err, data.ErrNotFound)
	}
}

// matchTakesItsChallenges: opening a match withdraws all its challenges, or fails and withdraws
// none.
func (s *suite) matchTakesItsChallenges() {
	ctx := s.Context()
	p := s.players("anna", "bert", "cora")
	one, other, third := s.challenge(p[0], data.Player{}), s.challenge(p[1], p[2]), s.challenge(p[1], data.Player{})
	must(s.Withdraw(ctx, third.ID))
	m := s.match("m1", true, p[0], p[2], p[1])
	_, err := s.Open(ctx, m, one.ID, other.ID, third.ID)
	s.refused("one is gone", err, data.ErrTaken)
	_, err = s.Match(ctx, m.ID)
	s.refused("the match", err, data.ErrNotFound)
	s.same("open", s.challenges(), []data.Challenge{one, other})
	must(s.Open(ctx, m, one.ID, other.ID))
	s.reopen()
	s.same("open", s.challenges(), []data.Challenge(nil))
	kinds, _ := s.told(p[2])
	s.same("letters", len(kinds), 0)
	_, err = s.Open(ctx, s.match("m2", true, p...), one.ID)
	s.refused("again", err, data.ErrTaken)
}

func (s *suite) challengeExpires() {
	p := s.players("anna", "bert")
	until := soon()
	c := must(s.Challenge(s.Context(), data.Challenge{From: p[0], To: p[1], Game: game, Expires: until}))
	passed(until)
	s.same("open", len(s.challenges()), 0)
	_, err := s.Withdraw(s.Context(), c.ID)
	s.refused("taken too late", err, data.ErrNotFound)
	s.challenge(p[0], data.Player{})
	kinds, _ := s.told(p[1])
	s.same("its letter goes with the next one", len(kinds), 0)
}

func (s *suite) challengesAreFew() {
	p := s.players("anna", "bert")
	for range data.MaxChallenges {
		s.challenge(p[0], data.Player{})
	}
	_, err := s.Challenge(s.Context(), data.Challenge{From: p[0], Game: game, Expires: time.Now().Add(time.Hour)})
	s.refused("one too many", err, data.ErrTooMany)
	s.challenge(p[1], p[0])
	s.same("open", len(s.challenges()), data.MaxChallenges+1)
}

func (s *suite) oneOfManyTakes() {
	p := s.players("anna", "bert")
	c := s.challenge(p[0], p[1])
	var taken, late atomic.Int32
	var all sync.WaitGroup
	for range 16 {
		all.Go(func() {
			_, err := s.Withdraw(s.Context(), c.ID)
			switch {
			case err == nil:
				taken.Add(1)
			case errors.Is(err, data.ErrNotFound):
				late.Add(1)
			default:
				s.Error(err)
			}
		})
	}
	all.Wait()
	s.same("taken and too late", []int32{taken.Load(), late.Load()}, []int32{1, 15})
}

func (s *suite) blockedDoNotChallenge() {
	ctx := s.Context()
	p := s.players("anna", "bert", "cora")
	s.challenge(p[0], p[1])
	s.challenge(p[1], p[0])
	kept := []data.Challenge{s.challenge(p[1], p[2]), s.challenge(p[0], p[2]), s.challenge(p[2], p[1])}
	s.tie(p[0], p[1], data.Muted)
	s.same("open", len(s.challenges()), 5)
	s.tie(p[0], p[1], data.Blocked)
	s.same("once they are blocked", s.challenges(), kept)
	kinds, _ := s.told(p[0])
	s.same("letters", len(kinds), 0)
	for _, c := range [][2]data.Player{{p[0], p[1]}, {p[1], p[0]}} {
		_, err := s.Challenge(ctx, data.Challenge{From: c[0], To: c[1], Game: game, Expires: time.Now().Add(time.Hour)})
		s.refused("a blocked player", err, data.ErrNotFound)
	}
}

func (s *suite) runningMatchIsChanged() {
	ctx := s.Context()
	p := s.players("anna", "bert")
	s.begin("m1", p...)
	changed := func(pace data.Pace, noSpectators bool) {
		s.Helper()
		m := must(s.Match(ctx, "m1"))
		s.same("the match", []any{m.Pace, m.NoSpectators}, []any{pace, noSpectators})
	}
	s.must(s.AllowSpectators(ctx, "m1", false))
	changed(data.Live, true)
	s.must(s.Slow(ctx, "m1"))
	s.reopen()
	changed(data.Day, true)
	s.must(s.AllowSpectators(ctx, "m1", true))
	s.finish("m1", won(1, 2))
	changed(data.Day, false)
	s.refused("slow when over", s.Slow(ctx, "m1"), data.ErrFinished)
	s.refused("closed to spectators when over", s.AllowSpectators(ctx, "m1", false), data.ErrFinished)
	s.refused("slow", s.Slow(ctx, "m2"), data.ErrNotFound)
	s.refused("closed to spectators", s.AllowSpectators(ctx, "m2", false), data.ErrNotFound)
	m := s.match("m3", false, p...)
	m.NoSpectators = true
	must(s.Open(ctx, m))
	m = must(s.Match(ctx, "m3"))
	s.same("without spectators from the start", m.NoSpectators, true)
}
