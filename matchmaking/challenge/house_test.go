package challenge_test

import (
	"context"
	"errors"
	"log/slog"
	"net/netip"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"noir/data"
	"noir/data/sqlite/sqlitetest"
	"noir/engine"
	"noir/engine/districtnoir"
	"noir/engine/noirburg"
	"noir/internal/cached"
	"noir/internal/quota"
	"noir/internal/quota/quotatest"
	"noir/matchmaking"
	"noir/matchmaking/challenge"
	"noir/matchmaking/queue"
	"noir/matchmaking/queue/queuetest"
	"noir/matchmaking/seating"
)

const (
	game  = "district-noir"
	large = "noirburg"
)

func TestMain(m *testing.M) {
	sqlitetest.OffDisk()
	m.Run()
}

// house implements only what a board of challenges needs, over a real store.
type house struct {
	*challenge.Board
	challenge.Broker // the methods that no test here reaches
	t                *testing.T
	store            data.Store
	quota            *quota.Ledger

	mu      sync.Mutex
	full    bool                       // storing a match fails
	fault   error                      // why the next table is not opened
	opening func()                     // in whose time a table has been stored, and is not open yet
	shut    error                      // why nobody enters the queue
	down    atomic.Bool                // challenges and blocks cannot be read
	ratings map[data.PlayerID]float64  // players whose address differs from the first one's
	tables  map[data.MatchID]table     // that were opened
	apart   map[[2]data.PlayerID]bool  // seating.Pair
	met     map[[2]data.PlayerID]bool  // seating.Pair: with a rated game of district-noir
	busy    map[data.PlayerID]bool     // with the most rated day games of a newcomer
	seated  map[data.PlayerID]bool     // in a live game
	told    []told                     // events
	called  []string                   // challenges of which screens were told
	letters map[data.PlayerID][]string // kinds
	detail  map[string]string          // of the latest letter
}

func (h *house) Call(c data.Challenge) { h.called = append(h.called, c.ID) }

func (h *house) Seated(p data.PlayerID) bool { return h.seated[p] }

func (h *house) Enter(context.Context, *queue.Place) error { return h.shut }

type told struct {
	player data.PlayerID
	matchmaking.Event
}

// frail are the challenges of a store that cannot be read at times.
type frail struct {
	data.Store
	down *atomic.Bool
}

func (f frail) Challenges(ctx context.Context) ([]data.Challenge, error) {
	if f.down.Load() {
		return nil, data.ErrUnavailable
	}
	return f.Store.Challenges(ctx)
}

func (h *house) ReadApart(context.Context) error {
	if h.down.Load() {
		return data.ErrUnavailable
	}
	return nil
}

// table is one that was opened.
type table struct {
	private bool
	players []data.PlayerID
}

// over returns a board of the house over a store.
func (h *house) over(ctx context.Context, store data.Challenges) *challenge.Board {
	return challenge.New(challenge.Services{Broker: h, Store: store, Quota: h.quota, Reader: cached.Reader{
		Context: ctx, Log: slog.New(slog.DiscardHandler), Go: func(work func()) bool { go work(); return true },
	}})
}

// inHouse runs a board in a synctest bubble. limits are the players' limits.
func inHouse(t *testing.T, limits map[quota.Good]string, f func(*testing.T, *house)) {
	t.Helper()
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		store := sqlitetest.Open(t, dir)
		h := &house{
			t: t, store: store, quota: quotatest.Ledger(t, limits), ratings: map[data.PlayerID]float64{},
			tables: map[data.MatchID]table{}, apart: map[[2]data.PlayerID]bool{}, letters: map[data.PlayerID][]string{},
			met: map[[2]data.PlayerID]bool{}, busy: map[data.PlayerID]bool{}, seated: map[data.PlayerID]bool{},
		}
		ctx, leave := context.WithCancel(t.Context())
		h.Board = h.over(ctx, frail{store, &h.down})
		var run sync.WaitGroup
		run.Go(func() { h.Run(ctx) })
		defer func() {
			leave()
			run.Wait()
			if err := store.Close(); err != nil {
				t.Error(err)
			}
		}()
		f(t, h)
	})
}

func (h *house) Check(t *matchmaking.Ticket) (engine.Game, error) {
	if t.Game == large {
		return noirburg.Game{}, nil
	}
	return districtnoir.Game{}, nil
}

