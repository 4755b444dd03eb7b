package datatest

import (
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"

	"noir/data"
	"noir/engine"
)

func (s *suite) logReadsAsWritten() {
	ctx := s.Context()
	m := data.Match{
		ID: "m1", Game: game, Pace: data.Live, Clock: data.Double, Private: true, Options: json.RawMessage(`{"seats":3}`),
		Seed: engine.Seed{9, 8, 7}, Started: s.now,
		Seats: []data.Seat{
			{Player: s.players("anna")[0].ID, Name: "anna", Kind: data.Human},
			{Player: -7, Name: "guest-1234", Kind: data.Guest},
			{Name: "house-1", Kind: data.Bot, Level: "hard"},
		},
	}
	opened := must(s.Open(ctx, m))
	m.Rule = data.NewestRule
	s.same("opened", opened, m)

	log := []data.Entry{
		{Ply: 1, Seat: 0, By: engine.ByPlayer, Move: json.RawMessage(`{"type":"play","card":"+2"}`), AtMS: 5, Dice: []int{}, Drawn: []string{}},
		{Ply: 2, Seat: 2, By: engine.ByBot, Move: json.RawMessage(`{"type":"draw","count":2}`), AtMS: 5, Dice: []int{6, 1}, Drawn: []string{"G4.0", `"`}},
		{Ply: 3, Seat: engine.Spectator, By: engine.ByServer, Move: engine.Abort, AtMS: 1 << 40, Dice: []int{}, Drawn: []string{}},
	}
	s.must(s.Append(ctx, "m1"))
	s.must(s.Append(ctx, "m1", log[0]))
	s.must(s.Append(ctx, "m1", log[1], log[2]))

	m.Seats[1].Player = 0 // a guest is in no store
	m.Moves = log
	s.reopen()
	stored := must(s.Match(ctx, "m1"))
	s.same("stored", stored, m)
	if _, err := s.Match(ctx, "m2"); !errors.Is(err, data.ErrNotFound) {
		s.Errorf("an unknown match: %v", err)
	}
}

func (s *suite) logTakesTheNext() {
	ctx := s.Context()
	p := s.players("anna", "bert")
	s.begin("m1", p...)
	s.must(s.Append(ctx, "m1", entry(1), entry(2)))
	for _, wrong := range [][]data.Entry{
		{entry(0)}, {entry(-1)}, {entry(1)}, {entry(2)}, {entry(4)},
		{entry(3), entry(5)}, {entry(3), entry(3)}, {entry(4), entry(3)}, {entry(3), entry(4), entry(3)},
	} {
		if err := s.Append(ctx, "m1", wrong...); !errors.Is(err, data.ErrOutOfOrder) {
			s.Errorf("%s: %v", show(wrong), err)
		}
	}
	s.same("the log", s.log("m1"), []data.Entry{entry(1), entry(2)})
	if err := s.Append(ctx, "m2", entry(1)); !errors.Is(err, data.ErrNotFound) {
		s.Errorf("an unknown match: %v", err)
	}
	s.finish("m1", won(1, 2))
	for _, n := range []int{1, 3} {
		if err := s.Append(ctx, "m1", entry(n)); !errors.Is(err, data.ErrFinished) {
			s.Errorf("after the end: %v", err)
		}
	}
	s.same("the log after the end", len(s.log("m1")), 2)
}

// manyLogsGrow mixes good requests and all kinds of bad ones in the same commits.
func (s *suite) manyLogsGrow() {
	ctx := s.Context()
	p := s.players("anna", "bert")
	s.begin("over", p...)
	s.finish("over", won(1, 2))
	const logs, plies = 24, 20
	id := func(n int) data.MatchID { return data.MatchID(fmt.Sprint("m", n)) }
	for n := range logs {
		s.begin(id(n), p...)
	}
	var all sync.WaitGroup
	for n := range logs {
		all.Go(func() {
			for ply := 1; ply <= plies; ply += 2 {
				if err := s.Append(ctx, id(n), entry(ply)); err != nil {
					s.Errorf("%s, ply %d: %v", id(n), ply, err)
				}
				_, bad := s.Finish(ctx, id(n), s.now, won(1, 2), entry(ply+1), entry(ply+3))
				if !errors.Is(bad, data.ErrOutOfOrder) {
					s.Errorf("%s ends with a gap: %v", id(n), bad)
				}
				if err := s.Append(ctx, id(n), entry(ply+1)); err != nil {
					s.Errorf("%s, ply %d: %v", id(n), ply+1, err)
				}
			}
		})
		all.Go(func() {
			for range plies {
				if err := s.Append(ctx, "over", entry(1)); !errors.Is(err, data.ErrFinished) {
					s.Errorf("after the end: %v", err)
				}
				if err := s.Append(ctx, id(n), entry(plies+1), entry(1)); !errors.Is(err, data.ErrOutOfOrder) {
					s.Errorf("far ahead: %v", err)
				}
				if _, err := s.CreatePlayer(ctx, "cora", "SHA256:anna", ""); !errors.Is(err, data.ErrKeyTaken) {
					s.Errorf("a taken key: %v", err)
				}
			}
		})
	}
	all.Wait()
	s.reopen()
	for n := range logs {
		log := s.log(id(n))
		if len(log) != plies {
			s.Fatalf("%s has %d plies", id(n), len(log))
		}
		for i, e := range log {
			s.same("an entry", e, entry(i+1))
		}
	}
}

func (s *suite) oneOfManyAdds() {
	s.begin("m1", s.players("anna", "bert")...)
	for ply := 1; ply <= 5; ply++ {
		var added atomic.Int32
		var all sync.WaitGroup
		for range 8 {
			all.Go(func() {
				err := s.Append(s.Context(), "m1", entry(ply))
				if err == nil {
					added.Add(1)
				} else if !errors.Is(err, data.ErrOutOfOrder) {
					s.Error(err)
				}
			})
		}
		all.Wait()
		s.same("who added the ply", added.Load(), int32(1))
	}
	s.same("plies", len(s.log("m1")), 5)
}

func (s *suite) runningMatchesSurvive() {
	ctx := s.Context()
	p := s.players("anna", "bert")
	first, second := s.begin("m2", p...), s.begin("m1", p...)
	s.begin("over", p...)
	s.finish("over", won(2, 1))
	s.must(s.Append(ctx, "m2", entry(1), entry(2)))
	first.Moves = []data.Entry{entry(1), entry(2)}
	s.reopen()
	running := must(s.Unfinished(ctx))
	s.same("running", running, []data.Match{first, second})
	s.must(s.Append(ctx, "m2", entry(3)))
	s.finish("m2", won(1, 2))
	s.finish("m1", won(1, 2))
	running = must(s.Unfinished(ctx))
	s.same("running", len(running), 0)
}

func (s *suite) matchHasItsID() {
	p := s.players("anna", "bert", "cora")
	m := s.begin("m1", p[0], p[1])
	if _, err := s.Open(s.Context(), s.match("m1", false, p[2], p[1])); err == nil {
		s.Error("an id was given twice")
	}
	s.same("the first", must(s.Match(s.Context(), "m1")), m)
}
