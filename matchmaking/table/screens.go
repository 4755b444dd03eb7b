package table

import (
	"slices"
	"sync"
	"sync/atomic"

	"noir/data"
	"noir/engine"
	"noir/matchmaking"
)

// snapshot is what one viewer sees at one moment.
type snapshot struct {
	frame   matchmaking.Frame
	row     *matchmaking.Listing // of a dozing table, whose frame nobody may see; else nil
	changed chan struct{}        // closed when there is a newer one

	mu      sync.Mutex
	waiting []*waiter // called once it has changed or never will
	over    bool      // which is so by now
}

// waiter is a viewer to wake at the next frame. It needs no goroutine meanwhile.
type waiter struct {
	viewer *viewer
	wake   func()
}

// after reports whether the snapshot has a frame newer than a revision.
func (s *snapshot) after(revision int) bool { return s.frame.Revision > revision && s.row == nil }

// supersede wakes all who wait for something newer than s, which may be nil.
func (s *snapshot) supersede() {
	if s != nil {
		close(s.changed)
		s.release(nil)
	}
}

// expect adds a waiter; false when there is nothing left to wait for.
func (s *snapshot) expect(w *waiter) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.over {
		s.waiting = append(s.waiting, w)
	}
	return !s.over
}

// release wakes the waiters of a viewer, or all, now and later.
func (s *snapshot) release(v *viewer) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.over = s.over || v == nil
	s.waiting = slices.DeleteFunc(s.waiting, func(w *waiter) bool {
		released := v == nil || w.viewer == v
		if released {
			w.viewer.table.house.Workers.Go(w.wake)
		}
		return released
	})
}

// forget removes a waiter.
func (s *snapshot) forget(w *waiter) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.waiting = slices.DeleteFunc(s.waiting, func(o *waiter) bool { return o == w })
}

// screens owns the newest frame of each viewer, made from what the other types own. Any
// goroutine may call of and listing.
type screens struct {
	match      *data.Match
	game       *game
	time       *schedule
	attendance *attendance
	relief     *relief
	passing    *passing
	notes      *notes
	slow       *slow
	rematch    *rematch

	newest []atomic.Pointer[snapshot] // by viewer, spectators last
	over   chan struct{}              // closed when no newer one will come
}

// of returns where a viewer's newest frame is found.
func (s *screens) of(viewer engine.Seat) *atomic.Pointer[snapshot] {
	return &s.newest[columnOf(viewer, len(s.newest)-1)]
}

// listing returns the table as a row of a viewer's list. It is computed on demand: there are
// many more moves than lists.
func (s *screens) listing(viewer engine.Seat) matchmaking.Listing {
	snap := s.of(viewer).Load()
	if snap.row != nil {
		return *snap.row
	}
	return matchmaking.NewListing(snap.frame)
}

// close tells all viewers that no newer frame will come.
func (s *screens) close() {
	close(s.over)
	for i := range s.newest {
		s.newest[i].Load().release(nil)
	}
}

// publish makes the newest frame of every viewer. All are in place before any viewer wakes, so
// a viewer who has seen one knows that the others can be seen.
func (s *screens) publish() {
	shared, old := s.shared(), make([]*snapshot, len(s.newest))
	for i := range s.newest {
		old[i] = s.refresh(viewerAt(i, len(s.newest)-1), shared)
	}
	for _, o := range old {
		o.supersede()
	}
}

// show makes one viewer's newest frame, for changes that nobody else may notice.
func (s *screens) show(viewer engine.Seat) { s.refresh(viewer, s.shared()).supersede() }

// refresh makes a viewer's newest frame and returns the one before it, nil at first.
func (s *screens) refresh(viewer engine.Seat, shared matchmaking.Frame) *snapshot {
	next, old := &snapshot{changed: make(chan struct{})}, s.of(viewer).Load()
	if s.game.asleep {
		row := matchmaking.NewListing(shared)
		row.Ply = s.game.dozedAt
		next.frame, next.row = matchmaking.Frame{Seat: viewer, Closed: shared.Closed}, &row
	} else {
		next.frame = s.frame(viewer, shared)
	}
	next.frame.Revision = 1
	if old != nil {
		next.frame.Revision = old.frame.Revision + 1
	}
	s.of(viewer).Store(next)
	return old
}

// shared is the part of a frame that all viewers share.
func (s *screens) shared() matchmaking.Frame {
	g, m := s.game, s.match
	f := matchmaking.Frame{
		Match:      m.ID,
		Game:       m.Game,
		Rated:      m.Rated,
		OneAddress: m.OneAddress,
		Pace:       m.Pace,
		Private:    m.Private,
		Tournament: m.Tournament,
		Origin:     m.Origin,
		Options:    m.Options,
		Seats:      make([]matchmaking.Seated, len(m.Seats)),
		Commit:     m.Seed.Commit(),
		Clock:      g.clocks.usual(g.rules.Info().Clock),
		Clocks:     g.clocks.show(&s.time.gameTime),
		Watchers:   int(s.attendance.watchers.Load()),
		Closed:     m.Closed,
		Slow:       those(s.slow.wants),
		End:        g.end,
		Rematch:    those(s.rematch.wants),
		Next:       s.rematch.next,
	}
	for i, seat := range m.Seats {
		repute, line := g.seats[i].repute, &s.attendance.lines[i]
		f.Seats[i] = matchmaking.Seated{
			Name: seat.Name, Rating: repute.Rating, Kind: seat.Kind, Level: seat.Level, Program: repute.Program,
			Away: line.away && !line.house, Out: g.out[i], Substitute: s.relief.players[i] != nil,
		}
	}
	if g.end != nil {
		f.Open = matchmaking.Views(g.window.state, len(m.Seats))
	}
	return f
}

// frame completes the shared part for one viewer.
func (s *screens) frame(viewer engine.Seat, shared matchmaking.Frame) matchmaking.Frame {
	f, g := shared, s.game
	f.Seat = viewer
	column := columnOf(viewer, len(g.seats))
	f.Log, f.Notes = g.played.lines[column], s.notes.heard[column]
	if viewer == engine.Spectator {
		f.View = matchmaking.View(g.window.shown, viewer)
		return f
	}
	state, kept := g.window.shown, g.window.kept(viewer)
	if kept {
		state = g.window.state
		f.Clocks = slices.Clone(f.Clocks)
		f.Clocks[viewer] = g.clocks.shut(viewer)
	}
	f.View = matchmaking.View(state, viewer)
	f.Kept = matchmaking.Kept{Ply: g.deeds[viewer].gave, Now: kept}
	f.Passing, f.Passed = s.passing.wants[viewer], s.passing.row[viewer]
	f.Idle = s.passing.passes(viewer, never-1)
	f.Warned = g.end == nil && s.relief.warned(viewer)
	if h := s.relief.players[viewer]; h != nil && h.over {
		f.Seats = slices.Clone(f.Seats)
		f.Seats[viewer].Substitute = false
	}
	if legal := state.Legal(viewer); len(legal) > 0 && g.end == nil {
		f.Turn = &matchmaking.Turn{Ply: g.played.ply() + 1, Legal: legal}
	}
	return f
}
