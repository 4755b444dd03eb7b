package datatest

import (
	"context"
	"errors"
	"time"

	"noir/data"
)

// clocksStand: a stop holds until the next ply, and the last one counts.
func (s *suite) clocksStand() {
	ctx := s.Context()
	p := s.players("anna", "bert")
	for _, id := range []data.MatchID{"new", "old", "over", "gone on"} {
		s.begin(id, p...)
	}
	s.must(s.Append(ctx, "old", entry(1), entry(2)))
	s.finish("over", won(1, 2))
	s.must(s.Stop(ctx, nil))
	s.must(s.Stop(ctx, map[data.MatchID]time.Duration{
		"new": 1500 * time.Millisecond, "old": 2 * time.Second, "over": time.Hour, "gone on": time.Minute, "never heard of": time.Hour,
	}))
	for range 2 { // the second time nothing has moved
		s.must(s.Stop(ctx, map[data.MatchID]time.Duration{"old": 7*time.Second + 1}))
	}
	s.must(s.Append(ctx, "gone on", entry(1)))
	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	if err := s.Stop(cancelled, map[data.MatchID]time.Duration{"new": time.Hour}); !errors.Is(err, context.Canceled) {
		s.Errorf("cancelled: %v", err)
	}
	s.reopen()
	stood := map[data.MatchID]time.Duration{}
	for _, m := range must(s.Unfinished(ctx)) {
		stood[m.ID] = m.Stopped
	}
	want := map[data.MatchID]time.Duration{"new": 1500 * time.Millisecond, "old": 7 * time.Second, "gone on": 0}
	s.same("clocks stand", stood, want)
	for _, id := range []data.MatchID{"over", "new"} {
		s.same("a match by itself", must(s.Match(ctx, id)).Stopped, want[id])
	}
	s.must(s.Append(ctx, "old", entry(3)))
	s.same("after the next ply", must(s.Match(ctx, "old")).Stopped, time.Duration(0))
}
