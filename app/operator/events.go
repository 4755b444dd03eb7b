package operator

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"noir/data"
	"noir/engine"
	"noir/internal/nearest"
)

// Events has the operator's use cases about events.
type Events struct {
	store data.Tournaments
	games []engine.Game
	by    string
}

// MaxEvent is the longest event: players who have joined cannot play elsewhere meanwhile.
const MaxEvent = 24 * time.Hour

// Open opens an event of rated games. An empty title becomes the game's.
func (e Events) Open(ctx context.Context, c data.Tournament) (data.Tournament, error) {
	g, ok := engine.Named(e.games, c.Game)
	if !ok {
		known := engine.Names(e.games)
		if like := nearest.Of(c.Game, known); like != "" {
			return c, misuse("--game is %s; the nearest is %q", strings.Join(known, " or "), like)
		}
		return c, misuse("--game is %s", strings.Join(known, " or "))
	}
	info, length := g.Info(), c.Ends.Sub(c.Starts)
	switch {
	case c.Seats != 0 && c.Seats != info.MinSeats && info.MinSeats == info.MaxSeats:
		return c, misuse("--seats is %d in %s", info.MinSeats, info.Name)
	case c.Seats != 0 && (c.Seats < info.MinSeats || c.Seats > info.MaxSeats):
		return c, misuse("--seats is %d to %d in %s", info.MinSeats, info.MaxSeats, info.Name)
	case length < time.Minute || length > MaxEvent:
		return c, misuse("--minutes is 1 to %d", MaxEvent/time.Minute)
	case c.Title == "":
		c.Title = info.Title
	}
	return e.store.OpenTournament(ctx, e.by, c)
}

// Event is an event and its state.
type Event struct {
	data.Tournament
	Players int    // with a game that has counted
	Leader  string // "" if there is none
}

// List returns running and coming events, the next first; past ones too if all is set.
func (e Events) List(ctx context.Context, all bool) (events []Event, err error) {
	after := time.Now()
	if all {
		after = time.Time{}
	}
	tournaments, err := e.store.Tournaments(ctx, after)
	if err != nil {
		return nil, err
	}
	for _, c := range tournaments {
		event := Event{Tournament: c}
		first, players, err := e.store.Standings(ctx, c.ID, 1, 0)
		if err != nil {
			return nil, err
		}
		if event.Players = players; len(first) > 0 {
			event.Leader = first[0].Player.Name
		}
		events = append(events, event)
	}
	return events, nil
}

// Close ends an event now. One that has not begun is called off; off reports that.
func (e Events) Close(ctx context.Context, id int64) (off bool, err error) {
	c, err := e.store.CloseTournament(ctx, e.by, id)
	switch {
	case errors.Is(err, data.ErrNotFound):
		err = fmt.Errorf("there is no event %d; noir admin event list shows those that there are", id)
	case errors.Is(err, data.ErrFinished):
		err = fmt.Errorf("the event %d is over", id)
	}
	return c.Ends.After(time.Now()), err
}
