package cluster_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"noir/data"
	"noir/data/postgres"
	"noir/matchmaking"
	"noir/matchmaking/cluster"
	"noir/matchmaking/cluster/nats"
)

// line is how a node's broker reaches its store. It may be cut, and do something before a node takes anything.
type line struct {
	*postgres.Store
	cut   atomic.Bool // looking for seats and players fails
	fails atomic.Int64
	takes atomic.Pointer[func()] // run before Adopt and Take
	taken atomic.Int64           // how often they have taken something
	owns  atomic.Pointer[func()] // run before the first Own
}

func (l *line) broken() error {
	if !l.cut.Load() {
		return nil
	}
	l.fails.Add(1)
	return fmt.Errorf("%w: the line is cut", data.ErrUnavailable)
}

func (l *line) LiveSeats(ctx context.Context, players ...data.PlayerID) (map[data.PlayerID]data.MatchID, error) {
	if err := l.broken(); err != nil {
		return nil, err
	}
	return l.Store.LiveSeats(ctx, players...)
}

func (l *line) People(ctx context.Context, game string, players ...data.PlayerID) (map[data.PlayerID]data.Person, error) {
	if err := l.broken(); err != nil {
		return nil, err
	}
	return l.Store.People(ctx, game, players...)
}

func (l *line) Own(ctx context.Context, ids ...data.MatchID) ([]data.Match, error) {
	if f := l.owns.Swap(nil); f != nil {
		(*f)()
	}
	return l.Store.Own(ctx, ids...)
}

func (l *line) Adopt(ctx context.Context, limit int) ([]data.Match, error) {
	if f := l.takes.Load(); f != nil {
		(*f)()
	}
	all, err := l.Store.Adopt(ctx, limit)
	if len(all) > 0 {
		l.taken.Add(1)
	}
	return all, err
}

func (l *line) Take(ctx context.Context, role string) (int64, error) {
	if f := l.takes.Load(); f != nil {
		(*f)()
	}
	epoch, err := l.Store.Take(ctx, role)
	if err == nil {
		l.taken.Add(1)
	}
	return epoch, err
}

// deaf is a node's link, which loses some of the answers to it.
type deaf struct {
	*nats.Link
	loses atomic.Int32 // so many
}

func (d *deaf) Ask(subject string, heard func([]byte, error)) cluster.Question {
	return d.Link.Ask(subject, func(body []byte, err error) {
		if d.loses.Add(-1) < 0 {
			heard(body, err)
		}
	})
}

// TestLostAnswersLeaveNoChairs: a node that does not hear that it has got a chair asks again, and has one in the end.
func TestLostAnswersLeaveNoChairs(t *testing.T) {
	t.Parallel()
	w := newTown(t, 2, 2)
	leads, others := w.byRole()
	w.connect(leads, w.players...)
	id := w.pair(leads, leads, w.players[0], w.players[1])
	w.until("nothing else is asked", leads.Idle)
	others[0].deaf.loses.Store(3)
	s := w.sit(others[0], id, w.players[0])
	if n := leads.Chairs(); n != 1 || others[0].deaf.loses.Load() >= 0 {
		t.Errorf("it has %d chairs", n)
	}
	w.move(s, w.sit(leads, id, w.players[1]))
}

