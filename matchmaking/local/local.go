package local

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

	"github.com/prometheus/client_golang/prometheus"

	"noir/data"
	"noir/engine"
	"noir/internal/quota"
	"noir/internal/workers"
	"noir/matchmaking"
	"noir/matchmaking/challenge"
	"noir/matchmaking/queue"
	"noir/matchmaking/seating"
	"noir/matchmaking/table"
	"noir/matchmaking/tally"
	"noir/matchmaking/thinking"
	"noir/matchmaking/tournament"
)

// store is what a broker keeps its tables in, and asks about players.
type store interface {
	table.Store
	data.Challenges
	tournament.Store

	Open(ctx context.Context, m data.Match, challenges ...string) (data.Match, error)
	Unfinished(ctx context.Context) ([]data.Match, error)
	Stop(ctx context.Context, at map[data.MatchID]time.Duration) error
	Prune(ctx context.Context, before time.Time) (pruned int, more bool, err error)

	PlayerByName(ctx context.Context, name string) (data.Player, error)
	Gone(ctx context.Context, players []data.PlayerID) ([]data.PlayerID, error)
	Ratings(ctx context.Context, id data.PlayerID) (map[string]data.Rating, error)
	Blocks(ctx context.Context) ([][2]data.PlayerID, error)
	Complain(ctx context.Context, r data.Report) (data.Report, error)
	Write(ctx context.Context, l data.Letter) error
}

// Config is what a house is made of. Store and Games are needed.
type Config struct {
	Store    store
	Log      *slog.Logger // nil logs nothing
	Games    []engine.Game
	Limits   Limits
	Quota    *quota.Ledger        // nil: one with the usual prices
	Notifier matchmaking.Notifier // nil: nobody is told what happens while they are elsewhere
}

// Broker is the Broker of one process: the queue and all tables in memory, every
// move in the store. Its one mutex guards the maps of tables; each table and the
// queue have a goroutine of their own.
type Broker struct {
	games       map[string]engine.Game
	store       store
	log         *slog.Logger
	limits      Limits
	ledger      ledger
	letters     letters
	queue       *queue.Queue
	board       *challenge.Board
	blocks      *blocks
	tournaments *tournament.Calendar
	absences    *queue.Absences
	crier       *crier
	tally       *tally.Tally
	listed      listed

	transcripts transcripts

	thinking *thinking.Pool

	ctx     context.Context // of every table and bot; ends with Close
	cancel  context.CancelFunc
	work    *staff
	workers *workers.Pool // of the tables

	mu       sync.Mutex
	tables   map[data.MatchID]*entry
	running  map[*entry]bool                // whether Live lists it
	public   int                            // of running, those that it lists
	changes  int                            // of those: tables that have come or gone
	mine     map[data.PlayerID][]*entry     // running, by person
	live     map[data.PlayerID]data.MatchID // the one live game against people, from when it is opened
	guests   map[data.PlayerID]bool         // who have wanted to play and are connected
	opening  map[data.MatchID]reservation
	draining bool // nothing is opened any more
	closed   bool
}

var _ matchmaking.Broker = (*Broker)(nil)

// New takes up every running game of the store and opens the queue. Close
// must be called.
func New(ctx context.Context, c Config) (*Broker, error) {
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	if c.Quota == nil {
		c.Quota = quota.NewLedger(nil)
	}
	l := &Broker{
		games:   map[string]engine.Game{},
		store:   c.Store,
		log:     c.Log,
		limits:  c.Limits.OrUsual(),
		ledger:  ledger{c.Quota},
		tables:  map[data.MatchID]*entry{},
		running: map[*entry]bool{},
		mine:    map[data.PlayerID][]*entry{},
		live:    map[data.PlayerID]data.MatchID{},
		guests:  map[data.PlayerID]bool{},
		opening: map[data.MatchID]reservation{},
		work:    newStaff(),
		workers: new(workers.Pool),
	}
	l.ctx, l.cancel = context.WithCancel(context.WithoutCancel(ctx))
	l.letters = letters{l.store, l.ctx, l.log}
	l.tally = tally.New()
	l.thinking = thinking.New(l.limits.BotCPU, l.log)
	l.tournaments, l.absences = tournament.New(l.reader(), l.store), queue.NewAbsences()
	l.queue, l.board, l.blocks, l.crier = queue.New(queue.Services{
		House: (*lobby)(l), Absences: l.absences, Tally: l.tally, Context: l.ctx, Go: l.work.Go,
	}), challenge.New(challenge.Services{
		House: (*lobby)(l), Store: l.store, Quota: c.Quota, Log: l.log, Context: l.ctx,
	}), newBlocks(l), newCrier(c.Notifier)
	for _, g := range c.Games {
		l.games[g.Info().Name] = g
	}
	if err := l.resume(ctx); err != nil {
		l.end()
		return nil, err
	}
	l.work.Go(l.queue.Run)
	l.work.Go(func() { l.tournaments.Run(l.ctx) })
	l.work.Go(func() { l.prune(l.ctx) })
	l.work.Go(func() { l.board.Run(l.ctx) })
	if c.Notifier != nil {
		l.work.Go(func() { l.crier.run(l.ctx) })
	}
	return l, nil
}

