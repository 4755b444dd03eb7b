package cluster

import (
	"context"
	"errors"
	"net/netip"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"noir/data"
	"noir/internal/quota"
	"noir/matchmaking"
)

// elected returns what a node, 1, knows of who leads, and the server of another one, 2.
func elected(t *testing.T) (e *election, node *server, over *pipe) {
	t.Helper()
	node, front, over := between(t)
	return newElection(front, nil, nil, front.log), node, over
}

// TestWhatIsAskedOfALeaderAgain: what it has certainly not done, and what it may only lack while it gathers tickets.
func TestWhatIsAskedOfALeaderAgain(t *testing.T) {
	for _, c := range []struct {
		says   error
		drains bool // this node
		leads  time.Duration
		took   time.Duration
		told   error // in the end; nil: what it says next
	}{
		{nil, false, 0, 0, nil},
		{errNotMine, false, time.Hour, lookAgain, nil},
		{errBusy, false, time.Hour, lookAgain, nil},
		{ErrNobody, false, time.Hour, lookAgain, nil},
		{matchmaking.ErrDraining, false, time.Hour, lookAgain, nil},
		{matchmaking.ErrDraining, true, time.Hour, 0, matchmaking.ErrDraining},
		{matchmaking.ErrNoCode, false, gatherTime - 1, lookAgain, nil},
		{matchmaking.ErrNoChallenge, false, gatherTime - 1, lookAgain, nil},
		{matchmaking.ErrNoCode, false, gatherTime, 0, matchmaking.ErrNoCode},
		{matchmaking.ErrNoChallenge, false, gatherTime, 0, matchmaking.ErrNoChallenge},
		{matchmaking.ErrSeated, false, 0, 0, matchmaking.ErrSeated},
		{errAway, false, 0, 0, data.ErrUnavailable}, // it may have done it
	} {
		for _, far := range []bool{false, true} {
			synctest.Test(t, func(t *testing.T) {
				e, node, _ := elected(t)
				e.drains.Store(c.drains)
				asked := 0
				here := func() (int, error) {
					if asked++; asked == 1 {
						return 0, c.says
					}
					return 7, nil
				}
				node.handlers = map[string]handler{"offer": func(context.Context, data.NodeID, []byte) (any, error) { return here() }}
				lead := data.NodeID(1)
				if far {
					lead = 2
				}
				if e.recognise(lead); far && (c.says == ErrNobody || c.says == errAway) {
					return // no leader says that
				}
				time.Sleep(c.leads)
				began := time.Now()
				got, err := atLeader(t.Context(), e, "offer", nil, here)
				if took := time.Since(began); took != c.took || !errors.Is(err, c.told) || c.told == nil && (err != nil || c.says != nil && got != 7) {
					t.Errorf("it says %v, far %t: %d, %v after %v", c.says, far, got, err, took)
				}
			})
		}
	}
}

// TestNobodyLeads: requests wait for a leader, but not for long.
func TestNobodyLeads(t *testing.T) {
	ask := func(t *testing.T, e *election, took time.Duration, want error) {
		t.Helper()
		began := time.Now()
		if _, err := atLeader(t.Context(), e, "offer", nil, func() (int, error) { return 7, nil }); !errors.Is(err, want) || time.Since(began) != took {
			t.Errorf("%v after %v", err, time.Since(began))
		}
	}
	synctest.Test(t, func(t *testing.T) {
		e, _, _ := elected(t)
		ask(t, e, patience, data.ErrUnavailable)
		time.AfterFunc(time.Second, func() { e.recognise(1) })
		ask(t, e, time.Second, nil)
		busy := func() (int, error) { return 0, errBusy }
		began := time.Now()
		if _, err := atLeader(t.Context(), e, "offer", nil, busy); !errors.Is(err, data.ErrUnavailable) || time.Since(began) != patience {
			t.Errorf("of a leader that is always busy: %v after %v", err, time.Since(began))
		}
		e.recognise(0)
		time.AfterFunc(time.Second, e.Close)
		ask(t, e, time.Second, matchmaking.ErrDraining)
	})
}