// TestWaitersOutlastTheStore: players who wait go on waiting while the store is away at their node or at the next leader,
// and is not handed in while it is not known whether they have found a table. Who comes then is refused.
func TestWaitersOutlastTheStore(t *testing.T) {
	t.Parallel()
	w := newTown(t, 3, 2)
	leads, others := w.byRole()
	waits := w.wants(others[0], w.players[0])
	id := make(chan data.MatchID, 1)
	go func() { id <- w.waits(waits) }()
	for _, n := range others {
		n.line.cut.Store(true)
	}
	ctx, led := w.limited(), make(chan struct{})
	wait := func() {
		select {
		case <-led:
		case <-ctx.Done():
		}
	}
	others[0].line.takes.Store(&wait)
	leads.Drain(ctx)
	w.until("another one leads", func() bool { return w.leader() == others[1].id() })
	close(led)
	w.until("the ticket was handed in twice", func() bool { return others[0].line.fails.Load() > 1 })
	terms := matchmaking.Terms{Game: "district-noir", Rated: true, Pace: data.Live}
	if _, err := others[0].Queue(ctx, matchmaking.Ticket{Player: w.players[1], Terms: terms}); !errors.Is(err, data.ErrUnavailable) {
		t.Errorf("a player who comes is told %v", err)
	}
	if n := others[1].line.fails.Load(); n != 0 {
		t.Errorf("the leader was asked for something %d times", n)
	}
	others[0].line.cut.Store(false)
	w.until("the leader has refused it twice", func() bool { return others[1].line.fails.Load() > 1 })
	others[1].line.cut.Store(false)
	comes := w.wants(others[1], w.players[1])
	if a, b := w.waits(comes), <-id; a != b || a == "" {
		t.Errorf("they are led to %q and %q", a, b)
	}
}

// TestDrainWhileTaking: a node that drains in the moment in which it takes a table, or the role of the leader, gives
// them to another one while it lives.
func TestDrainWhileTaking(t *testing.T) {
	t.Parallel()
	for _, role := range []bool{false, true} {
		t.Run(fmt.Sprintf("the role %t", role), func(t *testing.T) {
			t.Parallel()
			w := newTown(t, 2, 2)
			leads, others := w.byRole()
			drains, ctx := others[0], w.limited()
			seats := []data.Seat{{Player: w.players[0].ID, Name: "a", Kind: data.Human}, {Player: w.players[1].ID, Name: "b", Kind: data.Human}}
			const id = "m1"
			if _, err := leads.store.Open(ctx, data.Match{ID: id, Game: "district-noir", Pace: data.Live, Started: time.Now(), Seats: seats}); err != nil {
				t.Fatal(err)
			}
			took := make(chan struct{}) // closed once the one has taken it
			late := func() {
				select {
				case <-took:
				case <-ctx.Done():
				}
			}
			var begun atomic.Bool
			now := func() {
				if begun.CompareAndSwap(false, true) {
					drains.Drain(ctx)
				}
			}
			leads.line.takes.Store(&late)
			drains.line.takes.Store(&now)
			self, before := drains.id(), drains.line.taken.Load()
			var err error
			if role {
				err = leads.store.Yield(ctx, "queue")
			} else {
				err = leads.store.Release(ctx, 0, id)
			}
			if err != nil {
				t.Fatal(err)
			}
			holder := func() data.NodeID {
				if role {
					return w.leader()
				}
				return w.owner(id)
			}
			w.until("it has taken what it gives up", func() bool { return drains.line.taken.Load() > before })
			close(took)
			w.until("the other has it", func() bool { return holder() == leads.id() })
			if drains.id() != self {
				t.Errorf("the node that drained is %d", drains.id())
			}
		})
	}
}

// TestTheFirstWhoLookAtTheTables: while what the other nodes have is still on its way, everybody sees the tables of their own.
func TestTheFirstWhoLookAtTheTables(t *testing.T) {
	t.Parallel()
	w := newTown(t, 2, 2)
	leads, _ := w.byRole()
	w.connect(leads, w.players...)
	id := w.pair(leads, leads, w.players[0], w.players[1])
	w.until("nothing else is asked", leads.Idle)
	leads.deaf.loses.Store(100)
	ctx := w.limited()
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			if list, err := leads.Live(ctx, 0); err != nil || len(list) != 1 || list[0].ID != id {
				t.Errorf("the tables are %v, %v", list, err)
			}
		})
	}
	all.Wait()
	leads.deaf.loses.Store(0)
}