// Close ends every table where it is, its game in the log, and waits, also for
// what the store is writing. It may be called again.
func (l *Broker) Close() {
	l.mu.Lock()
	l.draining, l.closed = true, true
	l.mu.Unlock()
	l.end()
}

// end has whoever works in the house stop, and waits.
func (l *Broker) end() {
	l.cancel()
	l.work.Wait()
	l.thinking.Close()
	l.workers.Close()
}

// resume takes up what the store holds unfinished. A match that cannot be taken
// up is left as it is and logged.
func (l *Broker) resume(ctx context.Context) error {
	matches, err := l.store.Unfinished(ctx)
	if err != nil {
		return fmt.Errorf("read the running games: %w", err)
	}
	var abandoned []*entry
	for _, m := range matches {
		t, err := l.takeUp(ctx, m)
		switch {
		case err != nil:
			l.log.Error("a running game cannot be taken up", "match", m.ID, "err", err)
		case t.Abandoned():
			abandoned = append(abandoned, t)
		}
	}
	l.work.Go(func() { l.clearAway(abandoned) })
	if err := l.board.Clear(ctx); err != nil {
		return fmt.Errorf("take back the challenges of those who waited: %w", err)
	}
	return nil
}

// clearAway discards matches to which nobody can come back. What the store does not
// take is discarded at the next start.
func (l *Broker) clearAway(abandoned []*entry) {
	for some := range slices.Chunk(abandoned, clearedAtOnce) {
		var all sync.WaitGroup
		for _, t := range some {
			all.Go(func() {
				if err := t.Discard(); err != nil {
					l.log.With("match", t.match.ID).Error("an abandoned game was not discarded", "err", err)
				}
			})
		}
		all.Wait()
	}
}

// clearedAtOnce is how many matches are discarded together at the start, with one sync of
// the disk.
const clearedAtOnce = 32

// restartHold is how long clocks stand after a start for players who are not back.
const restartHold = 60 * time.Second

// takeUp seats a match that runs, unless nobody can come back to it.
func (l *Broker) takeUp(ctx context.Context, m data.Match) (t *entry, err error) {
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
	t, err = l.newEntry(ctx, g, m, players, accountsOf(players), time.Now().Add(restartHold))
	if err != nil || t.Abandoned() {
		return t, err
	}
	l.ledger.claim(t)
	t.Doze()
	return t, l.seat(t)
}

func (l *Broker) rating(ctx context.Context, game string, id data.PlayerID) (float64, error) {
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
func (l *Broker) ended(t *entry) {
	l.dismiss(t.match.ID, t.players)
	t.pays()
	l.mu.Lock()
	defer l.mu.Unlock()
	l.unlist(t)
}

// forget lets go of a closed table.
func (l *Broker) forget(t *entry) {
	l.transcripts.close(t.match.ID)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.unlist(t)
	delete(l.tables, t.match.ID)
}

// unlist takes a table off the lists of those that run. The mutex is held.
func (l *Broker) unlist(t *entry) {
	if l.running[t] {
		l.public--
		l.changes++
	}
	delete(l.running, t)
	for _, p := range t.players {
		rest := slices.DeleteFunc(l.mine[p], func(o *entry) bool { return o == t })
		if len(rest) == 0 {
			delete(l.mine, p)
		} else {
			l.mine[p] = rest
		}
	}
}

// gather leads every ticket of people who have found a table to it, and puts
// away their house games.
func (l *Broker) gather(id data.MatchID, seats []seating.Occupant, games []*entry) {
	l.queue.Settle(l.ctx, seating.PlayersAt(seats), id)
	l.putAway(games)
}

// practising are the house games of people who have found a table. They are looked up
// before anybody is told of it: one that is begun after that is played.
func (l *Broker) practising(seats []seating.Occupant) (games []*entry) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, s := range seats {
		for _, t := range l.mine[s.Player.ID] {
			if seating.Practice(t.players) {
				games = append(games, t)
			}
		}
	}
	return games
}

