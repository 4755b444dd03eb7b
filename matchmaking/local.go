package matchmaking

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"time"

	"noir/data"
	"noir/engine"
)

// maxTables is how many running tables one player may have at once.
const maxTables = 8

// Local is the Broker of one process: the queue and all tables in memory, every
// move in the store. Its one mutex guards the maps of tables; each table and the
// queue have a goroutine of their own.
type Local struct {
	games map[string]engine.Game
	store data.Store
	log   *slog.Logger
	queue *queue
	tally tally

	ctx    context.Context // of every table and bot; ends with Close
	cancel context.CancelFunc
	work   sync.WaitGroup

	mu       sync.Mutex
	tables   map[data.MatchID]*table
	running  map[*table]bool                // whether Live lists it
	public   int                            // of running, those that it lists
	mine     map[data.PlayerID][]*table     // running, by person
	live     map[data.PlayerID]data.MatchID // the one live game against people, from when it is opened
	laying   map[data.PlayerID]int          // house tables that are being opened
	paces    paces
	draining bool // nothing is opened any more
	closed   bool
}

var _ Broker = (*Local)(nil)

// NewLocal takes up every running game of the store and opens the queue. Close
// must be called.
func NewLocal(ctx context.Context, store data.Store, log *slog.Logger, games ...engine.Game) (*Local, error) {
	l := &Local{
		games:   map[string]engine.Game{},
		store:   store,
		log:     log,
		tables:  map[data.MatchID]*table{},
		running: map[*table]bool{},
		mine:    map[data.PlayerID][]*table{},
		live:    map[data.PlayerID]data.MatchID{},
		laying:  map[data.PlayerID]int{},
		paces:   newPaces(),
	}
	l.queue = newQueue(l)
	for _, g := range games {
		l.games[g.Info().Name] = g
	}
	l.ctx, l.cancel = context.WithCancel(context.WithoutCancel(ctx))
	if err := l.resume(ctx); err != nil {
		l.cancel()
		l.work.Wait()
		return nil, err
	}
	l.work.Go(func() { l.queue.run(l.ctx) })
	return l, nil
}

// drainTime is how long Drain waits for tables that are busy.
const drainTime = time.Second

// Drain closes the queue, opens no more tables and tells every table that the
// server is going down. It does not wait for a table that is held up by the store.
func (l *Local) Drain(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, drainTime)
	defer cancel()
	l.mu.Lock()
	l.draining = true
	l.mu.Unlock()
	l.queue.close()
	var told sync.WaitGroup
	for _, t := range l.all() {
		told.Go(func() {
			_ = t.do(ctx, func() error {
				t.note(Note{Code: "draining", Seat: engine.Spectator})
				t.publish()
				return nil
			})
		})
	}
	told.Wait()
}

// Close ends every table where it is, its game in the log, and waits, also for
// what the store is writing.
func (l *Local) Close() {
	l.mu.Lock()
	l.draining, l.closed = true, true
	l.mu.Unlock()
	l.cancel()
	l.work.Wait()
}

// resume takes up what the store holds unfinished. A match that cannot be taken
// up is left as it is and logged.
func (l *Local) resume(ctx context.Context) error {
	matches, err := l.store.Unfinished(ctx)
	if err != nil {
		return fmt.Errorf("read the running games: %w", err)
	}
	for _, m := range matches {
		if err := l.takeUp(ctx, m); err != nil {
			l.log.Error("a running game cannot be taken up", "match", m.ID, "err", err)
		}
	}
	return nil
}

func (l *Local) takeUp(ctx context.Context, m data.Match) (err error) {
	defer func() {
		if v := recover(); v != nil { // or the server would never start again
			err = fmt.Errorf("the rules have panicked: %v", v)
		}
	}()
	g, ok := l.games[m.Game]
	if !ok {
		return fmt.Errorf("unknown game %q", m.Game)
	}
	players := make([]data.PlayerID, len(m.Seats))
	for i, s := range m.Seats {
		players[i] = s.Player
	}
	t, err := newTable(l, g, m, players, l.ratings(ctx, m.Game, players), time.Now().Add(restartHold))
	if err != nil {
		return err
	}
	return l.seat(t)
}

// ratings are the players' ratings to be shown; nil for guests and bots, and
// when they cannot be had.
func (l *Local) ratings(ctx context.Context, game string, players []data.PlayerID) []*float64 {
	shown := make([]*float64, len(players))
	for i, id := range players {
		if id > 0 {
			if r, err := l.rating(ctx, game, id); err == nil {
				shown[i] = &r
			}
		}
	}
	return shown
}

func (l *Local) rating(ctx context.Context, game string, id data.PlayerID) (float64, error) {
	all, err := l.store.Ratings(ctx, id)
	if err != nil {
		return 0, err
	}
	if r, ok := all[game]; ok {
		return r.Value, nil
	}
	return data.StartRating, nil
}

