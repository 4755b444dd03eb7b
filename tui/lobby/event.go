package lobby

import (
	"context"
	"slices"
	"time"

	"noir/data"
	"noir/matchmaking"
	"noir/tui"
)

// event is the foremost event, and the visitor's place in it.
type event struct {
	tournament data.Tournament // zero without one
	stage      data.Stage
	rank       int // 0 without one
}

// lookAtEvent reads it. If the standings fail there is no rank.
func lookAtEvent(ctx context.Context, b matchmaking.Broker, p data.PlayerID, now time.Time) event {
	c, ok := data.Foremost(b.Tournaments(), now)
	e := event{tournament: c, stage: c.Stage(now)}
	if !ok || p.Guest() || e.stage == data.Coming {
		return e
	}
	rows, _ := b.Standings(ctx, c.ID)
	i := slices.IndexFunc(rows, func(row data.Score) bool { return row.Player.ID == p })
	if i >= 0 {
		e.rank = rows[i].Rank
	}
	return e
}

// eventOf is the event of a ticket; zero for none.
func eventOf(s *tui.Session, t matchmaking.Ticket) data.Tournament {
	if t.Tournament == 0 {
		return data.Tournament{}
	}
	event, _ := data.TournamentByID(s.Broker.Tournaments(), t.Tournament)
	return event
}
