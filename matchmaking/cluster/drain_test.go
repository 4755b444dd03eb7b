package cluster_test

import (
	"errors"
	"slices"
	"sync"
	"testing"
	"time"

	"noir/data"
	"noir/matchmaking"
)

// leader returns who leads.
func (w *town) leader() data.NodeID {
	c, _ := w.nodes[0].store.Census()
	n, _ := c.Holder("queue")
	return n.ID
}

// id returns the id of a node of the town.
func (n *node) id() data.NodeID {
	c, _ := n.store.Census()
	return c.Self
}

// game is a game of players that the node is to run.
func (n *node) game(id data.MatchID, players ...data.Player) data.Match {
	m := data.Match{
		ID: id, Game: "district-noir", Pace: data.Live, Clock: data.Usual, Options: []byte(`{}`), Started: time.Now(), Owner: n.id(),
	}
	for _, p := range players {
		m.Seats = append(m.Seats, data.Seat{Player: p.ID, Name: p.Name, Kind: data.Human})
	}
	return m
}

// byRole returns the node that leads, and the others.
func (w *town) byRole() (leads *node, others []*node) {
	w.until("somebody leads", func() bool { return w.leader() != 0 })
	for _, n := range w.nodes {
		if n.id() == w.leader() {
			leads = n
		} else {
			others = append(others, n)
		}
	}
	return leads, others
}

// TestDrainHandsOver: a node that drains gives its tables and the queue to others while it still lives. People
// go on at their tables from all nodes, without a word, and nobody waits for a lease to run out. It runs alone, since
// how long that takes is measured.
func TestDrainHandsOver(t *testing.T) {
	w := newTown(t, 3, 2)
	leads, others := w.byRole()
	w.connect(leads, w.players...)
	id := w.pair(others[0], leads, w.players[0], w.players[1])
	if w.owner(id) != leads.id() {
		t.Fatal("the leader has not opened the table")
	}
	ctx := w.limited()
	v, err := others[1].Watch(ctx, id)
	if err != nil {
		t.Fatal(err)
	}
	results := make([]told, 3)
	var all sync.WaitGroup
	all.Go(func() { results[2] = watch(ctx, v) })
	half, gone := make(chan struct{}), make(chan struct{})
	for i, at := range []*node{others[0], leads} {
		s, err := at.Sit(ctx, id, w.players[i].ID)
		if err != nil {
			t.Fatal(err)
		}
		var once sync.Once
		all.Go(func() {
			results[i] = play(ctx, s, func(ply int) {
				if ply > 6 {
					once.Do(func() {
						if i == 0 {
							close(half)
						}
						<-gone
					})
				}
			})
		})
	}
	<-half
	began := time.Now()
	leads.Drain(ctx)
	w.until("somebody else has the table and leads", func() bool {
		now, leader := w.owner(id), w.leader()
		return now != 0 && now != leads.id() && leader != 0 && leader != leads.id()
	})
	for _, n := range others { // players with a day game are reminded by its new owner
		if n.id() != w.owner(id) {
			continue
		}
		select {
		case mine := <-n.adopted:
			if rows, err := mine(ctx, w.players[0].ID); err != nil || len(rows) != 1 || rows[0].ID != id {
				t.Errorf("adopted are %v: %v", rows, err)
			}
		case <-ctx.Done():
			t.Error("nobody is told of what was adopted")
		}
	}
	if took := time.Since(began); took > data.DeadAfter || leads.id() == 0 {
		t.Errorf("they have it after %v, and the node that drained is %d", took, leads.id())
	}
	close(gone)
	all.Wait()
	m, err := others[0].store.Match(w.limited(), id)
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range results {
		if r.err != nil || r.end == nil || len(r.lines) != len(m.Moves) {
			t.Errorf("%d was told %d of %d plies in %d frames, the end %v: %v", i, len(r.lines), len(m.Moves), r.frames, r.end, r.err)
		}
		if r.drained {
			t.Errorf("%d was told that the server goes down", i)
		}
	}
	if _, err := leads.Queue(ctx, matchmaking.Ticket{Player: w.players[0]}); !errors.Is(err, matchmaking.ErrDraining) {
		t.Errorf("a ticket at a node that drains: %v", err)
	}
}

// waiting returns the newest that a place tells, once it is so.
func (w *town) waiting(p matchmaking.Place, so func(matchmaking.Waiting) bool) matchmaking.Waiting {
	w.Helper()
	for after := 0; ; {
		news, err := p.Next(w.limited(), after)
		if err != nil {
			w.Fatal(err)
		}
		if so(news) {
			return news
		}
		after = news.Revision
	}
}

// TestAFrontThatIsGone in the middle of a ready check is nothing that its player is held for, however often; whoever else
// was asked waits on.
func TestAFrontThatIsGone(t *testing.T) {
	t.Parallel()
	w := newTown(t, 3, 2)
	leads, others := w.byRole()
	there := w.wants(leads, w.players[1])
	for _, front := range others {
		w.wants(front, w.players[0])
		w.waiting(there, func(news matchmaking.Waiting) bool { return news.Found > 0 })
		w.close(front)
		w.waiting(there, func(news matchmaking.Waiting) bool { return news.Found == 0 })
	}
	back := w.wants(leads, w.players[0])
	if news := w.waiting(back, func(matchmaking.Waiting) bool { return true }); !news.Held.IsZero() {
		t.Errorf("the player is held until %v", news.Held)
	}
}

