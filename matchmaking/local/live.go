package local

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"

	"noir/data"
	"noir/engine"
	"noir/matchmaking"
)

// A list of the running tables may be listAge old, and listPause when their
// number has changed since.
const (
	listAge   = time.Second
	listPause = listAge / 10
)

// listed is the newest list of the running public tables. It is made once for all who
// look at it.
type listed struct {
	mu      sync.Mutex
	at      time.Time
	changes int // Counts.Changes when it was made
	rows    []matchmaking.Listing
	players [][]data.PlayerID // by row and seat
}

// Live implements Broker.
func (l *Broker) Live(_ context.Context, viewer data.PlayerID) ([]matchmaking.Listing, error) {
	l.mu.Lock()
	changes := l.changes
	l.mu.Unlock()
	l.listed.mu.Lock()
	age := time.Since(l.listed.at)
	if age >= listAge || changes != l.listed.changes && age >= listPause {
		l.listed.rows, l.listed.players = l.list()
		l.listed.changes, l.listed.at = changes, time.Now()
	}
	rows, players := l.listed.rows, l.listed.players
	l.listed.mu.Unlock()
	l.blocks.Refresh()
	return l.blocks.seen(viewer, rows, players), nil
}

// list lists the running public tables, the highest rated first, where days may
// pass without a move last; and who sits there.
func (l *Broker) list() (rows []matchmaking.Listing, players [][]data.PlayerID) {
	l.mu.Lock()
	var tables []*entry
	for t, public := range l.running {
		if public {
			tables = append(tables, t)
		}
	}
	l.mu.Unlock()
	rows = make([]matchmaking.Listing, len(tables))
	sits := make(map[data.MatchID][]data.PlayerID, len(tables))
	for i, t := range tables {
		rows[i], sits[t.match.ID] = t.Listing(engine.Spectator), t.players
	}
	slices.SortFunc(rows, func(a, b matchmaking.Listing) int {
		return cmp.Or(cmp.Compare(day(a), day(b)), cmp.Compare(strength(b), strength(a)), cmp.Compare(a.ID, b.ID))
	})
	players = make([][]data.PlayerID, len(rows))
	for i, row := range rows {
		players[i] = sits[row.ID]
	}
	return rows, players
}

// day is 1 for a day game: they come after the others.
func day(row matchmaking.Listing) int {
	if row.Pace == data.Day {
		return 1
	}
	return 0
}

// urgency is 0 where the table waits for whoever has asked for the list.
func urgency(row matchmaking.Listing) int {
	if row.YourMove() {
		return 0
	}
	return 1
}

// strength is the mean rating of a table's seats.
func strength(row matchmaking.Listing) float64 {
	var sum float64
	for _, s := range row.Seats {
		if s.Rating != nil {
			sum += *s.Rating
		}
	}
	return sum / float64(len(row.Seats))
}
