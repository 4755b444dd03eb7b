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

// A list of running tables may be listAge old, or listPause if their number has changed since.
const (
	listAge   = time.Second
	listPause = listAge / 10
)

// listing caches the list of running public tables for all viewers.
type listing struct {
	tables *registry

	mu      sync.Mutex
	at      time.Time
	version int // the registry's version when it was made
	rows    []matchmaking.Listing
	players [][]data.PlayerID // player ids by row and seat
}

// list returns the running public tables, the highest rated first and day games last, and who
// sits there. Both are shared and never change.
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
	slices.SortFunc(rows, ByStrength)
	players = make([][]data.PlayerID, len(rows))
	for i, row := range rows {
		players[i] = sits[row.ID]
	}
	return rows, players
}

// own lists a player's tables: those that wait for the player first, then live ones before day
// games.
func own(tables []*entry, p data.PlayerID) (rows []matchmaking.Listing) {
	for _, t := range tables {
		row := t.Listing(engine.Seat(slices.Index(t.players, p)))
		if !row.Seats[row.Seat].Out {
			rows = append(rows, row)
		}
	}
	SortOwn(rows)
	return rows
}

// ByStrength compares public tables in the order of Live.
func ByStrength(a, b matchmaking.Listing) int {
	return cmp.Or(cmp.Compare(day(a), day(b)), cmp.Compare(strength(b), strength(a)), cmp.Compare(a.ID, b.ID))
}

// SortOwn sorts a player's own tables as Mine does.
func SortOwn(rows []matchmaking.Listing) {
	slices.SortStableFunc(rows, func(a, b matchmaking.Listing) int {
		return cmp.Or(cmp.Compare(urgency(a), urgency(b)), cmp.Compare(day(a), day(b)))
	})
}

// day is 1 for a day game: they come after the others.
func day(row matchmaking.Listing) int {
	if row.Pace == data.Day {
		return 1
	}
	return 0
}

// urgency is 0 where the table waits for the viewer of the list.
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
