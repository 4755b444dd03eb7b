package matchmaking

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"noir/data"
	"noir/engine"
	"noir/internal/quota"
	"noir/matchmaking/workers"
)

// Config is what a house is made of. Store and Games are needed.
type Config struct {
	Store  data.Store
	Log    *slog.Logger // nil logs nothing
	Games  []engine.Game
	Limits Limits
	Quota  *quota.Ledger // nil: one with the usual prices
	Herald Herald        // nil: nobody is told what happens while he is elsewhere
}

// Local is the Broker of one process: the queue and all tables in memory, every
// move in the store. Its one mutex guards the maps of tables; each table and the
// queue have a goroutine of their own.
type Local struct {
	games    map[string]engine.Game
	store    data.Store
	log      *slog.Logger
	limits   Limits
	quota    *quota.Ledger
	queue    *queue
	board    *board
	blocks   *blocks
	contests *contests
	absences *absences
	crier    *crier
	tally    tally
	listed   listed

	transcripts transcripts

	thinkers *thinkers

	ctx     context.Context // of every table and bot; ends with Close
	cancel  context.CancelFunc
	work    *staff
	workers *workers.Pool // of the tables

	mu       sync.Mutex
	tables   map[data.MatchID]*table
	running  map[*table]bool                // whether Live lists it
	public   int                            // of running, those that it lists
	changes  int                            // of those: tables that have come or gone
	mine     map[data.PlayerID][]*table     // running, by person
	live     map[data.PlayerID]data.MatchID // the one live game against people, from when it is opened
	guests   map[data.PlayerID]bool         // who have wanted to play and are connected
	opening  map[data.MatchID]reservation
	draining bool // nothing is opened any more
	closed   bool
}

var _ Broker = (*Local)(nil)

// NewLocal takes up every running game of the store and opens the queue. Close
// must be called.
func NewLocal(ctx context.Context, c Config) (*Local, error) {
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	if c.Quota == nil {
		c.Quota = quota.NewLedger(nil)
	}
	l := &Local{
		games:   map[string]engine.Game{},
		store:   c.Store,
		log:     c.Log,
		limits:  c.Limits.OrUsual(),
		quota:   c.Quota,
		tables:  map[data.MatchID]*table{},
		running: map[*table]bool{},
		mine:    map[data.PlayerID][]*table{},
		live:    map[data.PlayerID]data.MatchID{},
		guests:  map[data.PlayerID]bool{},
		opening: map[data.MatchID]reservation{},
		work:    newStaff(),
		workers: new(workers.Pool),
	}
	l.tally.begin()
	l.thinkers = newThinkers(l.limits.BotCPU, &l.tally, l.log)
	l.queue, l.board, l.blocks, l.crier = newQueue(l), newBoard(l), newBlocks(l), newCrier(c.Herald)
	l.contests, l.absences = newContests(l), newAbsences()
	for _, g := range c.Games {
		l.games[g.Info().Name] = g
	}
	l.ctx, l.cancel = context.WithCancel(context.WithoutCancel(ctx))
	if err := l.resume(ctx); err != nil {
		l.end()
		return nil, err
	}
	l.work.Go(func() { l.queue.run(l.ctx) })
	l.work.Go(func() { l.contests.run(l.ctx) })
	l.work.Go(func() { l.prune(l.ctx) })
	l.work.Go(func() { l.board.run(l.ctx) })
	if c.Herald != nil {
		l.work.Go(func() { l.crier.run(l.ctx) })
	}
	return l, nil
}

// Close ends every table where it is, its game in the log, and waits, also for
// what the store is writing. It may be called again.
func (l *Local) Close() {
	l.mu.Lock()
	l.draining, l.closed = true, true
	l.mu.Unlock()
	l.end()
}

// end has whoever works in the house stop, and waits.
func (l *Local) end() {
	l.cancel()
	l.work.Wait()
	l.thinkers.close()
	l.workers.Close()
}

// resume takes up what the store holds unfinished. A match that cannot be taken
// up is left as it is and logged.
func (l *Local) resume(ctx context.Context) error {
	matches, err := l.store.Unfinished(ctx)
	if err != nil {
		return fmt.Errorf("read the running games: %w", err)
	}
	var abandoned []*table
	for _, m := range matches {
		t, err := l.takeUp(ctx, m)
		switch {
		case err != nil:
			l.log.Error("a running game cannot be taken up", "match", m.ID, "err", err)
		case t.abandoned():
			abandoned = append(abandoned, t)
		}
	}
	l.work.Go(func() { l.clearAway(abandoned) })
	if err := l.board.clear(ctx); err != nil {
		return fmt.Errorf("take back the challenges of those who waited: %w", err)
	}
	return nil
}

