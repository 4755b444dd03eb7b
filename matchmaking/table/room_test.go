package table_test

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"noir/data"
	"noir/data/sqlite"
	"noir/data/sqlite/sqlitetest"
	"noir/engine"
	"noir/engine/districtnoir"
	"noir/internal/await"
	"noir/internal/quota"
	"noir/internal/workers"
	"noir/matchmaking"
	"noir/matchmaking/table"
	"noir/matchmaking/tally"
	"noir/matchmaking/thinking"
)

func TestMain(m *testing.M) {
	sqlitetest.OffDisk()
	goleak.VerifyTestMain(m)
}

// matchID is the one match of a folder.
const matchID data.MatchID = "dealt"

// room is a table over a real store in a folder that survives it, its players by seat.
type room struct {
	*table.Table
	t     testing.TB
	dir   string
	game  engine.Game
	store data.Store
	house *desk
	tally *tally.Tally
	quota *quota.Ledger
	mind  *thinking.Pool
	log   *logbook
	names []string
	seats []*guest // rotated so that the player to move at the start is first
	close func()
}

// scene describes the table. By default it is parley at pace live for three people.
type scene struct {
	game  engine.Game
	match data.Match // pace, clock, seed, and whether it is rated
	names []string   // by seat; "house" is a house player, and "guest-1" a guest
	level string     // of the house players: the first of the game unless it is set
	over  func(data.Store) data.Store
}

var three = []string{"marlowe", "spade", "vera"}

// play deals a scene and seats all its players. The test's end closes it if the test has not.
func play(t testing.TB, s scene) *room {
	t.Helper()
	r := open(t, s)
	r.sitDown()
	return r
}

// at runs a test at a full table, in a synctest bubble.
func at(t *testing.T, s scene, test func(*testing.T, *room)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) { test(t, play(t, s)) })
}

// aDuel is a rated game of District Noir.
func aDuel(over func(data.Store) data.Store) scene {
	return scene{game: districtnoir.Game{}, match: data.Match{Rated: true}, names: three[:2], over: over}
}

// dueling is at for a duel, with the player to move first.
func dueling(t *testing.T, over func(data.Store) data.Store, test func(t *testing.T, asked, waits *guest)) {
	t.Helper()
	at(t, aDuel(over), func(t *testing.T, r *room) { test(t, r.seats[0], r.seats[1]) })
}

// open deals a scene. Clocks stand until all are there, a minute at most.
func open(t testing.TB, s scene) *room {
	t.Helper()
	if s.game == nil {
		s.game = parley{}
	}
	if s.names == nil {
		s.names = three
	}
	r := &room{t: t, dir: t.TempDir(), game: s.game, names: s.names}
	db := sqlitetest.Open(t, r.dir)
	r.deal(db, s.match, cmp.Or(s.level, s.game.Info().Levels()[0]))
	r.open(db, s)
	return r
}

// deal stores the match, which is the same for the same scene.
func (r *room) deal(db data.Store, m data.Match, level string) {
	r.t.Helper()
	if m.Seed == (engine.Seed{}) {
		m.Seed = engine.Seed{1}
	}
	start, err := r.game.Start(engine.Setup{Seats: len(r.names)})
	succeed(r.t, err)
	info := r.game.Info()
	m.ID, m.Game, m.Options, m.Started = matchID, info.Name, engine.Options(start), time.Now()
	if m.Pace == "" {
		m.Pace = data.Live
	}
	for _, name := range r.names {
		seat := data.Seat{Name: name, Kind: data.Bot, Level: level}
		switch {
		case strings.HasPrefix(name, "guest-"):
			seat = data.Seat{Name: name, Kind: data.Human}
		case name != "house":
			seat = data.Seat{Player: sqlitetest.Player(r.t, db, name).ID, Name: name, Kind: data.Human}
		}
		m.Seats = append(m.Seats, seat)
	}
	_, err = db.Open(r.t.Context(), m)
	succeed(r.t, err)
}

