package datatest

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"noir/data"
	"noir/engine"
)

// Node is one node's store.
type Node interface {
	data.Shared
	Close() error

	// Still stops the node's beats, as if its process stood still, but not what it writes.
	Still()
}

// Sharer opens the same store once more, as a further node.
type Sharer func(t *testing.T) Node

// RunShared runs the suite for stores that nodes share. fresh returns the Sharer of an empty store.
func RunShared(t *testing.T, fresh func(t *testing.T) Sharer) {
	for _, c := range []struct {
		name string
		test func(*nodes)
	}{
		{"a node that stands still is fenced", (*nodes).stillIsFenced},
		{"a node that beats is not", (*nodes).beatingIsNotFenced},
		{"each orphan is adopted by one", (*nodes).orphansAreAdopted},
		{"a match is for its owner", (*nodes).matchIsForItsOwner},
		{"a match is opened for another", (*nodes).openedForAnother},
		{"a role is for one", (*nodes).roleIsForOne},
		{"nodes have seats in common", (*nodes).seatsAreCommon},
		{"rated games are known to all nodes", (*nodes).ratedAreCommon},
		{"nodes show one host key", (*nodes).hostKeyIsOne},
		{"nodes speak one protocol", (*nodes).protocolIsOne},
		{"a node that stood still waits", (*nodes).stillWaits},
	} {
		t.Run(c.name, func(t *testing.T) {
			n := &nodes{limited: limit(t), share: fresh(t)}
			defer (&suite{limited: n.limited}).failed()
			c.test(n)
		})
	}
}

// nodes are the nodes of one test's store.
type nodes struct {
	limited
	share Sharer
}

// join opens a node.
func (n *nodes) join() Node {
	n.Helper()
	node := n.share(n.T)
	n.Cleanup(func() { node.Close() })
	return node
}

// until waits for a census of a node, a minute at most.
func (n *nodes) until(node Node, what string, so func(data.Census) bool) data.Census {
	n.Helper()
	late := time.After(time.Minute)
	for {
		c, next := node.Census()
		if so(c) {
			return c
		}
		select {
		case <-next:
		case <-late:
			n.Fatalf("%s: after a minute there is %s", what, show(c))
		}
	}
}

func (n *nodes) open(node Node, id data.MatchID, live ...data.PlayerID) {
	n.Helper()
	m := n.match(id)
	m.Live = live
	must(node.Open(n.Context(), m))
}

func (n *nodes) match(id data.MatchID) data.Match {
	return (&suite{limited: n.limited, now: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)}).match(id, false, data.Player{Name: "guest-1"}, data.Player{Name: "guest-2"})
}

func self(node Node) data.NodeID {
	c, _ := node.Census()
	return c.Self
}

// stillIsFenced: a node is removed as dead while it appends to many logs. What was acknowledged to it is there for the
// node that adopts its matches, and nothing is added after that.
func (n *nodes) stillIsFenced() {
	a, b := n.join(), n.join()
	was := self(a)
	const matches = 8
	stored := make([]int, matches) // by match: the plies that were acknowledged
	var writers sync.WaitGroup
	ctx, stop := context.WithTimeout(n.Context(), time.Minute)
	defer stop()
	for i := range matches {
		id := data.MatchID(fmt.Sprint("m", i))
		n.open(a, id)
		writers.Go(func() {
			for ply := 1; ; ply++ {
				switch err := a.Append(ctx, id, entry(ply)); {
				case err == nil:
					stored[i] = ply
				case errors.Is(err, data.ErrFenced):
					return
				default:
					n.Errorf("%s: %v", id, err)
					return
				}
			}
		})
	}
	a.Still()
	n.until(b, "the other is gone", func(c data.Census) bool { return len(c.Nodes) == 1 && c.Orphans == matches })
	adopted := must(b.Adopt(n.Context(), 100))
	writers.Wait()
	if len(adopted) != matches {
		n.Fatalf("%d matches were adopted", len(adopted))
	}
	for i := range matches {
		id := data.MatchID(fmt.Sprint("m", i))
		log := adopted[slices.IndexFunc(adopted, func(m data.Match) bool { return m.ID == id })].Moves
		if len(log) < stored[i] || len(log) == 0 {
			n.Errorf("%s: %d plies were acknowledged, %d are there", id, stored[i], len(log))
		}
		if err := b.Append(n.Context(), id, entry(len(log)+1)); err != nil {
			n.Errorf("%s: %v", id, err)
		}
	}
	if err := a.Retire(n.Context(), "m0", 1); !errors.Is(err, data.ErrFenced) || !errors.Is(err, data.ErrUnavailable) {
		n.Errorf("something else: %v", err)
	}
	if err := a.Join(n.Context()); err != nil {
		n.Fatal(err)
	}
	if now := self(a); now == was || now == 0 {
		n.Errorf("it was node %d and is node %d", was, now)
	}
	if err := a.Append(n.Context(), "m0", entry(len(adopted[0].Moves)+2)); !errors.Is(err, data.ErrFenced) {
		n.Errorf("a match of before: %v", err)
	}
	n.open(a, "new")
	if err := a.Append(n.Context(), "new", entry(1)); err != nil {
		n.Errorf("a match of its own: %v", err)
	}
}

