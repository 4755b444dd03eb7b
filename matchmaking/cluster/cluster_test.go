package cluster_test

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/prometheus/client_golang/prometheus"

	"noir/data"
	"noir/data/postgres"
	"noir/data/postgres/pgtest"
	"noir/engine"
	"noir/engine/districtnoir"
	"noir/engine/noirburg"
	"noir/internal/await"
	"noir/matchmaking"
	"noir/matchmaking/cluster"
	"noir/matchmaking/cluster/nats"
	"noir/matchmaking/cluster/natstest"
	"noir/matchmaking/local"
)

func TestMain(m *testing.M) {
	_ = flag.Set("test.parallel", "4") // unless told otherwise: they mostly wait
	os.Exit(pgtest.Main(m))
}

// node is one of several brokers in this process, with a link and a store of its own.
type node struct {
	*cluster.Broker
	store     *postgres.Store
	line      *line // over which the broker reaches the store
	link      *nats.Link
	deaf      *deaf // what the broker has of it
	dismissed chan json.RawMessage
	adopted   chan cluster.Mine
	connected *atomic.Pointer[map[data.PlayerID]string]
	guests    *atomic.Pointer[[]data.PlayerID]
}

// town is some nodes over one database and one NATS server.
type town struct {
	*testing.T
	database string
	nodes    []*node
	players  []data.Player
}

func newTown(t *testing.T, nodes, players int) *town {
	t.Helper()
	w := &town{T: t, database: pgtest.Database(t)}
	server := natstest.Start(t)
	log := slog.New(slog.NewTextHandler(t.Output(), &slog.HandlerOptions{Level: slog.LevelWarn}))
	for i := range nodes {
		log := log.With("at", i)
		store, err := postgres.Open(t.Context(), w.database, fmt.Sprint("node ", i), "test")
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { store.Close() })
		link, err := nats.Open(nats.Config{URL: server, Name: fmt.Sprint(i), House: "test", Log: log})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(link.Close)
		line, deaf := &line{Store: store}, &deaf{Link: link}
		connected := new(atomic.Pointer[map[data.PlayerID]string])
		guests := new(atomic.Pointer[[]data.PlayerID])
		guests.Store(new([]data.PlayerID))
		connected.Store(&map[data.PlayerID]string{data.PlayerID(i + 1): fmt.Sprint("at-", i)})
		dismissed, adopted := make(chan json.RawMessage, 8), make(chan cluster.Mine, 8)
		b, err := cluster.New(t.Context(), cluster.Config{
			Store: line, Link: deaf, House: "test",
			Local:     local.Config{Log: log, Games: []engine.Game{brittle{}, noirburg.Game{}}},
			Here:      func() map[data.PlayerID]string { return *connected.Load() },
			Guests:    func() []data.PlayerID { return *guests.Load() },
			Online:    func() int { return 1 },
			Adopted:   func(_ context.Context, mine cluster.Mine) { adopted <- mine },
			Dismissed: func(whose json.RawMessage) { dismissed <- whose },
		})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(b.Close)
		w.nodes = append(w.nodes, &node{b, store, line, link, deaf, dismissed, adopted, connected, guests})
	}
	for i := range players {
		p, err := w.nodes[0].store.CreatePlayer(t.Context(), fmt.Sprint("player-", i), fmt.Sprint("SHA256:", i), "")
		if err != nil {
			t.Fatal(err)
		}
		w.players = append(w.players, p)
	}
	w.until("all know each other", func() bool { return len(w.nodes[0].Here()) == nodes })
	return w
}

// brittle is a game that breaks at one move.
type brittle struct{ districtnoir.Game }

const breaks = `{"type":"break"}`

func (b brittle) Read(body json.RawMessage) (json.RawMessage, error) {
	if string(body) == breaks {
		panic("it breaks")
	}
	return b.Game.Read(body)
}

// close ends a node as its process does.
func (w *town) close(n *node) {
	n.Broker.Close()
	n.link.Close()
	if err := n.store.Close(); err != nil {
		w.Error(err)
	}
}

