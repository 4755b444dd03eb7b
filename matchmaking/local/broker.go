package local

import (
	"context"
	"fmt"
	"log/slog"
	"maps"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"noir/data"
	"noir/engine"
	"noir/internal/cached"
	"noir/internal/quota"
	"noir/internal/workers"
	"noir/matchmaking"
	"noir/matchmaking/challenge"
	"noir/matchmaking/queue"
	"noir/matchmaking/table"
	"noir/matchmaking/tally"
	"noir/matchmaking/thinking"
	"noir/matchmaking/tournament"
)

// store has the methods of data.Store that a broker needs.
type store interface {
	table.Store
	data.Challenges
	tournament.Store

	Open(ctx context.Context, m data.Match, challenges ...string) (data.Match, error)
	Unfinished(ctx context.Context) ([]data.Match, error)
	Retire(ctx context.Context, id data.MatchID, players ...data.PlayerID) error
	Stop(ctx context.Context, at map[data.MatchID]time.Duration) error
	Prune(ctx context.Context, before time.Time) (pruned int, more bool, err error)

	PlayerByName(ctx context.Context, name string) (data.Player, error)
	Gone(ctx context.Context, players []data.PlayerID) ([]data.PlayerID, error)
	People(ctx context.Context, game string, players ...data.PlayerID) (map[data.PlayerID]data.Person, error)
	Blocks(ctx context.Context) ([][2]data.PlayerID, error)
	Complain(ctx context.Context, r data.Report) (data.Report, error)
	Write(ctx context.Context, l data.Letter) error
}

// Config configures a broker. Store and Games are required.
type Config struct {
	Store    store
	Log      *slog.Logger // nil: no log
	Games    []engine.Game
	Limits   Limits
	Quota    *quota.Ledger        // nil: one with the usual prices
	Notifier matchmaking.Notifier // nil: no notifications

	// Resume returns the running games that the broker runs from its start on; nil: all that the store
	// has. A store that nodes share says which are this one's.
	Resume func(ctx context.Context) ([]data.Match, error)

	// Peers are the other nodes that serve the store. With them nothing is done for the queue and the challenges by itself
	// until Lead is called. nil: there are none.
	Peers Peers
}

// Broker is the matchmaking.Broker of one process, with the queue and all tables in memory and
// every move in the store. It has no state itself and delegates every call.
type Broker struct {
	front       bool // another broker may run its matches later
	group       *workers.Group
	games       games
	guests      *guests
	blocks      *blocks
	tables      *registry
	listing     *listing
	engagements *engagements
	retirements *retirements
	dealer      *dealer
	restart     *restart
	absences    *queue.Absences
	reception   *reception
	queue       *queue.Queue
	board       *challenge.Board
	callers     *callers
	tournaments *tournament.Calendar
	complaints  *complaints
	tally       *tally.Tally
	thinking    *thinking.Pool
}

var _ matchmaking.Broker = (*Broker)(nil)