// TestALeadershipEnds when another node leads, and not when the same one is recognised again.
func TestALeadershipEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e, _, _ := elected(t)
		if e.leads() {
			t.Error("it leads before anybody does")
		}
		first := e.recognise(1)
		time.Sleep(time.Minute)
		if again := e.recognise(1); again.from != first.from || first.over.Err() != nil || !e.leads() {
			t.Errorf("it leads %t, since %v and %v", e.leads(), first.from, again.from)
		}
		if e.recognise(2); first.over.Err() == nil || e.leads() {
			t.Errorf("another one leads, and it %t: %v", e.leads(), first.over.Err())
		}
		if e.self = 0; e.recognise(0).node != 0 || e.leads() {
			t.Error("a node that is none leads when nobody does")
		}
	})
}

// spot is a place in the queue of this node's leader.
type spot struct {
	matchmaking.Place
	news  chan matchmaking.Waiting
	after []int // that were asked for
	left  int
}

func (s *spot) Next(ctx context.Context, after int) (matchmaking.Waiting, error) {
	s.after = append(s.after, after)
	select {
	case w := <-s.news:
		return w, nil
	case <-ctx.Done():
		return matchmaking.Waiting{}, ctx.Err()
	}
}

func (s *spot) Leave() { s.left++ }

// seats are a store of who plays what.
type seats struct {
	data.Shared
	in map[data.PlayerID]data.MatchID

	mu  sync.Mutex
	err error
}

func (s *seats) LiveSeats(context.Context, ...data.PlayerID) (map[data.PlayerID]data.MatchID, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.in, s.err
}

// fail has the store fail, or answer again.
func (s *seats) fail(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.err = err
}

// queues is the leader of another node, 2, and a ticket that waits at a place with a leader, 1, that has just ended.
type queues struct {
	*waiting
	t       *testing.T
	was     *spot
	seats   *seats
	entered []entering
	says    []error   // to the next tickets
	busy    time.Time // until when it is
	quit    []string
	ready   int // answers to ready checks
	over    *pipe
}

func newQueues(t *testing.T, ticket matchmaking.Ticket) *queues {
	t.Helper()
	e, node, over := elected(t)
	q := &queues{t: t, over: over, was: &spot{news: make(chan matchmaking.Waiting, 1)}, seats: new(seats)}
	e.store = q.seats
	q.waiting = &waiting{election: e, ticket: ticket, since: time.Now(), payer: quota.Payer{Address: netip.MustParseAddr("192.0.2.1"), ID: quota.Player(101)}}
	q.at = queued{q.was, e.recognise(1)}
	node.handlers = map[string]handler{
		"enter": answering(func(_ context.Context, from data.NodeID, asked entering) (any, error) {
			q.entered = append(q.entered, asked)
			if len(q.says) > 0 {
				says := q.says[0]
				q.says = q.says[1:]
				return nil, says
			}
			return nil, nil
		}),
		"news": answering(func(_ context.Context, _ data.NodeID, a asking) (any, error) {
			if time.Now().Before(q.busy) {
				time.Sleep(time.Millisecond) // so that no two things are due at once
				return nil, errBusy
			}
			return &matchmaking.Waiting{Revision: a.After + 5, Code: a.Place, Waiting: a.After}, nil
		}),
		"quit": answering(func(_ context.Context, _ data.NodeID, place string) (any, error) {
			q.quit = append(q.quit, place)
			return nil, nil
		}),
		"ready": answering(func(context.Context, data.NodeID, string) (any, error) {
			q.ready++
			return nil, nil
		}),
	}
	return q
}

// next returns news after a revision, and how long they took.
func (q *queues) next(after int) (matchmaking.Waiting, time.Duration, error) {
	began := time.Now()
	news, err := q.Next(q.t.Context(), after)
	return news, time.Since(began), err
}

