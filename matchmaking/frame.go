package matchmaking

import (
	"encoding/json"
	"slices"
	"time"

	"noir/data"
	"noir/engine"
)

// publish makes everybody's newest frame. All are there before anybody is woken, so
// that who has seen one knows that the others can be seen.
func (t *table) publish() {
	shared, old := t.shared(), make([]*snapshot, len(t.snaps))
	for i := range t.snaps {
		old[i] = t.refresh(i, shared)
	}
	for _, s := range old {
		s.supersede()
	}
}

// supersede wakes whoever waits for something newer than s, which may be nil.
func (s *snapshot) supersede() {
	if s != nil {
		close(s.changed)
		s.release(nil)
	}
}

// show makes one viewer's newest frame: of what nobody else may know.
func (t *table) show(column int) { t.refresh(column, t.shared()).supersede() }

// refresh makes a viewer's newest frame and returns the one before it, nil at first.
func (t *table) refresh(column int, shared Frame) *snapshot {
	next, old := &snapshot{changed: make(chan struct{})}, t.snaps[column].Load()
	if t.asleep {
		next.frame = Frame{Seat: t.viewer(column), Closed: shared.Closed}
		next.row = t.dozingRow(shared)
	} else {
		next.frame = t.frame(shared, column)
	}
	next.frame.Revision = 1
	if old != nil {
		next.frame.Revision = old.frame.Revision + 1
	}
	t.snaps[column].Store(next)
	return old
}

// shared is the part of a frame that is the same for everybody.
func (t *table) shared() Frame {
	f := Frame{
		Match:      t.match.ID,
		Game:       t.match.Game,
		Rated:      t.match.Rated,
		OneAddress: t.match.OneAddress,
		Pace:       t.match.Pace,
		Private:    t.match.Private,
		Contest:    t.match.Contest,
		Options:    t.match.Options,
		Seats:      t.seated(),
		Commit:     t.match.Seed.Commit(),
		Clock:      t.usual(),
		Clocks:     t.clocks.show(&t.time),
		Notes:      t.notes,
		Watchers:   int(t.presence.watchers.Load()),
		Closed:     t.match.Closed,
		Slow:       seatsOf(t.slow),
		End:        t.end,
		Rematch:    seatsOf(t.wants),
		Next:       t.next,
	}
	if t.end != nil {
		f.Open = openViews(t.state, len(t.match.Seats))
	}
	return f
}

// usual is the time that everybody at the table has; zero where there is no clock.
func (t *table) usual() engine.Clock {
	if t.match.Pace == data.Day {
		return engine.Clock{Move: DayMove}
	}
	c, times := t.game.Info().Clock, time.Duration(t.match.Clock.Times())
	return engine.Clock{Move: times * c.Move, Bank: times * c.Bank}
}

// frame completes the shared part for one viewer.
func (t *table) frame(shared Frame, column int) Frame {
	f := shared
	f.Seat = t.viewer(column)
	f.Log = t.lines[column]
	f.Notes = heard(f.Notes, f.Seat)
	state := t.shown
	_, kept := t.window.kept[f.Seat]
	if kept {
		state = t.state
		f.Clocks = slices.Clone(f.Clocks)
		f.Clocks[f.Seat] = t.clocks.shut(f.Seat)
	}
	f.View = mustJSON(state.View(f.Seat))
	if f.Seat == engine.Spectator {
		return f
	}
	f.Kept, f.Declines = Kept{Ply: t.window.gave[f.Seat], Now: kept}, t.window.declines[f.Seat]
	f.Warned = t.warned(f.Seat)
	if r := t.reliefs[f.Seat]; r != nil && r.over {
		f.Seats = slices.Clone(f.Seats)
		f.Seats[f.Seat].Substitute = false
	}
	if legal := state.Legal(f.Seat); len(legal) > 0 && t.end == nil {
		f.Turn = &Turn{Ply: len(t.plies) + 1, Legal: legal}
	}
	return f
}

func (t *table) seated() []Seated {
	seated := make([]Seated, len(t.match.Seats))
	for i, s := range t.match.Seats {
		seated[i] = Seated{
			Name: s.Name, Rating: t.reputes[i].rating, Kind: s.Kind, Level: s.Level, Program: t.reputes[i].program,
			Away: t.presence.away[i] && s.Kind != data.Bot, Out: t.out[i], Substitute: t.reliefs[engine.Seat(i)] != nil,
		}
	}
	return seated
}

// seatsOf lists the seats of a set, never nil.
func seatsOf(set map[engine.Seat]bool) []engine.Seat {
	seats := make([]engine.Seat, 0, len(set))
	for s := range set {
		seats = append(seats, s)
	}
	slices.Sort(seats)
	return seats
}

// openViews are what every seat saw, for a game that is over.
func openViews(s engine.State, seats int) []json.RawMessage {
	views := make([]json.RawMessage, seats)
	for i := range views {
		views[i] = mustJSON(s.View(engine.Seat(i)))
	}
	return views
}

// mustJSON marshals a game's view. A view that has no JSON is a mistake in the
// game, which its conformance suite finds.
func mustJSON(v any) json.RawMessage {
	raw, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return raw
}

// NewListing is a frame's table as a row of its viewer's list.
func NewListing(f Frame) Listing {
	row := Listing{
		ID: f.Match, Game: f.Game, Rated: f.Rated, Pace: f.Pace, Seats: f.Seats,
		Ply: f.Ply(), Watchers: f.Watchers, Seat: f.Seat,
	}
	for i, c := range f.Clocks {
		if !c.Asked {
			continue
		}
		row.Asked = append(row.Asked, engine.Seat(i))
		until := c.Since.Add(c.Move + c.Bank).Round(time.Second)
		if c.Running && (row.Until.IsZero() || until.Before(row.Until)) {
			row.Until = until
		}
	}
	return row
}

// dozingRow is a table that dozes as a row of anybody's list.
func (t *table) dozingRow(shared Frame) *Listing {
	row := NewListing(shared)
	row.Ply = t.dozedAt
	return &row
}

// asleep reports whether the snapshot is of a table that dozes.
func (s *snapshot) asleep() bool { return s.row != nil }

// listing is the snapshot as a row of a list. It is made when a list is: many more
// moves are made than lists.
func (s *snapshot) listing() Listing {
	if s.asleep() {
		return *s.row
	}
	return NewListing(s.frame)
}

// listing is the table as a row of a viewer's list.
func (t *table) listing(s engine.Seat) Listing {
	row := t.snaps[t.column(s)].Load().listing()
	row.Watchers, row.Seat = int(t.presence.watchers.Load()), s
	return row
}