// New resumes every running game of the store and opens the queue. The caller must call Close.
func New(ctx context.Context, c Config) (*Broker, error) {
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	if c.Quota == nil {
		c.Quota = quota.NewLedger(nil)
	}
	if c.Resume == nil {
		c.Resume = c.Store.Unfinished
	}
	group, tally := workers.NewGroup(ctx), tally.New()
	var (
		reader      = cached.Reader{Context: group.Context, Go: group.Go, Log: c.Log}
		games       = newGames(c.Games)
		players     = players{c.Store}
		guests      = newGuests()
		blocks      = newBlocks(reader, c.Store)
		tables      = newRegistry(group.Go)
		engagements = newEngagements(c.Quota)
		absences    = queue.NewAbsences()
		announcer   = newAnnouncer(c.Notifier, tally)
		callers     = newCallers(&group.Pool)
		letters     = letters{c.Store, group.Context, c.Log}
		retirements = &retirements{store: c.Store, group: group, log: c.Log}
		transcripts = new(transcripts)
		tournaments = tournament.New(reader, c.Store)
		thinking    = thinking.New(c.Limits.OrUsual().BotCPU, c.Log)
	)
	peers := c.Peers
	if peers == nil {
		peers = alone{callers}
	}
	desk := &desk{
		guests: guests, tables: tables, engagements: engagements, retirements: retirements, absences: absences,
		transcripts: transcripts, announcer: announcer, letters: letters, group: group, peers: peers,
	}
	dealer := &dealer{
		games: games, store: c.Store, players: players, blocks: blocks, engagements: engagements, tables: tables,
		peers: peers,
		services: table.Services{
			Broker: desk, Store: c.Store, Log: c.Log, Tally: tally, Quota: c.Quota, Thinking: thinking,
			Workers: &group.Pool, Context: group.Context, Go: group.Go,
		},
	}
	lobby := &lobby{
		peers: peers,
		games: games, players: players, blocks: blocks, engagements: engagements, announcer: announcer, letters: letters,
		dealer: dealer, tables: tables, tournaments: tournaments, group: group,
	}
	queue := queue.New(queue.Services{Broker: lobby, Absences: absences, Tally: tally, Context: group.Context, Go: group.Go})
	board := challenge.New(challenge.Services{Broker: lobby, Reader: reader, Store: c.Store, Quota: c.Quota})
	lobby.queue, lobby.board = queue, board
	desk.dealer, desk.queue = dealer, queue
	b := &Broker{
		front: c.Peers != nil, group: group, games: games, guests: guests, blocks: blocks, tables: tables, listing: &listing{tables: tables},
		engagements: engagements, retirements: retirements, dealer: dealer, absences: absences, queue: queue, board: board, callers: callers,
		tournaments: tournaments, tally: tally, thinking: thinking, complaints: &complaints{c.Store, tables, transcripts},
		restart: &restart{
			store: c.Store, games: games, players: players, guests: guests, engagements: engagements, retirements: retirements,
			tables: tables, dealer: dealer, group: group, log: c.Log,
		},
		reception: &reception{
			games: games, players: players, guests: guests, blocks: blocks, absences: absences,
			tournaments: tournaments, dealer: dealer, quota: c.Quota, queue: queue, board: board,
		},
	}
	if err := b.open(ctx, c); err != nil {
		b.end()
		return nil, err
	}
	group.Go(func() { prune(group.Context, c.Store, c.Log) })
	if c.Notifier != nil {
		group.Go(func() { announcer.run(group.Context) })
	}
	return b, nil
}

// open resumes the games in the store and starts the goroutines.
func (b *Broker) open(ctx context.Context, c Config) error {
	matches, err := c.Resume(ctx)
	if err != nil {
		return fmt.Errorf("read the running games: %w", err)
	}
	b.restart.resume(ctx, matches)
	if !b.front {
		if err := b.Lead(ctx); err != nil {
			return err
		}
	}
	b.group.Go(b.queue.Run)
	b.group.Go(func() { b.tournaments.Run(b.group.Context) })
	b.group.Go(func() { b.board.Run(b.group.Context) })
	return nil
}

// Drain closes the queue, opens no more tables, stops every clock for good, tells every table
// that the server is going down, and stores where the clocks stand: resumed games go on from
// there. Moves are still stored after that, with the time at which the clocks stopped.
func (b *Broker) Drain(ctx context.Context) {
	b.retreat()
	b.restart.stop(ctx)
}

// retreat sends all waiting players away, stops all clocks, and lets no table open from now on.
func (b *Broker) retreat() {
	b.tables.halt()
	b.queue.Close()
	b.board.SendAway()
}

// Close ends every table where it is, its game in the log, and waits for all goroutines and
// writes. It may be called more than once.
func (b *Broker) Close() {
	b.tables.close()
	b.end()
}

// end stops all goroutines and waits for them.
func (b *Broker) end() {
	b.group.Close()
	b.thinking.Close()
}

// Depart says that a guest's connection has ended and nobody comes back to their seats. It does
// not block.
func (b *Broker) Depart(guest data.PlayerID) {
	b.guests.depart(guest)
	if b.tables.draining() { // what remains is discarded at the next start
		return
	}
	for _, t := range b.tables.mine(guest) {
		b.group.Go(func() { t.Vacate(b.group.Context) })
		if b.front {
			b.retirements.add(t.match.ID, []data.PlayerID{guest})
		}
	}
}

// Queue implements Broker.
func (b *Broker) Queue(ctx context.Context, t matchmaking.Ticket) (matchmaking.Place, error) {
	return b.reception.take(ctx, t)
}