// beatingIsNotFenced: a node that beats stays, for longer than it takes to fence a node.
func (n *nodes) beatingIsNotFenced() {
	all := []Node{n.join(), n.join(), n.join()}
	for end := time.Now().Add(2 * data.DeadAfter); time.Now().Before(end); {
		_, next := all[0].Census()
		<-next
	}
	slots := map[int]bool{}
	for _, node := range n.until(all[0], "three nodes", func(c data.Census) bool { return len(c.Nodes) == 3 }).Nodes {
		slots[node.Slot] = true
	}
	if len(slots) != 3 {
		n.Errorf("the slots are %v", slots)
	}
	all[1].Link(true)
	n.until(all[0], "the second is linked", func(c data.Census) bool { return c.Nodes[1].Linked && !c.Nodes[0].Linked })
	if err := all[1].Close(); err != nil {
		n.Error(err)
	}
	n.until(all[0], "the second has left", func(c data.Census) bool { return len(c.Nodes) == 2 })
}

// orphansAreAdopted: each once, by nodes that all want them at the same time.
func (n *nodes) orphansAreAdopted() {
	const orphans = 60
	dead := n.join()
	for i := range orphans {
		n.open(dead, data.MatchID(fmt.Sprint("m", i)))
	}
	if err := dead.Append(n.Context(), "m7", entry(1)); err != nil {
		n.Error(err)
	}
	if err := dead.Close(); err != nil {
		n.Fatal(err)
	}
	var mu sync.Mutex
	by := map[data.MatchID]data.NodeID{}
	var all sync.WaitGroup
	for range 3 {
		node := n.join()
		all.Go(func() {
			for {
				adopted, err := node.Adopt(n.Context(), 7)
				if err != nil {
					n.Error(err)
				}
				if len(adopted) == 0 {
					return
				}
				mu.Lock()
				for _, m := range adopted {
					if by[m.ID] != 0 {
						n.Errorf("%s was adopted twice", m.ID)
					}
					if by[m.ID] = self(node); m.ID == "m7" && len(m.Moves) != 1 {
						n.Errorf("%s has %d plies", m.ID, len(m.Moves))
					}
				}
				mu.Unlock()
			}
		})
	}
	all.Wait()
	last := n.join()
	owned := must(last.Owned(n.Context()))
	if len(by) != orphans || len(owned) != orphans {
		n.Errorf("%d were adopted, %d have an owner", len(by), len(owned))
	}
	for id, o := range owned {
		if o.Node != by[id] || o.Epoch != 1 {
			n.Errorf("%s is %s", id, show(o))
		}
	}
}

