package matchmaking

import (
	"cmp"
	"context"
	crand "crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
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

	ctx    context.Context // of every table and bot; ends with Close
	cancel context.CancelFunc
	work   sync.WaitGroup

	mu     sync.Mutex
	tables map[data.MatchID]*table
	mine   map[data.PlayerID][]*table     // running, by person
	live   map[data.PlayerID]data.MatchID // the one live game against people; empty id while it is opened
	closed bool
}

var _ Broker = (*Local)(nil)

// occupant is who is to sit on a seat.
type occupant struct {
	player data.Player // zero for a bot
	kind   data.Kind
	level  string
}

// NewLocal takes up every running game of the store and opens the queue. Close
// must be called.
func NewLocal(ctx context.Context, store data.Store, log *slog.Logger, games ...engine.Game) (*Local, error) {
	l := &Local{
		games:  map[string]engine.Game{},
		store:  store,
		log:    log,
		tables: map[data.MatchID]*table{},
		mine:   map[data.PlayerID][]*table{},
		live:   map[data.PlayerID]data.MatchID{},
	}
	for _, g := range games {
		l.games[g.Info().Name] = g
	}
	l.ctx, l.cancel = context.WithCancel(context.WithoutCancel(ctx))
	if err := l.resume(ctx); err != nil {
		l.cancel()
		l.work.Wait()
		return nil, err
	}
	l.queue = newQueue(l)
	l.work.Go(func() { l.queue.run(l.ctx) })
	return l, nil
}

// Drain closes the queue and tells every table that the server is going down.
func (l *Local) Drain() {
	l.queue.close()
	for _, t := range l.all() {
		_ = t.do(l.ctx, func() error {
			t.note(Note{Code: "draining", Seat: engine.Spectator})
			t.publish()
			return nil
		})
	}
}

// Close ends every table where it is, its game in the log, and waits.
func (l *Local) Close() {
	l.mu.Lock()
	l.closed = true
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

func (l *Local) takeUp(ctx context.Context, m data.Match) error {
	g, ok := l.games[m.Game]
	if !ok {
		return fmt.Errorf("unknown game %q", m.Game)
	}
	players := make([]data.PlayerID, len(m.Seats))
	for i, s := range m.Seats {
		players[i] = s.Player
	}
	t, err := newTable(l, g, m, players, l.ratings(ctx, m.Game, players))
	if err != nil {
		return err
	}
	t.heldUntil = time.Now().Add(restartHold)
	l.seat(t)
	return nil
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

// open deals a new game and returns when its match is stored. It blocks on the
// store.
func (l *Local) open(ctx context.Context, terms Terms, private bool, seats []occupant) (data.MatchID, error) {
	g := l.games[terms.Game]
	m := data.Match{
		ID: data.MatchID(randomWord(12)), Game: terms.Game, Rated: terms.Rated, Pace: terms.Pace, Private: private,
		Options: terms.Options, Started: time.Now().UTC(), Seats: make([]data.Seat, len(seats)),
	}
	if len(m.Options) == 0 {
		m.Options = []byte("{}")
	}
	_, _ = crand.Read(m.Seed[:]) // never fails
	players := make([]data.PlayerID, len(seats))
	for i, o := range seats {
		players[i] = o.player.ID
		m.Seats[i] = data.Seat{Player: max(0, o.player.ID), Name: o.player.Name, Kind: o.kind, Level: o.level}
	}
	if !practice(seats) {
		if err := l.reserve(m.ID, players); err != nil {
			return "", err
		}
	}
	m, err := l.store.Open(ctx, m)
	if err != nil {
		l.release(m.ID, players)
		return "", fmt.Errorf("%w: %w", data.ErrUnavailable, err)
	}
	t, err := newTable(l, g, m, players, l.ratings(ctx, m.Game, players))
	if err != nil {
		l.release(m.ID, players)
		return "", err
	}
	t.time.start()
	l.seat(t)
	return m.ID, nil
}

// practice reports whether only one person sits among the bots.
func practice(seats []occupant) bool {
	people := 0
	for _, o := range seats {
		if o.kind != data.Bot {
			people++
		}
	}
	return people < 2
}

// reserve notes the one live game of each person. ErrSeated.
func (l *Local) reserve(id data.MatchID, players []data.PlayerID) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, p := range players {
		if _, taken := l.live[p]; taken && p != 0 {
			return ErrSeated
		}
	}
	for _, p := range players {
		if p != 0 {
			l.live[p] = id
		}
	}
	return nil
}

// release frees the persons of a game that is over or was never begun.
func (l *Local) release(id data.MatchID, players []data.PlayerID) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, p := range players {
		if l.live[p] == id {
			delete(l.live, p)
		}
	}
}