// until waits for something.
func (w *town) until(what string, so func() bool) {
	w.Helper()
	await.Until(w, what, so)
}

// limited is a context that ends before the test does.
func (w *town) limited() context.Context {
	ctx, cancel := context.WithTimeout(w.Context(), time.Minute)
	w.Cleanup(cancel)
	return ctx
}

// waits follows a place until it leads to a table; "" when it does not.
func (w *town) waits(p matchmaking.Place) data.MatchID {
	ctx := w.limited()
	for after := 0; ; {
		news, err := p.Next(ctx, after)
		if err != nil {
			w.Errorf("who waits: %v", err)
			return ""
		}
		if news.Match != "" {
			return news.Match
		}
		if news.Found > 0 && !news.Answered {
			if err := p.Ready(ctx); err != nil {
				w.Errorf("who is there: %v", err)
				return ""
			}
		}
		after = news.Revision
	}
}

func (w *town) wants(at *node, p data.Player) matchmaking.Place {
	w.Helper()
	place, err := at.Queue(w.limited(), matchmaking.Ticket{Player: p, Terms: matchmaking.Terms{Game: "district-noir", Rated: true, Pace: data.Live}})
	if err != nil {
		w.Fatal(err)
	}
	return place
}

// pair has two players at two nodes find each other.
func (w *town) pair(a, b *node, one, other data.Player) (id data.MatchID) {
	w.Helper()
	places := []matchmaking.Place{w.wants(a, one), w.wants(b, other)}
	ids := make([]data.MatchID, 2)
	var all sync.WaitGroup
	for i, p := range places {
		all.Go(func() { ids[i] = w.waits(p) })
	}
	if all.Wait(); ids[0] != ids[1] || ids[0] == "" {
		w.Fatalf("they are led to %q", ids)
	}
	return ids[0]
}

// between pairs the players of a town of two, one at each node, and returns which node has their table, and the number of
// the other one and of its player.
func (w *town) between() (id data.MatchID, has *node, other int) {
	w.Helper()
	id = w.pair(w.nodes[0], w.nodes[1], w.players[0], w.players[1])
	at := w.owner(id)
	other = slices.IndexFunc(w.nodes, func(n *node) bool { return n.id() != at })
	if has = w.nodes[1-other]; has.id() != at {
		w.Fatalf("%d owns the table", at)
	}
	return id, has, other
}

// told is what one chair has been told.
type told struct {
	frames int
	lines  []engine.Line
	end    *matchmaking.End
	err    error

	drained bool // it was told that the server goes down
}

// play plays first legal moves until the game is over.
func play(ctx context.Context, s matchmaking.Seat, moved func(ply int)) (r told) {
	for after := 0; ; {
		f, err := s.Next(ctx, after)
		if err != nil {
			r.err = err
			return r
		}
		if r.note(f, after); r.err != nil || r.end != nil {
			return r
		}
		if after = f.Revision; f.Turn == nil {
			continue
		}
		switch err := s.Play(ctx, f.Turn.Ply, f.Turn.Legal[0]); {
		case err == nil:
			moved(f.Turn.Ply)
		case !errors.Is(err, matchmaking.ErrStale) && !errors.Is(err, matchmaking.ErrNotYourTurn):
			r.err = fmt.Errorf("a move: %w", err)
			return r
		}
	}
}

// note notes a frame: revisions rise, and no line is told twice, changed, or lost.
func (r *told) note(f matchmaking.Frame, after int) {
	r.frames++
	switch {
	case f.Revision <= after:
		r.err = fmt.Errorf("revision %d after %d", f.Revision, after)
	case len(f.Log) < len(r.lines):
		r.err = fmt.Errorf("%d lines after %d", len(f.Log), len(r.lines))
	}
	for i, l := range f.Log {
		if l.Ply != i+1 || i < len(r.lines) && string(l.Move) != string(r.lines[i].Move) {
			r.err = fmt.Errorf("line %d is %d: %s", i+1, l.Ply, l.Move)
		}
	}
	r.lines, r.end = f.Log, f.End
	r.drained = r.drained || slices.ContainsFunc(f.Notes, func(n matchmaking.Note) bool { return n.Code == "draining" })
}

