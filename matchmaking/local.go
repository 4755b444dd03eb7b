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
	if err := l.reserve(m.ID, players, practice(seats)); err != nil {
		return "", err
	}
	stored, err := l.record(ctx, m)
	if err != nil {
		l.release(m.ID, players)
		return "", unavailable(err)
	}
	t, err := newTable(l, g, stored, players, l.ratings(ctx, m.Game, players), time.Time{})
	if err == nil {
		err = l.seat(t)
	}
	if err != nil {
		l.release(m.ID, players)
		return "", err
	}
	return m.ID, nil
}

// record stores a match that begins. When the store's answer is lost, what it
// holds decides: a game that it has would be taken up some day without its players.
func (l *Local) record(ctx context.Context, m data.Match) (stored data.Match, err error) {
	defer l.tally.writing(time.Now(), &err)
	stored, err = l.store.Open(ctx, m)
	if err == nil {
		return stored, nil
	}
	l.log.Error("a match was not stored", "match", m.ID, "err", err)
	if found, missing := l.store.Match(l.ctx, m.ID); missing == nil {
		return found, nil
	}
	return stored, err
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

// reserve notes the one live game of each person; those with the house do not
// count. ErrSeated, ErrDraining, *BadTerms for who opens tables too fast.
func (l *Local) reserve(id data.MatchID, players []data.PlayerID, practice bool) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.draining {
		return ErrDraining
	}
	people, now := persons(players), time.Now()
	for _, p := range people {
		if _, taken := l.live[p]; taken && !practice {
			return ErrSeated
		}
	}
	for _, p := range people {
		if !l.paces.allow(p, now) {
			return &BadTerms{"tables are being opened too fast; wait a few seconds"}
		}
	}
	if !practice {
		for _, p := range people {
			l.live[p] = id
		}
	}
	return nil
}

// persons are those of the players who are people.
func persons(players []data.PlayerID) []data.PlayerID {
	return slices.DeleteFunc(slices.Clone(players), func(p data.PlayerID) bool { return p == 0 })
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

// lay counts a house table that is about to be opened for a person, unless he
// has as many as one may; laid counts it out.
func (l *Local) lay(p data.PlayerID) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.mine[p])+l.laying[p] >= maxTables {
		return false
	}
	l.laying[p]++
	return true
}

func (l *Local) laid(p data.PlayerID) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.laying[p]--; l.laying[p] == 0 {
		delete(l.laying, p)
	}
}

// seat starts a table's goroutines and puts it on the lists. ErrDraining when
// the house has closed: the match is stored and will be taken up.
func (l *Local) seat(t *table) error {
	bots := l.bots(t)
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		return ErrDraining
	}
	l.tables[t.match.ID] = t
	l.running[t] = !t.match.Private
	if !t.match.Private {
		l.public++
	}
	for _, p := range persons(t.players) {
		l.mine[p] = append(l.mine[p], t)
		if !t.practice() && t.match.Pace != data.Day {
			l.live[p] = t.match.ID
		}
	}
	l.work.Go(func() { t.run(l.ctx) })
	for _, b := range bots {
		l.work.Go(func() { b.run(l.ctx) })
	}
	return nil
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
		bots = append(bots, &bot{chair: c, player: player, chance: rand.New(rand.NewPCG(seed, uint64(i))), log: t.log()})
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

// practice reports whether only one person sits among the bots.
func (t *table) practice() bool { return len(persons(t.players)) < 2 }

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
