package table

import (
	"slices"
	"time"

	"noir/data"
	"noir/engine"
	"noir/matchmaking"
)

// shared is the part of a frame that is the same for everybody.
func (t *Table) shared() matchmaking.Frame {
	f := matchmaking.Frame{
		Match:      t.match.ID,
		Game:       t.match.Game,
		Rated:      t.match.Rated,
		OneAddress: t.match.OneAddress,
		Pace:       t.match.Pace,
		Private:    t.match.Private,
		Tournament: t.match.Tournament,
		Options:    t.match.Options,
		Seats:      t.seated(),
		Commit:     t.match.Seed.Commit(),
		Clock:      t.usual(),
		Clocks:     t.clocks.show(&t.time),
		Watchers:   int(t.presence.watchers.Load()),
		Closed:     t.match.Closed,
		Slow:       t.seats.those(func(s *seat) bool { return s.slow }),
		End:        t.end,
		Rematch:    t.seats.those(func(s *seat) bool { return s.wants }),
		Next:       t.next,
	}
	if t.end != nil {
		f.Open = matchmaking.Views(t.window.state, len(t.match.Seats))
	}
	return f
}

// usual is the time that everybody at the table has; zero where there is no clock.
func (t *Table) usual() engine.Clock {
	if t.match.Pace == data.Day {
		return engine.Clock{Move: matchmaking.DayMove}
	}
	c, times := t.game.Info().Clock, time.Duration(t.match.Clock.Times())
	return engine.Clock{Move: times * c.Move, Bank: times * c.Bank}
}

// frame completes the shared part for one viewer.
func (t *Table) frame(shared matchmaking.Frame, column int) matchmaking.Frame {
	f := shared
	f.Seat = t.viewer(column)
	f.Log = t.played.lines[column]
	f.Notes = t.notes.heard[column]
	state := t.window.shown
	kept := f.Seat != engine.Spectator && t.window.kept(f.Seat)
	if kept {
		state = t.window.state
		f.Clocks = slices.Clone(f.Clocks)
		f.Clocks[f.Seat] = t.clocks.shut(f.Seat)
	}
	f.View = matchmaking.View(state, f.Seat)
	if f.Seat == engine.Spectator {
		return f
	}
	own := t.seats[f.Seat]
	f.Kept, f.Declines = matchmaking.Kept{Ply: own.gave, Now: kept}, own.declines
	f.Warned = t.end == nil && own.warned()
	if r := own.relief; r != nil && r.over {
		f.Seats = slices.Clone(f.Seats)
		f.Seats[f.Seat].Substitute = false
	}
	if legal := state.Legal(f.Seat); len(legal) > 0 && t.end == nil {
		f.Turn = &matchmaking.Turn{Ply: t.played.ply() + 1, Legal: legal}
	}
	return f
}

func (t *Table) seated() []matchmaking.Seated {
	seated := make([]matchmaking.Seated, len(t.match.Seats))
	for i, s := range t.match.Seats {
		seated[i] = matchmaking.Seated{
			Name: s.Name, Rating: t.seats[i].repute.Rating, Kind: s.Kind, Level: s.Level, Program: t.seats[i].repute.Program,
			Away: t.seats[i].line.away && s.Kind != data.Bot, Out: t.seats[i].out, Substitute: t.seats[i].relief != nil,
		}
	}
	return seated
}

// dozingRow is a table that dozes as a row of anybody's list.
func (t *Table) dozingRow(shared matchmaking.Frame) *matchmaking.Listing {
	row := matchmaking.NewListing(shared)
	row.Ply = t.dozedAt
	return &row
}

// Listing is the table as a row of a viewer's list.
func (t *Table) Listing(s engine.Seat) matchmaking.Listing {
	row := t.snaps[t.column(s)].Load().listing()
	row.Watchers, row.Seat = int(t.presence.watchers.Load()), s
	return row
}