// watch follows a game to its end.
func watch(ctx context.Context, v matchmaking.Viewer) (r told) {
	for after := 0; ; {
		f, err := v.Next(ctx, after)
		if err != nil {
			r.err = err
			return r
		}
		if r.note(f, after); r.err != nil || r.end != nil {
			return r
		}
		after = f.Revision
	}
}

// TestAnyNodeAnyTable: two players of two nodes find each other, a third node watches, and in the middle
// of the game the others take the table's owner for dead. The game goes on, and so does that node.
func TestAnyNodeAnyTable(t *testing.T) {
	t.Parallel()
	for _, fenced := range []bool{false, true} {
		t.Run(fmt.Sprintf("the owner is fenced %t", fenced), func(t *testing.T) {
			t.Parallel()
			w := newTown(t, 3, 2)
			id := w.pair(w.nodes[0], w.nodes[1], w.players[0], w.players[1])
			ctx := w.limited()
			results := make([]told, 3)
			var all sync.WaitGroup
			var once sync.Once
			v, err := w.nodes[2].Watch(ctx, id)
			if err != nil {
				t.Fatal(err)
			}
			all.Go(func() { results[2] = watch(ctx, v) })
			for i := range 2 {
				s, err := w.nodes[i].Sit(ctx, id, w.players[i].ID)
				if err != nil {
					t.Fatal(err)
				}
				all.Go(func() {
					results[i] = play(ctx, s, func(ply int) {
						if fenced && ply > 6 {
							once.Do(func() { w.fence(w.owner(id)) })
						}
					})
				})
			}
			all.Wait()
			m, err := w.nodes[0].store.Match(ctx, id)
			if err != nil {
				t.Fatal(err)
			}
			for i, r := range results {
				if r.err != nil || r.end == nil || len(r.lines) != len(m.Moves) {
					t.Errorf("%d was told %d of %d plies in %d frames, the end %v: %v", i, len(r.lines), len(m.Moves), r.frames, r.end, r.err)
				}
			}
			if in, err := w.nodes[0].store.LiveSeats(ctx, w.players[0].ID, w.players[1].ID); err != nil || len(in) != 0 {
				t.Errorf("after the game they sit in %v: %v", in, err)
			}
		})
	}
}

// owner returns who owns a match.
func (w *town) owner(id data.MatchID) data.NodeID {
	node, _, err := w.nodes[0].store.Owner(w.Context(), id)
	if err != nil {
		w.Error(err)
	}
	return node
}

// fence removes a node, as the others do with one that does not beat.
func (w *town) fence(n data.NodeID) {
	conn, err := pgx.Connect(w.Context(), w.database)
	if err == nil {
		defer conn.Close(context.Background())
		_, err = conn.Exec(w.Context(), `DELETE FROM nodes WHERE id = $1`, n)
	}
	if err != nil {
		w.Error(err)
	}
}

// TestLeaderIsFenced: a ticket waits on with the next leader.
func TestLeaderIsFenced(t *testing.T) {
	t.Parallel()
	w := newTown(t, 3, 2)
	waits := w.wants(w.nodes[1], w.players[0])
	ids := make(chan data.MatchID, 2)
	go func() { ids <- w.waits(waits) }()
	first := w.leader()
	w.fence(first)
	w.until("somebody else leads", func() bool { now := w.leader(); return now != 0 && now != first })
	other := w.wants(w.nodes[2], w.players[1])
	go func() { ids <- w.waits(other) }()
	if a, b := <-ids, <-ids; a != b || a == "" {
		t.Errorf("they are led to %q and %q", a, b)
	}
}