// openedForAnother: a node opens matches for another one, which finds them with their logs and guests.
func (n *nodes) openedForAnother() {
	ctx := n.Context()
	a, b := n.join(), n.join()
	for _, id := range []data.MatchID{"m1", "m2", "m3"} {
		m := n.match(id)
		m.Seats[0].Player, m.Owner = -5, self(b)
		must(a.Open(ctx, m))
	}
	n.open(a, "m4")
	if err := a.Append(ctx, "m1", entry(1)); !errors.Is(err, data.ErrFenced) {
		n.Errorf("append by who opened it: %v", err)
	}
	if err := b.Append(ctx, "m1", entry(1)); err != nil {
		n.Error(err)
	}
	names := func(matches []data.Match) (ids []data.MatchID) {
		for _, m := range matches {
			if m.Seats[0].Player != -5 {
				n.Errorf("the guest of %s is %d", m.ID, m.Seats[0].Player)
			}
			ids = append(ids, m.ID)
		}
		return ids
	}
	some := must(b.Own(ctx, "m4", "m1", "never heard of", "m3"))
	if ids := names(some); !slices.Equal(ids, []data.MatchID{"m1", "m3"}) || len(some[0].Moves) != 1 {
		n.Errorf("of some its own are %v", ids)
	}
	if none := append(must(a.Own(ctx, "m1")), must(b.Own(ctx))...); len(none) > 0 {
		n.Errorf("the other, and of none its own, have %v", none)
	}
	gone := n.match("m5")
	gone.Owner = self(b)
	if err := b.Leave(ctx); err != nil {
		n.Fatal(err)
	}
	if _, err := a.Open(ctx, gone); err == nil {
		n.Error("a match was opened for a node that is gone")
	}
	if _, err := a.Match(ctx, "m5"); !errors.Is(err, data.ErrNotFound) {
		n.Errorf("it is there: %v", err)
	}
}

// matchIsForItsOwner: every method that changes a running match is for its owner, until the match is released to
// another node.
func (n *nodes) matchIsForItsOwner() {
	ctx := n.Context()
	a, b := n.join(), n.join()
	n.open(a, "m1")
	changes := func(node Node) map[string]error {
		_, finish := node.Finish(ctx, "m1", time.Now(), won(1, 2))
		return map[string]error{
			"append": node.Append(ctx, "m1", entry(1)), "allow spectators": node.AllowSpectators(ctx, "m1", false),
			"slow": node.Slow(ctx, "m1"), "finish": finish, "discard": node.Discard(ctx, "m1"),
		}
	}
	for what, err := range changes(b) {
		if !errors.Is(err, data.ErrFenced) {
			n.Errorf("%s: %v", what, err)
		}
	}
	owner := func() (data.NodeID, int64) {
		node, epoch, err := b.Owner(ctx, "m1")
		if err != nil {
			n.Error(err)
		}
		return node, epoch
	}
	if node, epoch := owner(); node != self(a) || epoch != 0 {
		n.Errorf("the owner is %d in epoch %d", node, epoch)
	}
	if err := errors.Join(b.Release(ctx, 0, "m1"), a.Release(ctx, self(b), "m1", "never heard of")); err != nil {
		n.Error(err)
	}
	if node, epoch := owner(); node != self(b) || epoch != 1 {
		n.Errorf("the owner is %d in epoch %d", node, epoch)
	}
	if err := b.Stop(ctx, map[data.MatchID]time.Duration{"m1": time.Minute}); err != nil {
		n.Error(err)
	}
	if err := a.Stop(ctx, map[data.MatchID]time.Duration{"m1": time.Hour}); err != nil || must(a.Match(ctx, "m1")).Stopped != time.Minute {
		n.Errorf("it was stopped by another: %v", err)
	}
	if err := a.Append(ctx, "m1", entry(1)); !errors.Is(err, data.ErrFenced) {
		n.Errorf("append: %v", err)
	}
	if err := b.Append(ctx, "m1", entry(1)); err != nil {
		n.Errorf("append: %v", err)
	}
	if _, err := b.Finish(ctx, "m1", time.Now(), won(1, 2)); err != nil {
		n.Error(err)
	}
	if _, _, err := a.Owner(ctx, "m1"); !errors.Is(err, data.ErrFinished) {
		n.Errorf("after the end: %v", err)
	}
}