// ended takes a table whose game is over off the lists; it can still be sat at.
func (l *Local) ended(t *table) {
	l.release(t.match.ID, t.players)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.unlist(t)
}

// forget lets go of a closed table.
func (l *Local) forget(t *table) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.unlist(t)
	delete(l.tables, t.match.ID)
}

// unlist takes a table off the lists of those that run. The mutex is held.
func (l *Local) unlist(t *table) {
	if l.running[t] {
		l.public--
	}
	delete(l.running, t)
	for _, p := range t.players {
		rest := slices.DeleteFunc(l.mine[p], func(o *table) bool { return o == t })
		if len(rest) == 0 {
			delete(l.mine, p)
		} else {
			l.mine[p] = rest
		}
	}
}

// gather leads every ticket of people who have found a table to it, and puts
// away their house games.
func (l *Local) gather(id data.MatchID, seats []occupant) {
	_ = l.queue.do(l.ctx, func() error {
		for _, s := range seats {
			l.queue.settleAll(s.player.ID, id)
		}
		return nil
	})
	for _, s := range seats {
		l.putAway(s.player.ID)
	}
}

// putAway voids the house games of somebody who has found people to play with.
func (l *Local) putAway(id data.PlayerID) {
	l.mu.Lock()
	tables := slices.Clone(l.mine[id])
	l.mu.Unlock()
	for _, t := range tables {
		if t.practice() {
			if err := t.abort(l.ctx); err != nil && !errors.Is(err, ErrOver) {
				t.log().Warn("a house game was not put away", "err", err)
			}
		}
	}
}

// all returns the tables in memory.
func (l *Local) all() []*table {
	l.mu.Lock()
	defer l.mu.Unlock()
	tables := make([]*table, 0, len(l.tables))
	for _, t := range l.tables {
		tables = append(tables, t)
	}
	return tables
}

func (l *Local) table(id data.MatchID) (*table, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	t, ok := l.tables[id]
	if !ok {
		return nil, ErrNoTable
	}
	return t, nil
}

// Sit implements Broker.
func (l *Local) Sit(ctx context.Context, id data.MatchID, p data.PlayerID) (Chair, error) {
	t, err := l.table(id)
	if err != nil {
		return nil, err
	}
	seat := slices.Index(t.players, p)
	if p == 0 || seat < 0 {
		return nil, ErrNoSeat
	}
	c, err := newChair(t, engine.Seat(seat))
	if err != nil {
		return nil, err
	}
	// The table looks who has come before his first frame is read, so that clocks
	// held for him go on in it. One that is closed has its last frame left.
	err = t.do(ctx, func() error {
		t.attend()
		return nil
	})
	if ctx.Err() != nil {
		c.Leave()
		return nil, err
	}
	return c, nil
}

// Watch implements Broker.
func (l *Local) Watch(_ context.Context, id data.MatchID) (Chair, error) {
	t, err := l.table(id)
	if err != nil {
		return nil, err
	}
	return newChair(t, engine.Spectator)
}

// Live implements Broker.
func (l *Local) Live(context.Context) ([]Listing, error) {
	l.mu.Lock()
	var tables []*table
	for t, listed := range l.running {
		if listed {
			tables = append(tables, t)
		}
	}
	l.mu.Unlock()
	rows := make([]Listing, len(tables))
	for i, t := range tables {
		rows[i] = t.listing()
	}
	slices.SortFunc(rows, func(a, b Listing) int {
		return cmp.Or(cmp.Compare(b.strength(), a.strength()), cmp.Compare(a.ID, b.ID))
	})
	return rows, nil
}

// strength is the mean rating of a table's seats.
func (row Listing) strength() float64 {
	var sum float64
	for _, s := range row.Seats {
		if s.Rating != nil {
			sum += *s.Rating
		}
	}
	return sum / float64(len(row.Seats))
}

// Mine implements Broker.
func (l *Local) Mine(_ context.Context, p data.PlayerID) ([]Listing, error) {
	l.mu.Lock()
	tables := slices.Clone(l.mine[p])
	l.mu.Unlock()
	rows := make([]Listing, len(tables))
	for i, t := range tables {
		rows[i] = t.listing()
		rows[i].Seat = engine.Seat(slices.Index(t.players, p))
	}
	return rows, nil
}

// Counts implements Broker.
func (l *Local) Counts() Counts {
	waiting := l.queue.waiting()
	l.mu.Lock()
	defer l.mu.Unlock()
	return Counts{Waiting: waiting, Tables: len(l.running), Public: l.public, Playing: len(l.mine)}
}

// Totals tells what has happened since the house was opened.
func (l *Local) Totals() Totals { return l.tally.totals() }