// TestTicketsOutliveTheirLeader: when another node leads, a private table has the code that its host has been
// told, a challenge to sit down there stands, and a day ticket waits for the same challenge.
func TestTicketsOutliveTheirLeader(t *testing.T) {
	t.Parallel()
	w := newTown(t, 3, 5)
	leads, others := w.byRole()
	ctx := w.limited()
	queue := func(at *node, ticket matchmaking.Ticket) matchmaking.Place {
		t.Helper()
		if ticket.Game == "" && ticket.Join == "" {
			ticket.Game = "district-noir"
		}
		p, err := at.Queue(ctx, ticket)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	friends := matchmaking.Terms{Pace: data.Live, Seats: 2}
	hosts := queue(others[0], matchmaking.Ticket{Player: w.players[0], Terms: friends, Host: true, To: w.players[1]})
	code := w.waiting(hosts, func(n matchmaking.Waiting) bool { return n.Code != "" }).Code
	three := matchmaking.Terms{Game: "noirburg", Pace: data.Live, Seats: 3}
	opens := queue(others[0], matchmaking.Ticket{Player: w.players[2], Terms: three, Host: true})
	larger := w.waiting(opens, func(n matchmaking.Waiting) bool { return n.Code != "" }).Code
	joins := queue(others[1], matchmaking.Ticket{Player: w.players[3], Join: larger})
	w.waiting(joins, func(n matchmaking.Waiting) bool { return n.Seated == 2 })
	seeks := queue(others[1], matchmaking.Ticket{Player: w.players[4], Terms: matchmaking.Terms{Pace: data.Day, Seats: 2}})
	sought := w.waiting(seeks, func(n matchmaking.Waiting) bool { return n.Challenge != "" }).Challenge
	made, err := others[1].Challenges(ctx, w.players[1].ID)
	if err != nil || len(made) != 2 {
		t.Fatal(made, err)
	}
	ids := make(chan data.MatchID, 2)
	go func() { ids <- w.waits(hosts) }()
	sent := make(chan error, 1)
	go func() {
		for after := 0; ; {
			news, err := joins.Next(ctx, after)
			if err != nil {
				sent <- err
				return
			}
			after = news.Revision
		}
	}()

	leads.Drain(ctx)
	w.until("somebody else leads", func() bool { now := w.leader(); return now != 0 && now != leads.id() })
	w.until("the challenges stand", func() bool {
		now, err := others[1].Challenges(ctx, w.players[1].ID)
		return err == nil && len(now) == 2 && now[0].ID == made[0].ID && now[1].ID == made[1].ID
	})
	taken, err := others[1].Accept(ctx, w.players[1], made[0].ID)
	if err != nil || taken.Code != code {
		t.Errorf("the challenge leads to %q in place of %q: %v", taken.Code, code, err)
	}
	comes := queue(others[1], matchmaking.Ticket{Player: w.players[1], Join: code})
	go func() { ids <- w.waits(comes) }()
	if a, b := <-ids, <-ids; a != b || a == "" {
		t.Errorf("they are led to %q and %q", a, b)
	}
	if again := w.waiting(opens, func(n matchmaking.Waiting) bool { return n.Seated == 2 }); again.Code != larger {
		t.Errorf("the code is %q in place of %q", again.Code, larger)
	}
	if again := w.waiting(seeks, func(matchmaking.Waiting) bool { return true }); again.Challenge != sought {
		t.Errorf("who seeks waits for %q in place of %q", again.Challenge, sought)
	}
	opens.Leave()
	if err := <-sent; !errors.Is(err, matchmaking.ErrHostLeft) {
		t.Errorf("the host has left, and the guest is told %v", err)
	}
}

// TestAlone: a node has others that take people in while these are there and do not drain.
func TestAlone(t *testing.T) {
	t.Parallel()
	w := newTown(t, 3, 0)
	one, other, last := w.nodes[0], w.nodes[1], w.nodes[2]
	alone := func(n *node, want bool) {
		w.until("others take people in or not", func() bool { return n.Alone() == want })
	}
	for _, n := range w.nodes {
		alone(n, false)
	}
	other.Drain(w.limited())
	alone(one, false)
	last.Drain(w.limited())
	alone(one, true)
	alone(other, false)
	w.close(last)
	alone(one, true)
	one.Drain(w.limited())
	alone(other, true)
}

// TestTheLastNodeDrains: its tables stand, and their players are told.
func TestTheLastNodeDrains(t *testing.T) {
	t.Parallel()
	w := newTown(t, 1, 0)
	n := w.nodes[0]
	guest := n.arrives()
	p, err := n.Queue(w.limited(), matchmaking.Ticket{Player: guest, Terms: matchmaking.Terms{Game: "district-noir", Pace: data.Live}, Bot: "easy"})
	if err != nil {
		t.Fatal(err)
	}
	s := w.sit(n, w.waits(p), guest)
	n.Drain(w.limited())
	w.sees(s, "that the server goes down", func(f matchmaking.Frame) bool {
		return slices.ContainsFunc(f.Notes, func(n matchmaking.Note) bool { return n.Code == "draining" })
	})
	f := w.sees(s, "that they are asked", func(f matchmaking.Frame) bool { return f.Turn != nil })
	if err := s.Play(w.limited(), f.Turn.Ply, f.Turn.Legal[0]); err != nil {
		t.Errorf("a move after it: %v", err)
	}
}