// roleIsForOne: a role has one holder, until its node gives it up or is gone. A node that calls Look sees the change at
// once.
func (n *nodes) roleIsForOne() {
	ctx := n.Context()
	a, b := n.join(), n.join()
	first, err := a.Take(ctx, "queue")
	if err != nil {
		n.Fatal(err)
	}
	for _, node := range []Node{a, b} {
		if _, err := node.Take(ctx, "queue"); !errors.Is(err, data.ErrTaken) {
			n.Errorf("again: %v", err)
		}
	}
	was := self(a)
	n.until(b, "the other has it", func(c data.Census) bool { h, ok := c.Holder("queue"); return ok && h.ID == was })
	if err := b.Yield(ctx, "queue"); err != nil {
		n.Error(err)
	}
	b.Look(ctx)
	if c, _ := b.Census(); len(c.Nodes) != 2 || len(c.Nodes[0].Roles) != 1 {
		n.Errorf("after the other has given up what it does not have: %+v", c)
	}
	if err := a.Yield(ctx, "queue"); err != nil {
		n.Error(err)
	}
	b.Look(ctx)
	if c, _ := b.Census(); c.Self != self(b) || len(c.Nodes[0].Roles) != 0 {
		n.Errorf("a look does not show that it is free: %+v", c)
	}
	again, err := a.Take(ctx, "queue")
	if err != nil || again <= first {
		n.Errorf("epoch %d after %d: %v", again, first, err)
	}
	b.Look(ctx)
	a.Still()
	n.until(b, "it is free", func(c data.Census) bool { _, held := c.Holder("queue"); return !held })
	if last, err := b.Take(ctx, "queue"); err != nil || last <= again {
		n.Errorf("epoch %d after %d: %v", last, again, err)
	}
}

// hostKeyIsOne: several nodes show one host key, also through a rotation. A key that no node shows any more is refused;
// when no node shows one yet, any key is accepted.
func (n *nodes) hostKeyIsOne() {
	ctx := n.Context()
	a, b := n.join(), n.join()
	shows := func(node Node, want error, keys ...string) {
		n.Helper()
		if others, err := node.Present(ctx, keys...); !errors.Is(err, want) || want != nil && len(others) == 0 {
			n.Errorf("%q beside %q: %v", keys, others, err)
		}
	}
	shows(a, nil, "old")
	shows(a, nil, "first", "second")
	shows(b, data.ErrTaken, "another", "second")
	shows(b, data.ErrTaken, "old")
	shows(b, nil, "first")
	shows(b, nil, "second", "third")
	shows(a, nil, "third")
	shows(b, nil, "third")
	shows(b, data.ErrTaken, "second")
	if err := errors.Join(a.Leave(ctx), a.Join(ctx)); err != nil {
		n.Fatal(err)
	}
	shows(b, data.ErrTaken, "new") // it shows its own again
	if err := errors.Join(a.Close(), b.Leave(ctx), b.Join(ctx)); err != nil {
		n.Fatal(err)
	}
	c := n.join()
	shows(c, nil, "third")
	if err := errors.Join(b.Close(), c.Close()); err != nil {
		n.Fatal(err)
	}
	d, e := n.join(), n.join()
	shows(d, nil, "new")
	shows(e, nil, "new")
	if err := e.Leave(ctx); err != nil {
		n.Fatal(err)
	}
	shows(d, nil, "another")
	if err := e.Join(ctx); !errors.Is(err, data.ErrTaken) || !strings.Contains(err.Error(), "host keys") {
		n.Errorf("a node joins those that show another key: %v", err)
	}
	if err := errors.Join(d.Close(), e.Join(ctx)); err != nil {
		n.Errorf("once they are gone: %v", err)
	}
}

// protocolIsOne: a node that speaks another protocol than the others is refused with their names, also when it joins
// again. Nodes that have not said what they speak do not count.
func (n *nodes) protocolIsOne() {
	ctx := n.Context()
	a, b, silent := n.join(), n.join(), n.join()
	speaks := func(node Node, protocol, others int) {
		n.Helper()
		want := error(nil)
		if others > 0 {
			want = data.ErrTaken
		}
		if names, err := node.Speak(ctx, protocol); !errors.Is(err, want) || len(names) != others {
			n.Errorf("%d beside %q: %v", protocol, names, err)
		}
	}
	speaks(a, 2, 0)
	speaks(b, 3, 1)
	speaks(b, 2, 0)
	speaks(a, 3, 1)
	if err := errors.Join(a.Leave(ctx), b.Leave(ctx), b.Join(ctx)); err != nil {
		n.Fatal(err)
	}
	speaks(silent, 1, 1) // it has said so again
	if err := b.Leave(ctx); err != nil {
		n.Fatal(err)
	}
	speaks(silent, 3, 0)
	for name, node := range map[string]Node{"the first": a, "the second": b} {
		if err := node.Join(ctx); !errors.Is(err, data.ErrTaken) || !strings.Contains(err.Error(), "protocol") {
			n.Errorf("%s joins those that speak another protocol: %v", name, err)
		}
	}
	if err := errors.Join(silent.Close(), b.Join(ctx), a.Join(ctx)); err != nil {
		n.Errorf("once they are gone: %v", err)
	}
}