// TestListsAndChallenges: what one node has, the others show.
func TestListsAndChallenges(t *testing.T) {
	t.Parallel()
	w := newTown(t, 2, 4)
	ctx := w.limited()
	id := w.pair(w.nodes[0], w.nodes[1], w.players[0], w.players[1])
	for i, n := range w.nodes {
		w.until("the table is listed", func() bool {
			list, err := n.Live(ctx, 0)
			return err == nil && len(list) == 1 && list[0].ID == id && len(list[0].Seats) == 2 && list[0].Seats[0].Kind == data.Human
		})
		mine, err := n.Mine(ctx, w.players[1-i].ID)
		if err != nil || len(mine) != 1 || mine[0].ID != id {
			t.Errorf("%d: %v %v", i, mine, err)
		}
		w.until("the table is counted", func() bool { c := n.Counts(); return c.Tables == 1 && c.Playing == 2 })
	}
	for i, n := range w.nodes { // one of them leads
		called := make(chan data.Challenge, 1)
		stop := w.nodes[1-i].Called(w.players[3].ID, func(c data.Challenge) { called <- c })
		made, err := n.Challenge(ctx, data.Challenge{From: w.players[2], To: w.players[3], Game: "district-noir", Seats: 2})
		if err != nil || made.Left.ID == "" {
			t.Fatalf("%d: %+v %v", i, made, err)
		}
		select {
		case c := <-called:
			if c.ID != made.Left.ID {
				t.Errorf("%d: called to %+v", i, c)
			}
		case <-time.After(time.Minute):
			t.Errorf("%d: after a minute nobody is called", i)
		}
		stop()
		all, err := n.Challenge(ctx, data.Challenge{From: w.players[2], Game: "district-noir", Seats: 2})
		if err == nil {
			_, err = w.nodes[1-i].Withdraw(ctx, w.players[2].ID, all.Left.ID)
		}
		if err != nil {
			t.Errorf("%d: a challenge that is withdrawn at the other node: %v", i, err)
		}
		open, err := w.nodes[1-i].Challenges(ctx, w.players[3].ID)
		if err != nil || len(open) != 1 || open[0].ID != made.Left.ID {
			t.Errorf("%d: %v %v", i, open, err)
		}
		if _, err := w.nodes[1-i].Accept(ctx, w.players[3], "nothing"); !errors.Is(err, matchmaking.ErrNoChallenge) {
			t.Errorf("%d: %v", i, err)
		}
		taken, err := w.nodes[1-i].Accept(ctx, w.players[3], made.Left.ID)
		if err != nil || taken.Match == "" {
			t.Errorf("%d: %+v %v", i, taken, err)
		}
		s, err := n.Sit(ctx, taken.Match, w.players[2].ID)
		if err != nil {
			t.Fatal(err)
		}
		if f, err := s.Next(ctx, 0); err != nil || f.Match != taken.Match {
			t.Errorf("%d: %v", i, err)
		}
		s.Leave()
		if _, err := s.Next(ctx, 0); !errors.Is(err, io.EOF) {
			t.Errorf("%d: a player who has left is told %v", i, err)
		}
	}
	var terms *matchmaking.BadTerms
	for i, n := range w.nodes {
		if _, err := n.Challenge(ctx, data.Challenge{From: w.players[0], To: w.players[0], Game: "district-noir"}); !errors.As(err, &terms) {
			t.Errorf("%d: a bad challenge: %v", i, err)
		}
		if _, err := n.Sit(ctx, "no-such-table", 1); !errors.Is(err, matchmaking.ErrNoTable) {
			t.Errorf("%d: %v", i, err)
		}
		for _, p := range []data.PlayerID{0, w.players[2].ID} {
			if _, err := n.Sit(ctx, id, p); !errors.Is(err, matchmaking.ErrNoSeat) {
				t.Errorf("%d: %v", i, err)
			}
		}
		if n.Apart(w.players[0].ID)(w.players[3].ID) {
			t.Errorf("%d: two are apart", i)
		}
	}
	if err := w.nodes[0].store.Tie(ctx, w.players[0].ID, w.players[3].ID, data.Blocked); err != nil {
		t.Fatal(err)
	}
	for _, n := range w.nodes {
		w.until("they are apart", func() bool { return n.Apart(w.players[3].ID)(w.players[0].ID) })
	}
}