// TestATicketIsHandedInAgain at the next leader, with what it has had so far; the place at the last one is left. Its holder sees one
// row of revisions.
func TestATicketIsHandedInAgain(t *testing.T) {
	for _, host := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			q := newQueues(t, matchmaking.Ticket{Player: data.Player{ID: 101}, Host: host, Terms: matchmaking.Terms{Game: "district-noir"}})
			q.was.news <- matchmaking.Waiting{Revision: 40, Code: "abc", Challenge: "c1", Begun: true}
			if news, _, err := q.next(0); err != nil || news.Revision != 1 || news.Code != "abc" {
				t.Errorf("%+v, %v", news, err)
			}
			if news, took, err := q.next(0); err != nil || took != 0 || news.Revision != 1 {
				t.Errorf("what is known already is %+v after %v, %v", news, took, err)
			}
			time.AfterFunc(time.Minute, func() { q.recognise(2) })
			news, took, err := q.next(1)
			if err != nil || took != time.Minute || news.Revision != 2 || news.Waiting != 0 {
				t.Errorf("%+v after %v, %v", news, took, err)
			}
			had := matchmaking.Before{Waited: time.Minute, Begun: true, Challenge: "c1"}
			if host {
				had.Code = "abc"
			}
			if len(q.entered) != 1 || q.entered[0].Ticket.Before != had || q.entered[0].Ticket.Front != 1 || q.entered[0].Payer != q.payer || q.entered[0].Place != news.Code {
				t.Fatalf("handed in is %+v", q.entered)
			}
			if q.was.left != 1 || !slices.Equal(q.was.after, []int{0, 40}) {
				t.Errorf("the place before was left %d times, and asked for what follows %v", q.was.left, q.was.after)
			}
			if news, _, err = q.next(2); err != nil || news.Revision != 3 || news.Waiting != 5 {
				t.Errorf("then %+v, %v", news, err)
			}
			q.Leave()
			q.Leave()
			if synctest.Wait(); !slices.Equal(q.quit, []string{q.entered[0].Place}) {
				t.Errorf("%q are left", q.quit)
			}
		})
	}
}

// TestLostAnswersLoseNoPlace: a ticket whose leader's answers are lost stays where it is, and whoever is there has said so.
// Otherwise a player in a ready check would be held for it.
func TestLostAnswersLoseNoPlace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := newQueues(t, matchmaking.Ticket{Player: data.Player{ID: 101}})
		q.recognise(2)
		first, _, err := q.next(0)
		if err != nil {
			t.Fatal(err)
		}
		q.over.loses.Store(2)
		news, took, err := q.next(first.Revision)
		if want := 2 * (pollTime + answerTime + lookAgain); err != nil || took != want || news.Code != first.Code {
			t.Errorf("after two lost answers %+v, %v, in %v", news, err, took)
		}
		q.over.loses.Store(2)
		began := time.Now()
		if err := q.Ready(t.Context()); err != nil || q.ready != 3 || time.Since(began) != 2*(answerTime+lookAgain) {
			t.Errorf("a player who is there has said so %d times in %v: %v", q.ready, time.Since(began), err)
		}
		q.over.loses.Store(1000)
		if err := q.Ready(t.Context()); !errors.Is(err, data.ErrUnavailable) {
			t.Errorf("while no answer comes: %v", err)
		}
		if synctest.Wait(); len(q.entered) != 1 || len(q.quit) != 0 {
			t.Errorf("the ticket is handed in %d times, and %q are left", len(q.entered), q.quit)
		}
	})
}

// TestANodeThatGoesDownLeavesNoPlaces: its people would be held for it in a ready check.
func TestANodeThatGoesDownLeavesNoPlaces(t *testing.T) {
	for _, down := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			q := newQueues(t, matchmaking.Ticket{Player: data.Player{ID: 101}})
			q.recognise(2)
			if _, _, err := q.next(0); err != nil {
				t.Fatal(err)
			}
			q.drains.Store(down)
			q.Leave()
			if synctest.Wait(); (len(q.quit) == 0) != down {
				t.Errorf("it goes down %t: %q are left", down, q.quit)
			}
		})
	}
}

// TestWhatTheNextLeaderSays of a ticket that has waited.
func TestWhatTheNextLeaderSays(t *testing.T) {
	for _, c := range []struct {
		says    []error
		leads   time.Duration // before it is asked
		entered int
		left    int
		told    error
	}{
		{[]error{matchmaking.ErrSeated}, 0, 1, 0, matchmaking.ErrSeated},
		{[]error{matchmaking.ErrNoCode}, gatherTime - 1, 2, 1, nil},
		{[]error{matchmaking.ErrNoCode}, gatherTime, 1, 0, matchmaking.ErrHostLeft},
		{[]error{errNotMine, errBusy, matchmaking.ErrDraining, data.ErrFenced, data.ErrUnavailable}, time.Hour, 6, 4, nil},
	} {
		synctest.Test(t, func(t *testing.T) {
			q := newQueues(t, matchmaking.Ticket{Player: data.Player{ID: 101}})
			q.says = c.says
			q.recognise(2)
			time.Sleep(c.leads)
			if _, _, err := q.next(0); !errors.Is(err, c.told) || c.told == nil && err != nil || len(q.entered) != c.entered {
				t.Errorf("it says %v: %v after %d times", c.says, err, len(q.entered))
			}
			if synctest.Wait(); len(q.quit) != c.left {
				t.Errorf("it says %v: %d places are left", c.says, len(q.quit))
			}
		})
	}
}

