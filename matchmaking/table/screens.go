package table

import (
	"slices"

	"noir/data"
	"noir/engine"
	"noir/matchmaking"
)

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

	commit string             // to the match's seed
	newest []matchmaking.Show // by viewer, spectators last
	over   chan struct{}      // closed when no newer frame will come
}

// of returns where a viewer's newest frame is found.
func (s *screens) of(viewer engine.Seat) *matchmaking.Show {
	return &s.newest[columnOf(viewer, len(s.newest)-1)]
}

// listing returns the table as a row of a viewer's list. It is computed on demand: there are
// many more moves than lists.
func (s *screens) listing(viewer engine.Seat) matchmaking.Listing {
	snap := s.of(viewer).Newest()
	if snap.Row != nil {
		return *snap.Row
	}
	return matchmaking.NewListing(snap.Frame)
}

// close tells all viewers that no newer frame will come.
func (s *screens) close() {
	close(s.over)
	for i := range s.newest {
		s.newest[i].End()
	}
}

// publish makes the newest frame of every viewer. All are in place before any viewer wakes, so
// a viewer who has seen one knows that the others can be seen.
func (s *screens) publish() {
	shared, old := s.shared(), make([]*matchmaking.Snapshot, len(s.newest))
	for i := range s.newest {
		old[i] = s.refresh(viewerAt(i, len(s.newest)-1), shared)
	}
	for _, o := range old {
		o.Supersede()
	}
}

// show makes one viewer's newest frame, for changes that no other viewer may notice.
func (s *screens) show(viewer engine.Seat) { s.refresh(viewer, s.shared()).Supersede() }

// refresh makes a viewer's newest frame and returns the one before it, nil at first.
func (s *screens) refresh(viewer engine.Seat, shared matchmaking.Frame) *matchmaking.Snapshot {
	if !s.game.asleep {
		return s.of(viewer).Replace(s.frame(viewer, shared), nil)
	}
	row := matchmaking.NewListing(shared)
	row.Ply = s.game.dozedAt
	return s.of(viewer).Replace(matchmaking.Frame{Seat: viewer, NoSpectators: shared.NoSpectators}, &row)
}

// shared is the part of a frame that all viewers share.
func (s *screens) shared() matchmaking.Frame {
	g, m := s.game, s.match
	f := matchmaking.Frame{
		Match:        m.ID,
		Game:         m.Game,
		Rated:        m.Rated,
		OneAddress:   m.OneAddress,
		Pace:         m.Pace,
		Private:      m.Private,
		Tournament:   m.Tournament,
		Origin:       m.Origin,
		Options:      m.Options,
		Seats:        make([]matchmaking.Seated, len(m.Seats)),
		Commit:       s.commit,
		Clock:        g.clocks.usual(g.rules.Info().Clock),
		Clocks:       g.clocks.show(&s.time.gameTime),
		Watchers:     int(s.attendance.watchers.Load()),
		NoSpectators: m.NoSpectators,
		Slow:         those(s.slow.wants),
		End:          g.end,
		Rematch:      those(s.rematch.wants),
		Next:         s.rematch.next,
	}
	for i, seat := range m.Seats {
		repute, line := g.seats[i].repute, &s.attendance.lines[i]
		f.Seats[i] = matchmaking.Seated{
			Name: seat.Name, Rating: repute.Rating, Kind: seat.Kind, Level: seat.Level, Provisional: repute.Provisional, Program: repute.Program,
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
		f.Clocks[viewer] = g.clocks.sealed(viewer)
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
