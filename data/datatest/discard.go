package datatest

import (
	"errors"
	"time"

	"noir/data"
)

// matchIsDiscarded: all of it is deleted, and other data stays the same.
func (s *suite) matchIsDiscarded() {
	ctx := s.Context()
	p := s.players("anna", "bert")
	m := s.match("gone", false, p...)
	m.Seats[1] = data.Seat{Name: "guest-0001", Kind: data.Guest}
	must(s.Open(ctx, m))
	s.begin("stays", p...)
	s.begin("over", p...)
	s.finish("over", won(1, 2))
	for _, id := range []data.MatchID{"gone", "stays"} {
		s.must(s.Append(ctx, id, entry(1), entry(2)))
	}
	s.must(s.Stop(ctx, map[data.MatchID]time.Duration{"gone": time.Minute, "stays": time.Minute}))
	must(s.Complain(ctx, data.Report{By: p[0], About: data.Player{ID: -1, Name: "guest-0001"}, Match: "gone", Reason: "rude"}))

	s.must(s.Discard(ctx, "gone"))
	for id, want := range map[data.MatchID]error{"gone": data.ErrNotFound, "over": data.ErrFinished, "never heard of": data.ErrNotFound} {
		if err := s.Discard(ctx, id); !errors.Is(err, want) {
			s.Errorf("%s: %v", id, err)
		}
	}
	s.reopen()
	if _, err := s.Match(ctx, "gone"); !errors.Is(err, data.ErrNotFound) {
		s.Errorf("it is there: %v", err)
	}
	if err := s.Append(ctx, "gone", entry(3)); !errors.Is(err, data.ErrNotFound) {
		s.Errorf("it goes on: %v", err)
	}
	running := must(s.Unfinished(ctx))
	if len(running) != 1 || running[0].ID != "stays" || len(running[0].Moves) != 2 || running[0].Stopped != time.Minute {
		s.Errorf("what runs is %s", show(running))
	}
}