// open resumes the match from its store, which is closed with the table.
func (r *room) open(db *sqlite.Store, s scene) {
	r.t.Helper()
	r.store = db
	if s.over != nil {
		r.store = s.over(db)
	}
	ctx, cancel := context.WithCancel(context.Background())
	var work sync.WaitGroup
	r.log = new(logbook)
	log, pool := slog.New(slog.NewTextHandler(r.log, nil)), new(workers.Pool)
	r.mind, r.tally, r.quota, r.house = thinking.New(1, log), tally.New(), quota.NewLedger(nil), &desk{}
	r.close = sync.OnceFunc(func() {
		cancel()
		work.Wait()
		r.mind.Close()
		pool.Close()
		if err := db.Close(); err != nil {
			r.t.Error(err)
		}
	})
	r.t.Cleanup(r.close)
	m, err := db.Match(ctx, matchID)
	succeed(r.t, err)
	o := table.Opening{Game: r.game, Match: m, HeldUntil: time.Now().Add(time.Minute)}
	for _, s := range m.Seats {
		p := s.Player
		if strings.HasPrefix(s.Name, "guest-") {
			p = -1
		}
		o.Players, o.Reputes = append(o.Players, p), append(o.Reputes, table.Repute{})
		o.Payers = append(o.Payers, quota.Payer{ID: quota.Player(int64(p))})
	}
	r.Table, err = table.New(table.Services{
		Broker: r.house, Store: r.store, Log: log, Tally: r.tally, Quota: r.quota, Thinking: r.mind, Workers: pool, Context: ctx,
		Go: func(f func()) bool { work.Go(f); return true },
	}, o)
	succeed(r.t, err)
	r.Doze()
	work.Go(r.Run)
}

// again closes the table, resumes the match from a plain store and seats everybody.
func (r *room) again() {
	r.t.Helper()
	r.reopen()
	r.sitDown()
}

// reopen is again with nobody there.
func (r *room) reopen() {
	r.t.Helper()
	r.close()
	r.open(sqlitetest.Open(r.t, r.dir), scene{})
}

// sitDown seats everybody, the player to move at the front of seats, the others behind in turn
// order.
func (r *room) sitDown() {
	r.t.Helper()
	r.seats = nil
	for _, name := range r.names {
		if name != "house" {
			r.seats = append(r.seats, r.sit(name))
		}
	}
	first := slices.IndexFunc(r.seats, func(g *guest) bool {
		f := g.frame()
		if r.game.Info().Windows { // in which others are asked
			var v parleyView
			return json.Unmarshal(f.View, &v) == nil && v.Active == f.Seat
		}
		return f.Turn != nil
	})
	r.seats = slices.Concat(r.seats[max(0, first):], r.seats[:max(0, first)])
	for _, g := range r.seats {
		g.frame()
	}
}

// finish plays a duel to its end.
func (r *room) finish() matchmaking.Frame {
	r.t.Helper()
	for n := 0; ; n++ {
		g := r.seats[n%2]
		f := g.frame()
		if f.End != nil {
			return f
		}
		if f.Turn != nil {
			g.must(f.Turn.Legal[0])
		}
	}
}

// sit has a player take a chair.
func (r *room) sit(name string) *guest {
	r.t.Helper()
	c, err := r.Sit(r.t.Context(), engine.Seat(slices.Index(r.names, name)))
	succeed(r.t, err)
	return &guest{Seat: c, t: r.t, name: name}
}

// watch seats a spectator.
func (r *room) watch() *guest {
	r.t.Helper()
	v, err := r.Watch()
	succeed(r.t, err)
	return &guest{Seat: onlooker{Viewer: v}, t: r.t}
}

// drain does what a shutdown does to a table.
func (r *room) drain() {
	_, _, _ = r.Halt(r.t.Context())
	r.TellDraining(r.t.Context())
}

// stored returns the stored match.
func (r *room) stored() data.Match {
	r.t.Helper()
	m, err := r.store.Match(r.t.Context(), matchID)
	succeed(r.t, err)
	return m
}

// bots counts the house players at work.
func (r *room) bots() int64 { return r.tally.Bots.Load() }

// logbook keeps what the table logs.
type logbook struct {
	mu   sync.Mutex
	text strings.Builder
}

func (l *logbook) Write(line []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(line)
}

// complains reports whether the table has logged a text.
func (r *room) complains(text string) bool {
	r.log.mu.Lock()
	defer r.log.mu.Unlock()
	return strings.Contains(r.log.text.String(), text)
}