// TestATicketThatIsNotHandedIn again: its holder has found a table meanwhile, or has left; and it waits while nobody can say.
func TestATicketThatIsNotHandedIn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := newQueues(t, matchmaking.Ticket{Player: data.Player{ID: 101}})
		q.seats.in = map[data.PlayerID]data.MatchID{101: "m1", 102: "m2"}
		q.seats.fail(data.ErrUnavailable)
		time.AfterFunc(time.Second, func() { q.recognise(2) })
		time.AfterFunc(time.Minute-lookAgain/2, func() { q.seats.fail(nil) })
		if news, took, err := q.next(0); err != nil || news.Match != "m1" || took != time.Minute || len(q.entered) != 0 {
			t.Errorf("%+v after %v, %v", news, took, err)
		}
	})
	synctest.Test(t, func(t *testing.T) { // a day game is one of many
		q := newQueues(t, matchmaking.Ticket{Player: data.Player{ID: 101}, Terms: matchmaking.Terms{Pace: data.Day}})
		q.seats.in = map[data.PlayerID]data.MatchID{101: "m1"}
		q.recognise(2)
		if news, _, err := q.next(0); err != nil || news.Match != "" || len(q.entered) != 1 {
			t.Errorf("%+v, %v", news, err)
		}
	})
	synctest.Test(t, func(t *testing.T) {
		q := newQueues(t, matchmaking.Ticket{Player: data.Player{ID: 101}})
		q.Leave()
		late := new(spot)
		if err := q.moveTo(queued{late, q.lead}); !errors.Is(err, matchmaking.ErrDraining) || late.left != 1 || q.was.left != 1 {
			t.Errorf("whoever has left waits on: %v; the places were left %d and %d times", err, late.left, q.was.left)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, err := q.Next(ctx, 0); err != context.DeadlineExceeded {
			t.Errorf("whoever gives up is told %v", err)
		}
	})
}

// TestATicketForPeople is refused as the leader says, and while the store is away; a player at a table gets no ticket.
// A busy leader lets waiting tickets go on waiting.
func TestATicketForPeople(t *testing.T) {
	busy := pollTime + answerTime + lookAgain/2
	for _, c := range []struct {
		says, away error
		in         data.MatchID
		told       error
		took       time.Duration
	}{
		{nil, nil, "", nil, busy},
		{matchmaking.ErrNoCode, nil, "", matchmaking.ErrNoCode, 0},
		{data.ErrUnavailable, nil, "", data.ErrUnavailable, 0},
		{nil, data.ErrUnavailable, "", data.ErrUnavailable, 0},
		{nil, nil, "m1", matchmaking.ErrSeated, 0},
	} {
		synctest.Test(t, func(t *testing.T) {
			q := newQueues(t, matchmaking.Ticket{})
			q.says, q.seats.err, q.seats.in = []error{c.says}, c.away, map[data.PlayerID]data.MatchID{101: c.in}
			q.recognise(2)
			time.Sleep(gatherTime)
			q.busy = time.Now().Add(busy)
			began := time.Now()
			own := quota.Payer{Address: netip.MustParseAddr("192.0.2.7"), ID: quota.Player(101)}
			p, err := q.queue(quota.With(t.Context(), own), matchmaking.Ticket{Player: data.Player{ID: 101}, Join: "abc"})
			if err == nil {
				_, err = p.Next(t.Context(), 0)
			}
			if took := time.Since(began); !errors.Is(err, c.told) || took < c.took || took > c.took+2*lookAgain {
				t.Errorf("it says %v, %v: %v after %v", c.says, c.away, err, took)
			}
			if len(q.entered) > 1 {
				t.Errorf("it says %v, %v: the ticket is handed in %d times", c.says, c.away, len(q.entered))
			}
			for _, e := range q.entered {
				if e.Ticket.Address != own.Address || e.Payer.Address != own.Address {
					t.Errorf("handed in is %+v", e)
				}
			}
		})
	}
}