// Forsake withdraws a ticket whose holder can no longer be asked, which is not held against them.
func (b *Broker) Forsake(p matchmaking.Place) { p.(*queue.Place).Forsake() }

// Challenge implements Broker.
func (b *Broker) Challenge(ctx context.Context, c data.Challenge) (matchmaking.Acceptance, error) {
	return b.board.Offer(ctx, c)
}

// Challenges implements Broker.
func (b *Broker) Challenges(ctx context.Context, p data.PlayerID) ([]data.Challenge, error) {
	return b.board.Shown(ctx, p)
}

// Called implements Broker.
func (b *Broker) Called(p data.PlayerID, back func(data.Challenge)) (stop func()) {
	return b.callers.expect(p, back)
}

// Accept implements Broker.
func (b *Broker) Accept(ctx context.Context, p data.Player, id string) (matchmaking.Acceptance, error) {
	return b.board.Accept(ctx, p, id)
}

// Withdraw implements Broker.
func (b *Broker) Withdraw(ctx context.Context, p data.PlayerID, id string) (data.Challenge, error) {
	return b.board.Withdraw(ctx, p, id)
}

// Sit implements Broker.
func (b *Broker) Sit(ctx context.Context, id data.MatchID, p data.PlayerID) (matchmaking.Seat, error) {
	t, seat, err := b.tables.seat(id, p)
	if err != nil {
		return nil, err
	}
	return t.Sit(ctx, seat)
}

// Watch implements Broker.
func (b *Broker) Watch(_ context.Context, id data.MatchID) (matchmaking.Viewer, error) {
	t, err := b.tables.find(id)
	if err != nil {
		return nil, err
	}
	return t.Watch()
}

// Live implements Broker.
func (b *Broker) Live(_ context.Context, viewer data.PlayerID) ([]matchmaking.Listing, error) {
	rows, players := b.listing.list()
	b.blocks.Reread()
	return b.blocks.seen(viewer, rows, players), nil
}

// Mine implements Broker.
func (b *Broker) Mine(_ context.Context, p data.PlayerID) ([]matchmaking.Listing, error) {
	return own(b.tables.mine(p), p), nil
}

// Apart implements Broker.
func (b *Broker) Apart(one data.PlayerID) func(other data.PlayerID) bool {
	b.blocks.Reread()
	return b.blocks.from(one)
}

// Complain implements Broker.
func (b *Broker) Complain(ctx context.Context, c matchmaking.Complaint) (data.Report, error) {
	return b.complaints.take(ctx, c)
}

// Tournaments implements Broker.
func (b *Broker) Tournaments() []data.Tournament { return b.tournaments.List() }

// Standings implements Broker.
func (b *Broker) Standings(ctx context.Context, tournament int64) ([]data.Score, error) {
	return b.tournaments.Standings(ctx, tournament)
}

// Counts implements Broker.
func (b *Broker) Counts() matchmaking.Counts {
	c := matchmaking.Counts{Waiting: map[string]int{}, Bots: int(b.tally.Bots.Load())}
	for game := range b.games {
		c.Waiting[game] = 0
	}
	maps.Copy(c.Waiting, b.queue.Waiting())
	b.tables.count(&c)
	thinks := b.thinking.Figures()
	c.Thinking, c.Idle = thinks.Thinking, thinks.Waiting
	return c
}

// Own is Counts, since there is no other broker.
func (b *Broker) Own() matchmaking.Counts { return b.Counts() }

// Totals counts what has happened since the start.
func (b *Broker) Totals() matchmaking.Totals {
	t := b.tally.Totals()
	thinks := b.thinking.Figures()
	t.Limits[limitBotCPU], t.Panics["house"] = thinks.Late, thinks.Panics
	return t
}

// Figures returns the histograms of how long players wait for the store and in the queue.
func (b *Broker) Figures() []prometheus.Collector { return b.tally.Figures() }

// Lend does work for a caller who is not a house player where the house thinks: it takes its
// turn in the queue of the payer in ctx. The work should often check its context's error. In
// pieces of half a second or less it leaves house players time to answer. If Lend returns ctx's
// error or ErrDraining, the work was not done; any other error is a panic of the work.
func (b *Broker) Lend(ctx context.Context, work func(context.Context)) error {
	return b.thinking.Lend(ctx, quota.From(ctx).Line(), work)
}
