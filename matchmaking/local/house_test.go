package local_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"math/rand/v2"
	"sync"
	"testing"
	"testing/synctest"

	"noir/data"
	"noir/data/sqlite/sqlitetest"
	"noir/engine"
	"noir/engine/districtnoir"
	"noir/engine/noirburg"
	"noir/internal/await"
	"noir/internal/quota"
	"noir/internal/quota/quotatest"
	"noir/matchmaking"
	"noir/matchmaking/local"
	"noir/matchmaking/queue/queuetest"
)

const game = "district-noir"

// house is a broker over a real store in a folder that survives it.
type house struct {
	*local.Broker
	t     testing.TB
	dir   string
	store data.Store
	quota *quota.Ledger
	close func()

	ctx  context.Context // cancelled by close
	crew sync.WaitGroup  // of those who answer ready checks
}

// openHouse starts a broker on the folder. The test's end closes it if the test has not.
func openHouse(t testing.TB, dir string) *house {
	t.Helper()
	return openHouseWithin(t, dir, local.Limits{})
}

func openHouseWithin(t testing.TB, dir string, limits local.Limits) *house {
	t.Helper()
	return openHouseOf(t, dir, plainStore, local.Config{Games: games, Limits: limits})
}

// openHouseAt opens one with limits on goods.
func openHouseAt(t testing.TB, dir string, limits map[quota.Good]string) *house {
	t.Helper()
	return openHouseOf(t, dir, plainStore, local.Config{Games: games, Quota: quotatest.Ledger(t, limits)})
}

func openHouseOver(t testing.TB, dir string, wrap func(data.Store) data.Store) *house {
	t.Helper()
	return openHouseOf(t, dir, wrap, local.Config{Games: games})
}

// openHouseOf opens one over the store that wrap makes of the folder's. It ignores the config's
// store.
func openHouseOf(t testing.TB, dir string, wrap func(data.Store) data.Store, c local.Config) *house {
	t.Helper()
	db := sqlitetest.Open(t, dir)
	c.Store = wrap(db)
	h := startHouse(t, c)
	h.dir = dir
	leave := h.close
	h.close = sync.OnceFunc(func() {
		leave()
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	t.Cleanup(h.close)
	return h
}

func plainStore(s data.Store) data.Store { return s }

// inHouse opens a house in a bubble of its own.
func inHouse(t *testing.T, f func(*testing.T, *house)) {
	t.Helper()
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := openHouse(t, dir)
		defer h.close()
		f(t, h)
	})
}

// startHouse starts a broker, which the caller must close; the store is the caller's.
func startHouse(t testing.TB, c local.Config) *house {
	t.Helper()
	if c.Quota == nil {
		c.Quota = quota.NewLedger(nil)
	}
	l, err := local.New(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	h := &house{Broker: l, t: t, store: c.Store.(data.Store), quota: c.Quota}
	ctx, stop := context.WithCancel(t.Context())
	h.ctx = ctx
	h.close = sync.OnceFunc(func() {
		l.Close()
		stop()
		h.crew.Wait()
	})
	return h
}

// met is how often a limit was met.
func (h *house) met(limit string) uint64 { return h.Totals().Limits[limit] + h.quota.Met()[limit] }

// player makes a stored player of that name, or finds them.
func (h *house) player(name string) data.Player {
	h.t.Helper()
	return sqlitetest.Player(h.t, h.store, name)
}

// ticket is a stranger's ticket for a rated game.
func ticket(p data.Player) matchmaking.Ticket {
	return matchmaking.Ticket{Player: p, Terms: matchmaking.Terms{Game: game, Rated: !p.ID.Guest()}}
}

// casual is a stranger's ticket for a casual game.
func casual(p data.Player) matchmaking.Ticket {
	return matchmaking.Ticket{Player: p, Terms: matchmaking.Terms{Game: game}}
}

// queue hands a ticket in and answers its ready checks.
func (h *house) queue(t matchmaking.Ticket) matchmaking.Place {
	h.t.Helper()
	place := h.silent(t)
	h.crew.Go(func() { h.answer(place) })
	return place
}

// silent hands a ticket in and never answers.
func (h *house) silent(t matchmaking.Ticket) matchmaking.Place {
	h.t.Helper()
	place, err := h.Queue(h.t.Context(), t)
	if err != nil {
		h.t.Fatal(err)
	}
	return place
}

// answer answers every ready check of a place.
func (h *house) answer(place matchmaking.Place) {
	for after := 0; ; {
		w, err := place.Next(h.ctx, after)
		if err != nil || w.Match != "" {
			return
		}
		if w.Found > 0 && !w.Answered {
			_ = place.Ready(h.ctx)
		}
		after = w.Revision
	}
}

// visit hands a ticket in; the test answers its ready checks.
func (h *house) visit(t matchmaking.Ticket) *queuetest.Visitor {
	h.t.Helper()
	return queuetest.Visit(h.t, t.Player, h.silent(t))
}

// host opens a private table, answered by the test, and returns its code.
func (h *house) host(t matchmaking.Ticket) (*queuetest.Visitor, string) {
	h.t.Helper()
	t.Host = true
	v := h.visit(t)
	return v, v.Until(func(w matchmaking.Waiting) bool { return w.Code != "" }).Code
}

func (h *house) join(p data.Player, code string) *queuetest.Visitor {
	h.t.Helper()
	return h.visit(matchmaking.Ticket{Player: p, Join: code})
}

// seatOf waits until a place has led to a table.
func (h *house) seatOf(place matchmaking.Place) data.MatchID {
	h.t.Helper()
	return queuetest.Visit(h.t, data.Player{Name: "the holder"}, place).Until(queuetest.Seated).Match
}

func (h *house) sit(id data.MatchID, p data.Player) *guest {
	h.t.Helper()
	c, err := h.Sit(h.t.Context(), id, p.ID)
	if err != nil {
		h.t.Fatal(err)
	}
	return &guest{Seat: c, t: h.t}
}

// pair seats two new players at a table and returns them by seat.
func (h *house) pair(a, b data.Player) (data.MatchID, [2]*guest) {
	h.t.Helper()
	pa, pb := h.queue(ticket(a)), h.queue(ticket(b))
	id := h.seatOf(pa)
	if other := h.seatOf(pb); other != id {
		h.t.Fatalf("seated at %s and %s", id, other)
	}
	var seats [2]*guest
	for _, p := range []data.Player{a, b} {
		g := h.sit(id, p)
		seats[g.frame().Seat] = g
	}
	return id, seats
}

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
	last matchmaking.Frame
}