func (h *house) Open(ctx context.Context, terms matchmaking.Terms, private bool, seats []seating.Occupant, challenges ...string) (data.MatchID, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if err := h.fault; err != nil {
		h.fault = nil
		return "", err
	}
	if h.full {
		return "", data.ErrUnavailable
	}
	m := data.Match{ID: data.MatchID(seating.RandomWord(12)), Game: terms.Game, Rated: terms.Rated, Pace: terms.Pace, Started: time.Now()}
	for _, o := range seats {
		m.Seats = append(m.Seats, data.Seat{Player: o.Player.ID, Name: o.Player.Name, Kind: o.Kind})
	}
	switch _, err := h.store.Open(ctx, m, challenges...); {
	case errors.Is(err, data.ErrTaken):
		return "", matchmaking.ErrNoChallenge
	case err != nil:
		return "", err
	}
	if h.opening != nil {
		h.opening()
	}
	for _, o := range seats {
		if _, err := h.quota.Hold(o.Payer, quota.DayGames); err != nil {
			h.t.Errorf("%s has too many games: %v", o.Player.Name, err)
		}
	}
	h.tables[m.ID] = table{private, seating.PlayersAt(seats)}
	return m.ID, nil
}

func (h *house) Ratings(_ context.Context, _ string, players ...data.PlayerID) (map[data.PlayerID]float64, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	all := map[data.PlayerID]float64{}
	for _, p := range players {
		if all[p] = data.StartRating; h.ratings[p] != 0 {
			all[p] = h.ratings[p]
		}
	}
	return all, nil
}

func (h *house) Apart(one, other data.PlayerID) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.apart[seating.Pair(one, other)]
}

func (h *house) Tell(p data.PlayerID, e matchmaking.Event) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.told = append(h.told, told{p, e})
}

func (h *house) Letter(to, _ data.PlayerID, kind string, detail map[string]string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.letters[to], h.detail = append(h.letters[to], kind), detail
}

func (h *house) Meet(kind string, people ...data.PlayerID) bool {
	return kind == game && h.met[seating.Pair(people[0], people[1])]
}

func (h *house) Busy(_ context.Context, terms matchmaking.Terms, p data.PlayerID) (bool, error) {
	return terms.Rated && terms.Pace == data.Day && h.busy[p], nil
}

// player makes a stored player of that name, or finds them.
func (h *house) player(name string) data.Player {
	h.t.Helper()
	return sqlitetest.Player(h.t, h.store, name)
}

// block has one player block another.
func (h *house) block(by, who data.Player) {
	h.t.Helper()
	if err := h.store.Tie(h.t.Context(), by.ID, who.ID, data.Blocked); err != nil {
		h.t.Fatal(err)
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.apart[seating.Pair(by.ID, who.ID)] = true
}

// offer makes a challenge and expects it to be stored or dealt.
func (h *house) offer(c data.Challenge) matchmaking.Acceptance {
	h.t.Helper()
	got, err := h.Offer(h.t.Context(), c)
	if err != nil {
		h.t.Fatal(err)
	}
	return got
}

// seek waits with a challenge, which may be stored already.
func (h *house) seek(c data.Challenge) *queuetest.Visitor {
	h.t.Helper()
	t := matchmaking.Ticket{Player: c.From, To: c.To, Terms: matchmaking.Terms{Game: c.Game, Rated: c.Rated, Pace: data.Day}, Before: matchmaking.Before{Challenge: c.ID}}
	place := queue.NewPlace(nil, t, seating.AccountOf(c.From.ID))
	if err := h.Seek(h.t.Context(), place); err != nil {
		h.t.Fatal(err)
	}
	return queuetest.Visit(h.t, c.From, place)
}

// list returns the challenges that a player sees.
func (h *house) list(p data.Player) []data.Challenge {
	h.t.Helper()
	shown, err := h.Shown(h.t.Context(), p.ID)
	if err != nil {
		h.t.Fatal(err)
	}
	return shown
}

// plays counts the tables at which a player sits.
func (h *house) plays(p data.Player) (n int) {
	for _, d := range h.tables {
		if slices.Contains(d.players, p.ID) {
			n++
		}
	}
	return n
}

// news returns what a player has been told, or all players for 0.
func (h *house) news(p data.PlayerID) (news []matchmaking.News) {
	for _, e := range h.told {
		if e.player == p {
			news = append(news, e.News)
		}
	}
	return news
}

// as returns a context in which a player pays.
func (h *house) as(p data.Player) context.Context {
	return quota.With(h.t.Context(), quota.Payer{Address: netip.MustParseAddr("192.0.2.1"), ID: quota.Player(int64(p.ID))})
}