// desk is the Broker of the table. It records what it is told.
type desk struct {
	table.Broker
	free       []data.PlayerID
	tableEnded atomic.Bool
}

func (d *desk) Here(data.PlayerID) bool                                      { return true }
func (d *desk) Ended(data.MatchID, engine.Result, engine.Seat)               {}
func (d *desk) MaySlow(data.MatchID, []data.PlayerID, []data.PlayerID) error { return nil }
func (d *desk) SpectatorsAllowed(data.MatchID, bool)                         {}
func (d *desk) MayRematch(data.MatchID) error                                { return nil }
func (d *desk) Rematch(data.MatchID) (data.MatchID, error)                   { return "next", nil }
func (d *desk) Said(data.MatchID, matchmaking.Note)                          {}
func (d *desk) Tell(data.PlayerID, matchmaking.Event)                        {}

func (d *desk) Slow(_ data.MatchID, _ []quota.Payer, store func() error) error {
	if err := store(); err != nil {
		return data.Unavailable(err)
	}
	return nil
}

func (d *desk) Free(_ data.MatchID, people ...data.PlayerID) {
	d.free = append(d.free, people...)
}

func (d *desk) TableEnded(data.MatchID) { d.tableEnded.Store(true) }

func (d *desk) Lost(data.MatchID) { d.tableEnded.Store(true) }

// onlooker is a guest who only watches.
type onlooker struct {
	matchmaking.Viewer
	noSeat
}

type noSeat struct{ matchmaking.Seat }

// guest is a viewer with a chair.
type guest struct {
	matchmaking.Seat
	t    testing.TB
	name string
	last matchmaking.Frame
}

// frame returns the newest frame.
func (g *guest) frame() matchmaking.Frame {
	g.t.Helper()
	f, err := g.Next(g.t.Context(), 0)
	succeed(g.t, err)
	g.last = f
	return f
}

// await returns the first frame for which ok holds.
func (g *guest) await(ok func(matchmaking.Frame) bool) matchmaking.Frame {
	g.t.Helper()
	ctx, stop := context.WithTimeout(g.t.Context(), await.Limit())
	defer stop()
	for f := g.frame(); ; {
		if ok(f) {
			return f
		}
		next, err := g.Next(ctx, f.Revision)
		if ctx.Err() != nil {
			g.t.Fatalf("waited in vain for a frame, last %+v", f)
		}
		succeed(g.t, err)
		f, g.last = next, next
	}
}

func myTurn(f matchmaking.Frame) bool { return f.Turn != nil || f.End != nil }
func over(f matchmaking.Frame) bool   { return f.End != nil }

// play makes a move at the newest turn.
func (g *guest) play(move json.RawMessage) error {
	g.t.Helper()
	f := g.frame()
	if f.Turn == nil {
		return matchmaking.ErrNotYourTurn
	}
	return g.Play(g.t.Context(), f.Turn.Ply, move)
}

// must makes a move that must be accepted.
func (g *guest) must(move json.RawMessage) {
	g.t.Helper()
	if err := g.play(move); err != nil {
		g.t.Fatalf("%s: %v", move, err)
	}
}

// move plays the first legal move at the newest turn.
func (g *guest) move() {
	g.t.Helper()
	g.must(g.await(myTurn).Turn.Legal[0])
}

// succeed fails a test at an error.
func succeed(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// tooLate reports the refusal of a move that another one has overtaken.
func tooLate(err error) bool {
	return errors.Is(err, matchmaking.ErrStale) || errors.Is(err, matchmaking.ErrNotYourTurn) || errors.Is(err, matchmaking.ErrOver)
}

// clocksRun reports whether any clock runs.
func clocksRun(f matchmaking.Frame) bool {
	return slices.ContainsFunc(f.Clocks, func(c matchmaking.SeatClock) bool { return c.Running })
}

// codes returns those of the notes in a frame.
func codes(f matchmaking.Frame) (codes []string) {
	for _, n := range f.Notes {
		codes = append(codes, n.Code)
	}
	return codes
}

// newest returns the newest note in a frame.
func newest(f matchmaking.Frame) matchmaking.Note {
	if len(f.Notes) == 0 {
		return matchmaking.Note{}
	}
	return f.Notes[len(f.Notes)-1]
}