// clearAway discards matches to which nobody can come back. What the store does not
// take is discarded at the next start.
func (l *Local) clearAway(abandoned []*table) {
	for some := range slices.Chunk(abandoned, clearedAtOnce) {
		var all sync.WaitGroup
		for _, t := range some {
			all.Go(func() {
				if err := t.discard(); err != nil {
					t.log().Error("an abandoned game was not discarded", "err", err)
				}
			})
		}
		all.Wait()
	}
}

// clearedAtOnce is how many matches are discarded together at the start, with one sync of
// the disk.
const clearedAtOnce = 32

// takeUp seats a match that runs, unless nobody can come back to it.
func (l *Local) takeUp(ctx context.Context, m data.Match) (t *table, err error) {
	defer func() {
		if v := recover(); v != nil { // or the server would never start again
			err = fmt.Errorf("the rules have panicked: %v", v)
		}
	}()
	g, ok := l.games[m.Game]
	if !ok {
		return nil, fmt.Errorf("unknown game %q", m.Game)
	}
	players := make([]data.PlayerID, len(m.Seats))
	for i, s := range m.Seats {
		players[i] = s.Player
	}
	t, err = newTable(l, g, m, players, l.reputes(ctx, m, players), time.Now().Add(restartHold))
	if err != nil || t.abandoned() {
		return t, err
	}
	l.claim(t)
	t.doze()
	return t, l.seat(t)
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
	l.dismiss(t.match.ID, t.players)
	t.pays()
	l.mu.Lock()
	defer l.mu.Unlock()
	l.unlist(t)
}

// forget lets go of a closed table.
func (l *Local) forget(t *table) {
	l.transcripts.close(t.match.ID)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.unlist(t)
	delete(l.tables, t.match.ID)
}

// unlist takes a table off the lists of those that run. The mutex is held.
func (l *Local) unlist(t *table) {
	if l.running[t] {
		l.public--
		l.changes++
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
func (l *Local) gather(id data.MatchID, seats []occupant, games []*table) {
	_ = l.queue.do(l.ctx, func() error {
		for _, s := range seats {
			l.queue.settleAll(s.player.ID, id)
		}
		return nil
	})
	l.putAway(games)
}

// practising are the house games of people who have found a table. They are looked up
// before anybody is told of it: one that is begun after that is played.
func (l *Local) practising(seats []occupant) (games []*table) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, s := range seats {
		for _, t := range l.mine[s.player.ID] {
			if practice(t.players) {
				games = append(games, t)
			}
		}
	}
	return games
}

// putAway voids the house games of people who have found others to play with.
func (l *Local) putAway(games []*table) {
	for _, t := range games {
		if err := t.abort(l.ctx); err != nil && !errors.Is(err, ErrOver) {
			t.log().Warn("a house game was not put away", "err", err)
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
	_ = t.do(ctx, func() error {
		t.attend()
		return nil
	})
	if gone := ctx.Err(); gone != nil { // even if the table had time to answer
		c.Leave()
		return nil, gone
	}
	return c, nil
}

// Watch implements Broker.
func (l *Local) Watch(_ context.Context, id data.MatchID) (Chair, error) {
	t, err := l.table(id)
	if err != nil {
		return nil, err
	}
	if t.snaps[t.column(engine.Spectator)].Load().frame.Closed {
		return nil, ErrClosed
	}
	return newChair(t, engine.Spectator)
}

// Mine implements Broker.
func (l *Local) Mine(_ context.Context, p data.PlayerID) ([]Listing, error) {
	l.mu.Lock()
	tables := slices.Clone(l.mine[p])
	l.mu.Unlock()
	var rows []Listing
	for _, t := range tables {
		row := t.listing(engine.Seat(slices.Index(t.players, p)))
		if !row.Seats[row.Seat].Out {
			rows = append(rows, row)
		}
	}
	slices.SortStableFunc(rows, func(a, b Listing) int {
		return cmp.Or(cmp.Compare(a.urgency(), b.urgency()), cmp.Compare(a.day(), b.day()))
	})
	return rows, nil
}

// Counts implements Broker.
func (l *Local) Counts() Counts {
	waiting := map[string]int{}
	for game := range l.games {
		waiting[game] = 0
	}
	maps.Copy(waiting, l.queue.waiting())
	l.mu.Lock()
	defer l.mu.Unlock()
	return Counts{
		Waiting: waiting, Tables: len(l.running), Public: l.public, Changes: l.changes, Playing: len(l.mine),
		Bots: int(l.tally.bots.Load()), Thinking: int(l.tally.thinking.Load()), Idle: int(l.tally.idle.Load()),
	}
}

// Totals tells what has happened since the house was opened.
func (l *Local) Totals() Totals {
	t := l.tally.totals()
	t.Untold = l.crier.lost.Load()
	return t
}
