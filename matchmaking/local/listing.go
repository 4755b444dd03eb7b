package local

import (
	"cmp"
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

// listing is the newest list of the running public tables. It is made once for
// everybody who looks at it.
type listing struct {
	tables *registry

	mu      sync.Mutex
	at      time.Time
	version int // of the registry when it was made
	rows    []matchmaking.Listing
	players [][]data.PlayerID // by row and seat
}

// list lists the running public tables, the highest rated first and day games last, and
// who sits there. Both are shared and never change.
func (l *listing) list() ([]matchmaking.Listing, [][]data.PlayerID) {
	version := l.tables.version()
	l.mu.Lock()
	defer l.mu.Unlock()
	age := time.Since(l.at)
	if age >= listAge || version != l.version && age >= listPause {
		l.rows, l.players = rowsOf(l.tables.watchable())
		l.version, l.at = version, time.Now()
	}
	return l.rows, l.players
}

func rowsOf(tables []*entry) (rows []matchmaking.Listing, players [][]data.PlayerID) {
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

// own lists tables of a player: those that wait for them first, and then live ones before
// day games.
func own(tables []*entry, p data.PlayerID) (rows []matchmaking.Listing) {
	for _, t := range tables {
		row := t.Listing(engine.Seat(slices.Index(t.players, p)))
		if !row.Seats[row.Seat].Out {
			rows = append(rows, row)
		}
	}
	slices.SortStableFunc(rows, func(a, b matchmaking.Listing) int {
		return cmp.Or(cmp.Compare(urgency(a), urgency(b)), cmp.Compare(day(a), day(b)))
	})
	return rows
}

// day is 1 for a day game: they come after the others.
func day(row matchmaking.Listing) int {
	if row.Pace == data.Day {
		return 1
	}
	return 0
}

// urgency is 0 where the table waits for the player who has asked for the list.
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
