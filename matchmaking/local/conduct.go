package local

import (
	"time"

	"noir/data"
	"noir/engine"
	"noir/matchmaking/queue"
	"noir/matchmaking/seating"
)

// Conduct is how people have ended a game: by player, true for players who finished it, false for a player who let it
// lapse before their first move.
type Conduct map[data.PlayerID]bool

// conductAt returns the conduct of a table's people at its end, nil if it says nothing about them. late is the seat
// that let the game lapse.
func conductAt(e *entry, r engine.Result, late engine.Seat) Conduct {
	if seating.Practice(e.players) || r.Reason == "" {
		return nil
	}
	c, void := Conduct{}, r.Reason == engine.Aborted
	for i, p := range e.players {
		switch {
		case p == 0:
		case void && engine.Seat(i) == late:
			c[p] = false
		case !void && !e.match.Private:
			c[p] = true
		}
	}
	if len(c) == 0 {
		return nil
	}
	return c
}

func (c Conduct) note(a *queue.Absences) {
	now := time.Now()
	for p, finished := range c {
		if finished {
			a.Finished(p, now)
		} else {
			a.Lapsed(p, now)
		}
	}
}