// TestNodeThatFailsAtAMove tells whoever made it so, and the game goes on there.
func TestNodeThatFailsAtAMove(t *testing.T) {
	t.Parallel()
	w := newTown(t, 2, 2)
	ctx := w.limited()
	id, has, other := w.between()
	was, s := has.id(), w.sit(w.nodes[other], id, w.players[other])
	for n := range uint64(2) {
		if err := s.Play(ctx, 1, json.RawMessage(breaks)); !errors.Is(err, data.ErrUnavailable) {
			t.Errorf("a move at which the node fails: %v", err)
		}
		if got := has.Totals().Panics["node"]; got != n+1 {
			t.Errorf("after %d panics %d are counted", n+1, got)
		}
	}
	if err := s.Say(ctx, "hello"); err != nil || w.owner(id) != was {
		t.Errorf("the next act at a table of %d, which was %d's: %v", w.owner(id), was, err)
	}
	w.until("it has nothing to answer", func() bool { asked, _ := has.UnderWay(); return asked == 0 })
}

// TestGuestsHaveHosts: the ids of a node's guests say whose they are.
func TestGuestsHaveHosts(t *testing.T) {
	t.Parallel()
	for _, node := range []data.NodeID{1, 2, 70000} {
		for _, n := range []data.PlayerID{1, 2, 1 << 32} {
			if got := cluster.HostOf(cluster.Guests(node) - n); got != node {
				t.Errorf("guest %d of %d is of %d", n, node, got)
			}
		}
	}
	if got := cluster.HostOf(7); got != 0 {
		t.Errorf("a player is a guest of %d", got)
	}
}

// TestOwnerWithoutLink: a node that is cut off from the others gives its tables up, and they go on.
func TestOwnerWithoutLink(t *testing.T) {
	t.Parallel()
	w := newTown(t, 2, 2)
	ctx := w.limited()
	id, had, other := w.between()
	was, has := had.id(), w.nodes[other]
	had.link.Close()
	w.until("the other has the table", func() bool { now := w.owner(id); return now != 0 && now != was })
	if here, there := had.Linked(), has.Linked(); !errors.Is(here, data.ErrUnavailable) || there != nil {
		t.Errorf("the one is linked (%v), the other not (%v)", here, there)
	}
	if f, err := w.sit(has, id, w.players[other]).Next(ctx, 0); err != nil || f.End != nil {
		t.Errorf("%+v %v", f.End, err)
	}
}

// TestBusyLeader: players who wait at a leader that has too much to answer go on waiting, and those who come are let in once it
// has less.
func TestBusyLeader(t *testing.T) {
	t.Parallel()
	w := newTown(t, 3, 2)
	leads, others := w.byRole()
	waits := w.wants(others[0], w.players[0])
	ids := make(chan data.MatchID, 2)
	go func() { ids <- w.waits(waits) }()
	w.until("somebody waits there, and keeps nobody from asking", func() bool {
		asked, waiting := leads.UnderWay()
		return asked == 0 && waiting == 1
	})
	rest := leads.Busy()
	figures := prometheus.NewRegistry()
	figures.MustRegister(leads.Figures()...)
	w.until("the leader has put requests off", func() bool { return w.counted(figures, "noir_link_busy_total") > 2 })
	time.AfterFunc(500*time.Millisecond, rest) // the other one comes before
	comes := w.wants(others[1], w.players[1])
	go func() { ids <- w.waits(comes) }()
	if a, b := <-ids, <-ids; a != b || a == "" {
		t.Errorf("they are led to %q and %q", a, b)
	}
	w.until("the leader has nothing to answer", leads.Idle)
}

// counted is the value of a counter.
func (w *town) counted(from prometheus.Gatherer, name string) float64 {
	w.Helper()
	all, err := from.Gather()
	if err != nil {
		w.Fatal(err)
	}
	for _, f := range all {
		if f.GetName() == name {
			return f.GetMetric()[0].GetCounter().GetValue()
		}
	}
	w.Fatalf("there is no %s", name)
	return 0
}