// seat starts a table's goroutines and puts it on the lists.
func (l *Local) seat(t *table) {
	bots := l.bots(t)
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed { // the match is stored and will be taken up
		return
	}
	l.tables[t.match.ID] = t
	people := 0
	for _, p := range t.players {
		if p != 0 {
			l.mine[p] = append(l.mine[p], t)
			people++
		}
	}
	for _, p := range t.players {
		if p != 0 && people > 1 && t.match.Pace != data.Day {
			l.live[p] = t.match.ID
		}
	}
	l.work.Go(func() { t.run(l.ctx) })
	for _, b := range bots {
		l.work.Go(func() { b.run(l.ctx) })
	}
}

// bots makes the house players of a table.
func (l *Local) bots(t *table) []*bot {
	var bots []*bot
	for i, s := range t.match.Seats {
		if s.Kind != data.Bot {
			continue
		}
		seed := rand.Uint64()
		player, err := t.game.House(s.Level, seed)
		if err != nil {
			t.log().Error("no house player", "level", s.Level, "err", err)
			continue
		}
		c, err := newChair(t, engine.Seat(i))
		if err != nil {
			t.log().Error("no chair for the house", "err", err)
			continue
		}
		bots = append(bots, &bot{chair: c, player: player, chance: rand.New(rand.NewPCG(seed, uint64(i)))})
	}
	return bots
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

// unlist takes a table from its players' lists. The mutex is held.
func (l *Local) unlist(t *table) {
	for _, p := range t.players {
		rest := slices.DeleteFunc(l.mine[p], func(o *table) bool { return o == t })
		if len(rest) == 0 {
			delete(l.mine, p)
		} else {
			l.mine[p] = rest
		}
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
func (l *Local) Sit(_ context.Context, id data.MatchID, p data.PlayerID) (Chair, error) {
	t, err := l.table(id)
	if err != nil {
		return nil, err
	}
	seat := slices.Index(t.players, p)
	if p == 0 || seat < 0 {
		return nil, ErrNoSeat
	}
	return newChair(t, engine.Seat(seat))
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
	var rows []Listing
	for _, t := range l.all() {
		if t.running() && !t.match.Private {
			rows = append(rows, t.listing())
		}
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
	counts := Counts{Waiting: l.queue.waiting()}
	for _, t := range l.all() {
		if !t.running() {
			continue
		}
		counts.Tables++
		for _, s := range t.match.Seats {
			if s.Kind != data.Bot {
				counts.Playing++
			}
		}
	}
	return counts
}

// running reports whether the game is not over, as last shown.
func (t *table) running() bool { return t.snap.Load().frames[0].End == nil }

// practice reports whether only one person sits among the bots.
func (t *table) practice() bool {
	people := 0
	for _, p := range t.players {
		if p != 0 {
			people++
		}
	}
	return people < 2
}

// letters are Crockford's base 32: none of them is misread.
const letters = "0123456789abcdefghjkmnpqrstvwxyz"

// randomWord returns n letters that nobody can guess, of five bits each.
func randomWord(n int) string {
	word := make([]byte, n)
	_, _ = crand.Read(word) // never fails: the process ends when there is no randomness
	for i, b := range word {
		word[i] = letters[int(b)%len(letters)]
	}
	return string(word)
}
