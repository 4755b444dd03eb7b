package datatest

import (
	"errors"

	"noir/data"
)

// oneLiveSeat: a player is in one live match at a time, until it is over or they are out of it.
func (s *suite) oneLiveSeat() {
	ctx := s.Context()
	p := s.players("anna", "bert", "carl")
	const guest data.PlayerID = -7
	open := func(id data.MatchID, live ...data.PlayerID) error {
		m := s.match(id, false, p[0], p[1])
		m.Live = live
		_, err := s.Open(ctx, m)
		return err
	}
	refused := func(id data.MatchID, in map[data.PlayerID]data.MatchID, live ...data.PlayerID) {
		s.Helper()
		var seated *data.Seated
		if err := open(id, live...); !errors.As(err, &seated) {
			s.Errorf("%s: %v", id, err)
		} else {
			s.same(string(id), seated.In, in)
		}
		if _, err := s.Match(ctx, id); !errors.Is(err, data.ErrNotFound) {
			s.Errorf("%s: %v", id, err)
		}
	}
	a, b, c := p[0].ID, p[1].ID, p[2].ID
	s.must(open("m1", a, b, guest))
	s.must(open("m2"))
	refused("m3", map[data.PlayerID]data.MatchID{a: "m1"}, a, c)
	refused("m3", map[data.PlayerID]data.MatchID{b: "m1", guest: "m1"}, c, b, guest)
	s.must(s.Retire(ctx, "m2", a)) // they are not in it there
	refused("m3", map[data.PlayerID]data.MatchID{a: "m1"}, a)
	s.must(s.Retire(ctx, "m1", a))
	s.must(open("m3", a, c))
	s.reopen()
	s.finish("m1", won(1, 2))
	s.must(open("m4", b, guest))
	s.must(s.Slow(ctx, "m4"))
	s.must(open("m5", b, guest))
	s.must(s.Discard(ctx, "m5"))
	s.must(open("m6", b, guest))
	refused("m7", map[data.PlayerID]data.MatchID{a: "m3", b: "m6", c: "m3", guest: "m6"}, a, b, c, guest)
}