// stillWaits: a node that stood still waits until it has beaten again, or is fenced.
func (n *nodes) stillWaits() {
	ctx := n.Context()
	a, b := n.join(), n.join()
	if err := a.Awake(ctx); err != nil {
		n.Errorf("a node that beats: %v", err)
	}
	a.Still()
	was := self(a)
	n.until(b, "the other is gone", func(c data.Census) bool {
		return !slices.ContainsFunc(c.Nodes, func(o data.Node) bool { return o.ID == was })
	})
	at := make(chan error, 1)
	go func() { at <- a.Awake(ctx) }()
	select {
	case err := <-at:
		n.Errorf("a node that stood still is told %v before it looks", err)
	case <-time.After(50 * time.Millisecond): // there is no event to wait for
	}
	a.Look(ctx)
	select {
	case err := <-at:
		if !errors.Is(err, data.ErrFenced) {
			n.Errorf("a node that was fenced meanwhile is told %v", err)
		}
	case <-time.After(time.Minute):
		n.Error("after a minute it still waits")
	}
	if err := b.Awake(ctx); err != nil {
		n.Errorf("the other: %v", err)
	}
}

// ratedAreCommon: each node can read which rated games of a kind some players have running, whichever node owns them.
func (n *nodes) ratedAreCommon() {
	a, b := n.join(), n.join()
	ctx := n.Context()
	var p []data.Player
	for _, name := range []string{"anna", "bert", "cleo"} {
		p = append(p, must(a.CreatePlayer(ctx, name, "SHA256:"+name, "")))
	}
	opens := &suite{limited: n.limited, now: time.Now()}
	must(a.Open(ctx, opens.match("m1", true, p[0], p[1])))
	must(a.Open(ctx, opens.match("m2", false, p[0], p[2])))
	m := opens.match("m3", true, p[0], p[2])
	m.Pace = data.Day
	must(b.Open(ctx, m))
	for _, c := range []struct {
		game string
		of   data.Player
		want []data.Match
	}{
		{game, p[1], []data.Match{{ID: "m1", Game: game, Rated: true, Pace: data.Live, Seats: []data.Seat{{Player: p[0].ID}, {Player: p[1].ID}}}}},
		{game, p[2], []data.Match{{ID: "m3", Game: game, Rated: true, Pace: data.Day, Seats: []data.Seat{{Player: p[0].ID}, {Player: p[2].ID}}}}},
		{"another-game", p[0], nil},
	} {
		for _, at := range []Node{a, b} {
			if got := must(at.Rated(ctx, c.game, c.of.ID)); !reflect.DeepEqual(got, c.want) {
				n.Errorf("%s of %s: %+v, not %+v", c.game, c.of.Name, got, c.want)
			}
		}
	}
	must(b.Finish(ctx, "m3", time.Now(), engine.Result{Reason: "points", Winners: []engine.Seat{0}, Places: []int{1, 2}, Scores: []byte(`[]`)}))
	if got := must(a.Rated(ctx, game, p[2].ID)); got != nil {
		n.Errorf("once it is over: %+v", got)
	}
}

// seatsAreCommon: a player who sits at one node's table is not seated at another's.
func (n *nodes) seatsAreCommon() {
	a, b := n.join(), n.join()
	n.open(a, "m1", 1, -2)
	m := data.Match{ID: "m2", Game: game, Pace: data.Live, Started: time.Now(), Live: []data.PlayerID{-2, 3}}
	var seated *data.Seated
	if _, err := b.Open(n.Context(), m); !errors.As(err, &seated) || !maps.Equal(seated.In, map[data.PlayerID]data.MatchID{-2: "m1"}) {
		n.Errorf("the second: %v", err)
	}
	if in := must(b.LiveSeats(n.Context(), 1, -2, 3)); !maps.Equal(in, map[data.PlayerID]data.MatchID{1: "m1", -2: "m1"}) {
		n.Errorf("in %v", in)
	}
}
