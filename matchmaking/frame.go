package matchmaking

import (
	"encoding/json"
	"slices"

	"noir/data"
	"noir/engine"
)

// publish makes everybody's newest frame and wakes whoever waits for it.
func (t *table) publish() {
	old := t.snap.Load()
	next := &snapshot{frames: make([]Frame, len(t.match.Seats)+1), changed: make(chan struct{})}
	shared := t.shared()
	if old != nil {
		shared.Revision = old.frames[0].Revision + 1
	}
	for i := range next.frames {
		next.frames[i] = t.frame(shared, i)
	}
	t.snap.Store(next)
	if old != nil {
		close(old.changed)
	}
}

// shared is the part of a frame that is the same for everybody.
func (t *table) shared() Frame {
	f := Frame{
		Revision: 1,
		Match:    t.match.ID,
		Game:     t.match.Game,
		Rated:    t.match.Rated,
		Pace:     t.match.Pace,
		Private:  t.match.Private,
		Options:  t.match.Options,
		Seats:    t.seated(),
		Commit:   t.match.Seed.Commit(),
		Clock:    t.game.Info().Clock,
		Clocks:   t.clocks.show(&t.time),
		Notes:    t.notes,
		Watchers: int(t.presence.watchers.Load()),
		End:      t.end,
		Rematch:  t.offers(),
		Next:     t.next,
	}
	if t.match.Pace == data.Day {
		f.Clock = engine.Clock{Move: dayMove}
	}
	if t.end != nil {
		f.Open = openViews(t.state, len(t.match.Seats))
	}
	return f
}

// frame completes the shared part for one viewer.
func (t *table) frame(shared Frame, column int) Frame {
	f := shared
	f.Seat = t.viewer(column)
	f.Log = t.lines[column]
	f.View = mustJSON(t.state.View(f.Seat))
	if f.Seat == engine.Spectator || t.end != nil {
		return f
	}
	if legal := t.state.Legal(f.Seat); len(legal) > 0 {
		f.Turn = &Turn{Ply: len(t.plies) + 1, Legal: legal}
	}
	return f
}

func (t *table) seated() []Seated {
	seated := make([]Seated, len(t.match.Seats))
	for i, s := range t.match.Seats {
		seated[i] = Seated{
			Name: s.Name, Rating: t.ratings[i], Kind: s.Kind, Level: s.Level,
			Away: t.presence.away[i],
		}
	}
	return seated
}

func (t *table) offers() []engine.Seat {
	offers := make([]engine.Seat, 0, len(t.wants))
	for s := range t.wants {
		offers = append(offers, s)
	}
	slices.Sort(offers)
	return offers
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

// listing is the table as a row of a list.
func (t *table) listing() Listing {
	f := t.snap.Load().frames[len(t.match.Seats)]
	row := Listing{
		ID: f.Match, Game: f.Game, Rated: f.Rated, Pace: f.Pace, Seats: f.Seats,
		Ply: f.Ply(), Watchers: int(t.presence.watchers.Load()), Seat: engine.Spectator,
	}
	for i, c := range f.Clocks {
		if c.Asked {
			row.Asked = append(row.Asked, engine.Seat(i))
		}
	}
	return row
}