// frame returns the newest frame.
func (g *guest) frame() matchmaking.Frame {
	g.t.Helper()
	f, err := g.Next(g.t.Context(), 0)
	if err != nil {
		g.t.Fatal(err)
	}
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
		if err != nil {
			g.t.Fatal(err)
		}
		f, g.last = next, next
	}
}

func myTurn(f matchmaking.Frame) bool { return f.Turn != nil || f.End != nil }
func over(f matchmaking.Frame) bool   { return f.End != nil }

// move plays the n-th legal move at the newest turn.
func (g *guest) move(n int) {
	g.t.Helper()
	f := g.await(myTurn)
	if err := g.Play(g.t.Context(), f.Turn.Ply, f.Turn.Legal[n%len(f.Turn.Legal)]); err != nil {
		g.t.Fatal(err)
	}
}

// playOut plays random legal moves until the game is over, and returns its end.
func (g *guest) playOut(seed uint64) (matchmaking.Frame, error) {
	chance := rand.New(rand.NewPCG(seed, 1))
	for after := 0; ; {
		f, err := g.Next(context.Background(), after)
		if err != nil {
			return f, err
		}
		after = f.Revision
		if f.End != nil {
			return f, nil
		}
		if f.Turn == nil {
			continue
		}
		move := f.Turn.Legal[chance.IntN(len(f.Turn.Legal))]
		err = g.Play(context.Background(), f.Turn.Ply, move)
		if err != nil && !tooLate(err) {
			return f, err
		}
	}
}

// tooLate reports the refusal of a move that another one has overtaken.
func tooLate(err error) bool {
	return errors.Is(err, matchmaking.ErrStale) || errors.Is(err, matchmaking.ErrNotYourTurn) || errors.Is(err, matchmaking.ErrOver)
}

// newest returns the newest note in a frame.
func newest(f matchmaking.Frame) matchmaking.Note {
	if len(f.Notes) == 0 {
		return matchmaking.Note{}
	}
	return f.Notes[len(f.Notes)-1]
}

// finish has both seats play to the end.
func finish(t testing.TB, seats [2]*guest) matchmaking.Frame {
	t.Helper()
	other := make(chan error, 1)
	go func() {
		_, err := seats[1].playOut(2)
		other <- err
	}()
	f, err := seats[0].playOut(1)
	if err != nil {
		t.Fatal(err)
	}
	if err := await.One(t, other, "end of the game for the other seat"); err != nil {
		t.Fatal(err)
	}
	return f
}

// mover returns the guest whose turn it is, and the other.
func mover(seats [2]*guest) (asked, waits *guest) {
	if seats[0].frame().Turn != nil {
		return seats[0], seats[1]
	}
	return seats[1], seats[0]
}

func isEOF(err error) bool { return errors.Is(err, io.EOF) }

var take = json.RawMessage(`{"type":"take"}`)

var districtNoir engine.Game = districtnoir.Game{}

var games = []engine.Game{districtNoir, noirburg.Game{}}

// silent are peers that hear nothing and have no games.
type silent struct{}

func (silent) Dealt([]data.PlayerID, data.MatchID)                   {}
func (silent) Seated([]data.PlayerID)                                {}
func (silent) Challenged(data.Challenge)                             {}
func (silent) Judged(local.Conduct)                                  {}
func (silent) Allot([]data.PlayerID) data.NodeID                     { return 0 }
func (silent) Give(data.NodeID, data.MatchID, []quota.Payer, func()) {}
func (silent) Rated(context.Context, string, ...data.PlayerID) ([]data.Match, error) {
	return nil, nil
}

// lead has a broker with peers do what is done for the queue and the challenges.
func (h *house) lead() {
	h.t.Helper()
	if err := h.Lead(h.t.Context()); err != nil {
		h.t.Fatal(err)
	}
}
