package datatest

import (
	"errors"
	"time"

	"noir/data"
)

// aKey is a fingerprint.
const aKey = "SHA256:uNiVztksCsDhcc0u9e8BrrQXVUpKZIDTMczCvj3tD2s"

// ban stores a ban.
func (s *suite) ban(kind data.BanKind, value string, until time.Time) data.Ban {
	s.Helper()
	b, err := s.office().Ban(s.Context(), operator, data.Ban{
		Kind: kind, Value: value, Reason: "for the test", Until: until,
		ID: 99, Player: 99, By: "mallory", Since: s.now, Lifted: s.now, // not the caller's to say
	})
	s.must(err)
	return b
}

// inForce are the bans in force, newest first.
func (s *suite) inForce() []data.Ban {
	s.Helper()
	return must(s.Bans(s.Context()))
}

func (s *suite) bansHold() {
	anna := s.players("anna")[0]
	name := s.ban(data.BanName, "Anna", time.Time{})
	prefix := s.ban(data.BanPrefix, "192.0.2.9/24", time.Now().Add(time.Hour))
	key := s.ban(data.BanKey, aKey, time.Time{})
	if name.ID == 0 || name.Player != anna.ID || name.Value != "anna" || name.By != operator ||
		name.Since.Before(anna.Created) || !name.Lifted.IsZero() || prefix.Value != "192.0.2.0/24" || prefix.Player != 0 {
		s.Errorf("banned %s and %s", show(name), show(prefix))
	}
	s.reopen()
	all := []data.Ban{key, prefix, name}
	s.same("at first", s.inForce(), all)
	s.must(s.office().Lift(s.Context(), operator, name.ID))
	s.refused("one that is lifted", s.office().Lift(s.Context(), operator, name.ID), data.ErrNotFound)
	s.same("after one was lifted", s.inForce(), []data.Ban{key, prefix})

	every := must(s.office().EveryBan(s.Context()))
	if len(every) != 3 || every[2].Lifted.Before(name.Since) {
		s.Fatalf("every ban: %s", show(every))
	}
	every[2].Lifted = time.Time{}
	s.same("every ban", every, all)
}

func (s *suite) banEndsByItself() {
	until := soon()
	b := s.ban(data.BanKey, aKey, until)
	passed(until)
	s.same("in force", len(s.inForce()), 0)
	s.refused("lifted too late", s.office().Lift(s.Context(), operator, b.ID), data.ErrNotFound)
	every := must(s.office().EveryBan(s.Context()))
	s.same("every ban", every, []data.Ban{b})
}

func (s *suite) badBanIsRefused() {
	s.players("anna")
	ban := func(b data.Ban) error {
		_, err := s.office().Ban(s.Context(), operator, b)
		return err
	}
	s.refused("nobody", ban(data.Ban{Kind: data.BanName, Value: "bert"}), data.ErrNotFound)
	for what, b := range map[string]data.Ban{
		"no key":       {Kind: data.BanKey, Value: "anna"},
		"no prefix":    {Kind: data.BanPrefix, Value: "0.0.0.0/0"},
		"over already": {Kind: data.BanName, Value: "anna", Until: time.Now()},
	} {
		if err := ban(b); !errors.As(err, new(*data.BadBan)) {
			s.Errorf("%s: %v", what, err)
		}
	}
	s.same("bans", len(s.inForce()), 0)
}

func (s *suite) banByNameIsThePlayers() {
	p := s.players("anna", "bert")
	b := s.ban(data.BanName, "anna", time.Time{})
	held := func(what, name string, id data.PlayerID) {
		s.Helper()
		want := b
		want.Value, want.Player = name, id
		s.same(what, s.inForce(), []data.Ban{want})
	}
	must(s.office().Rename(s.Context(), operator, p[0].ID, "cora"))
	held("renamed", "cora", p[0].ID)
	s.must(s.office().Merge(s.Context(), operator, p[0].ID, p[1].ID))
	held("merged", "bert", p[1].ID)

	key := s.ban(data.BanKey, aKey, time.Time{})
	gone := must(s.office().Delete(s.Context(), operator, p[1].ID))
	s.same("deleted", s.inForce(), []data.Ban{key})
	every := must(s.office().EveryBan(s.Context()))
	if every[1].Value != gone || every[1].Player != 0 || every[1].Lifted.IsZero() {
		s.Errorf("of the deleted one: %s", show(every[1]))
	}
}