// putAway voids the house games of people who have found others to play with.
func (l *Broker) putAway(games []*entry) {
	for _, t := range games {
		if err := t.Abort(l.ctx); err != nil && !errors.Is(err, matchmaking.ErrOver) {
			l.log.With("match", t.match.ID).Warn("a house game was not put away", "err", err)
		}
	}
}

// all returns the tables in memory.
func (l *Broker) all() []*entry {
	l.mu.Lock()
	defer l.mu.Unlock()
	tables := make([]*entry, 0, len(l.tables))
	for _, t := range l.tables {
		tables = append(tables, t)
	}
	return tables
}

func (l *Broker) table(id data.MatchID) (*entry, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	t, ok := l.tables[id]
	if !ok {
		return nil, matchmaking.ErrNoTable
	}
	return t, nil
}

// Sit implements Broker.
func (l *Broker) Sit(ctx context.Context, id data.MatchID, p data.PlayerID) (matchmaking.Seat, error) {
	t, err := l.table(id)
	if err != nil {
		return nil, err
	}
	seat := slices.Index(t.players, p)
	if p == 0 || seat < 0 {
		return nil, matchmaking.ErrNoSeat
	}
	return t.Sit(ctx, engine.Seat(seat))
}

// Watch implements Broker.
func (l *Broker) Watch(_ context.Context, id data.MatchID) (matchmaking.Viewer, error) {
	t, err := l.table(id)
	if err != nil {
		return nil, err
	}
	return t.Watch()
}

// Mine implements Broker.
func (l *Broker) Mine(_ context.Context, p data.PlayerID) ([]matchmaking.Listing, error) {
	l.mu.Lock()
	tables := slices.Clone(l.mine[p])
	l.mu.Unlock()
	var rows []matchmaking.Listing
	for _, t := range tables {
		row := t.Listing(engine.Seat(slices.Index(t.players, p)))
		if !row.Seats[row.Seat].Out {
			rows = append(rows, row)
		}
	}
	slices.SortStableFunc(rows, func(a, b matchmaking.Listing) int {
		return cmp.Or(cmp.Compare(urgency(a), urgency(b)), cmp.Compare(day(a), day(b)))
	})
	return rows, nil
}

// Counts implements Broker.
func (l *Broker) Counts() matchmaking.Counts {
	waiting := map[string]int{}
	for game := range l.games {
		waiting[game] = 0
	}
	maps.Copy(waiting, l.queue.Waiting())
	thinks := l.thinking.Figures()
	l.mu.Lock()
	defer l.mu.Unlock()
	return matchmaking.Counts{
		Waiting: waiting, Tables: len(l.running), Public: l.public, Changes: l.changes, Playing: len(l.mine),
		Bots: int(l.tally.Bots.Load()), Thinking: thinks.Thinking, Idle: thinks.Waiting,
	}
}

// Totals tells what has happened since the house was opened.
func (l *Broker) Totals() matchmaking.Totals {
	t := l.tally.Totals()
	thinks := l.thinking.Figures()
	t.Untold, t.Limits[limitBotCPU], t.Panics["house"] = l.crier.lost.Load(), thinks.Late, thinks.Panics
	return t
}

// Figures returns what tells how long players wait for the store and in the queue.
func (l *Broker) Figures() []prometheus.Collector { return l.tally.Figures() }

// Lend does a piece of work that is no house player's where the house thinks: it takes its
// turn in the line of the payer in ctx. It is to ask its context for its error often. Done
// in pieces of half a second or less, such work leaves house players time to answer. With
// ctx's error or ErrDraining the work is not done, with any other it has panicked.
func (l *Broker) Lend(ctx context.Context, work func(context.Context)) error {
	return l.thinking.Lend(ctx, quota.From(ctx).Line(), work)
}
