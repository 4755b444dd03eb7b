package matchmaking

import (
	"slices"
	"time"

	"noir/data"
	"noir/engine"
)

// Listing is a running table in a list.
type Listing struct {
	ID       data.MatchID
	Game     string
	Rated    bool
	Pace     data.Pace
	Seats    []Seated
	Ply      int
	Watchers int
	Asked    []engine.Seat // seats that have to move
	Until    time.Time     // when the first of them runs out of time; zero while the clocks stand
	Seat     engine.Seat   // the caller's own, in Mine
}

// YourMove reports whether the table waits for the caller's seat.
func (l Listing) YourMove() bool { return slices.Contains(l.Asked, l.Seat) }

// TableOf returns the first table of a list at which the player with a name sits.
func TableOf(list []Listing, name string) (Listing, bool) {
	i := slices.IndexFunc(list, func(l Listing) bool {
		return slices.ContainsFunc(l.Seats, func(s Seated) bool { return s.Name == name && s.Kind == data.Human })
	})
	if i < 0 {
		return Listing{}, false
	}
	return list[i], true
}

// NewListing returns a frame's table as a row of a list.
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
