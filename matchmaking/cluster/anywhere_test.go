package cluster_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"noir/data"
	"noir/matchmaking"
	"noir/matchmaking/cluster"
)

// A person cannot tell which node they are on.

// sit sits a player down at a node.
func (w *town) sit(at *node, id data.MatchID, p data.Player) matchmaking.Seat {
	w.Helper()
	s, err := at.Sit(w.limited(), id, p.ID)
	if err != nil {
		w.Fatal(err)
	}
	return s
}

// sees waits until a viewer sees a frame in which something is so.
func (w *town) sees(v matchmaking.Viewer, what string, so func(matchmaking.Frame) bool) matchmaking.Frame {
	w.Helper()
	for after := 0; ; {
		f, err := v.Next(w.limited(), after)
		if err != nil {
			w.Fatalf("until %s: %v", what, err)
		}
		if so(f) {
			return f
		}
		after = f.Revision
	}
}

// move makes the first legal move of an asked seat.
func (w *town) move(seats ...matchmaking.Seat) {
	w.Helper()
	for _, s := range seats {
		f, err := s.Next(w.limited(), 0)
		if err != nil {
			w.Fatal(err)
		}
		if f.Turn == nil {
			continue
		}
		if err := s.Play(w.limited(), f.Turn.Ply, f.Turn.Legal[0]); err != nil {
			w.Fatal(err)
		}
		for _, o := range seats {
			w.sees(o, "the move", func(n matchmaking.Frame) bool { return len(n.Log) > len(f.Log) || n.End != nil })
		}
		return
	}
	w.Fatal("nobody is asked")
}

// TestTalkFromAnyNode: what is said is seen and kept for reports wherever people are, and also once the game is
// over; what may not be said is refused as at one's own node.
func TestTalkFromAnyNode(t *testing.T) {
	t.Parallel()
	w := newTown(t, 3, 2)
	ctx := w.limited()
	_, others := w.byRole()
	a, b := w.players[0], w.players[1]
	id := w.pair(others[0], others[1], a, b)
	one, other := w.sit(others[0], id, a), w.sit(others[1], id, b)
	var phrases *matchmaking.PhrasesOnly
	if err := one.Write(ctx, "good evening"); !errors.As(err, &phrases) {
		t.Errorf("free text that nobody has allowed: %v", err)
	}
	if err := errors.Join(others[0].store.Tie(ctx, a.ID, b.ID, data.Friend), others[1].store.Tie(ctx, b.ID, a.ID, data.Friend)); err != nil {
		t.Fatal(err)
	}
	for _, p := range w.players {
		if _, err := others[0].store.ChangeSettings(ctx, p.ID, func(set *data.Settings) { set.FreeText = true }); err != nil {
			t.Fatal(err)
		}
	}
	if err := one.Write(ctx, "good evening"); err != nil {
		t.Fatal(err)
	}
	if err := one.Write(ctx, " "); !errors.Is(err, matchmaking.ErrNothing) {
		t.Errorf("an empty text: %v", err)
	}
	if err := other.Say(ctx, "no such phrase"); !errors.Is(err, matchmaking.ErrNoPhrase) {
		t.Errorf("a phrase that does not exist: %v", err)
	}
	said := func(f matchmaking.Frame) bool {
		return slices.ContainsFunc(f.Notes, func(n matchmaking.Note) bool { return n.Text == "good evening" })
	}
	w.sees(other, "what was said", said)
	v, err := w.nodes[0].Watch(ctx, id)
	if err != nil {
		t.Fatal(err)
	}
	if err := other.Say(ctx, matchmaking.Phrases[0]); err != nil {
		t.Fatal(err)
	}
	seen := w.sees(v, "a phrase", func(f matchmaking.Frame) bool {
		return slices.ContainsFunc(f.Notes, func(n matchmaking.Note) bool { return n.Phrase == matchmaking.Phrases[0] })
	})
	if said(seen) {
		t.Error("a watcher reads what players write")
	}
	watchers := []matchmaking.Viewer{v}
	for _, n := range w.nodes[1:] {
		v, err := n.Watch(ctx, id)
		if err != nil {
			t.Fatal(err)
		}
		watchers = append(watchers, v)
	}
	if err := other.AllowSpectators(ctx, false); err != nil {
		t.Fatal(err)
	}
	for i, v := range watchers {
		var err error
		for f := (matchmaking.Frame{}); err == nil; f, err = v.Next(ctx, f.Revision) {
		}
		_, again := w.nodes[i].Watch(ctx, id)
		if !errors.Is(err, matchmaking.ErrClosed) || !errors.Is(again, matchmaking.ErrClosed) {
			t.Errorf("a watcher of a table that is closed is told %v, and %v later", err, again)
		}
	}
	if f := w.sees(one, "that it is closed", func(f matchmaking.Frame) bool { return f.NoSpectators }); !said(f) {
		t.Error("a player does not read what another one has written")
	}
	report := func(at *node, match data.MatchID) {
		t.Helper()
		r, err := at.Complain(ctx, matchmaking.Complaint{By: b, About: a.Name, Match: match, Reason: "too polite"})
		if err != nil || !bytes.Contains(r.Talk, []byte("good evening")) || r.Match != id {
			t.Errorf("reported at %q: %+v, %v", match, r, err)
		}
	}
	if err := one.Resign(ctx); err != nil {
		t.Fatal(err)
	}
	w.sees(other, "the end", func(f matchmaking.Frame) bool { return f.End != nil })
	report(others[1], "") // the newest table with both, which is at the leader
	var terms *matchmaking.BadTerms
	if _, err := others[0].Complain(ctx, matchmaking.Complaint{By: b, About: a.Name, Match: id, Reason: "again"}); !errors.As(err, &terms) {
		t.Errorf("reported again: %v", err)
	}
	if _, err := others[1].Complain(ctx, matchmaking.Complaint{By: a, About: "nobody-else", Match: id, Reason: "rude"}); !errors.As(err, &terms) {
		t.Errorf("a report about nobody: %v", err)
	}
}

// TestRematchFromAnyNode: both want another game, and sit down there from where they are. A ticket that one of
// them has in the queue leads there too.
func TestRematchFromAnyNode(t *testing.T) {
	t.Parallel()
	w := newTown(t, 3, 2)
	ctx := w.limited()
	_, others := w.byRole()
	w.connect(others[0], w.players...) // so the table is there, and not at the leader
	id := w.pair(others[0], others[1], w.players[0], w.players[1])
	seats := []matchmaking.Seat{w.sit(others[0], id, w.players[0]), w.sit(others[1], id, w.players[1])}
	if err := seats[0].Rematch(ctx); !errors.Is(err, matchmaking.ErrRunning) {
		t.Errorf("while the game goes on: %v", err)
	}
	w.move(seats...)
	if err := seats[1].Resign(ctx); err != nil {
		t.Fatal(err)
	}
	for _, s := range seats {
		w.sees(s, "the end", func(f matchmaking.Frame) bool { return f.End != nil && f.End.Changes != nil })
	}
	late := w.sit(others[1], id, w.players[0]) // another connection, once it is over
	w.sees(late, "the end", func(f matchmaking.Frame) bool { return f.End != nil })
	waits := w.wants(others[0], w.players[0]) // in the queue, which another node has
	for _, s := range seats {
		if err := s.Rematch(ctx); err != nil {
			t.Fatal(err)
		}
	}
	var next [2]data.MatchID
	for i, s := range seats {
		next[i] = w.sees(s, "the next game", func(f matchmaking.Frame) bool { return f.Next != "" }).Next
	}
	if next[0] != next[1] {
		t.Fatalf("they are led to %q", next)
	}
	if led := w.waits(waits); led != next[0] {
		t.Errorf("who waited for a stranger is led to %q, not to the rematch %q", led, next[0])
	}
	w.move(w.sit(others[1], next[0], w.players[0]), w.sit(others[0], next[0], w.players[1]))
}

// TestEventFromAnyNode: who enters an event at one node meets who enters at another one, the points are the same
// everywhere, and when the operator closes it everybody is sent away.
func TestEventFromAnyNode(t *testing.T) {
	t.Parallel()
	w := newTown(t, 3, 3)
	ctx := w.limited()
	_, others := w.byRole()
	event, err := others[0].store.OpenTournament(ctx, "operator", data.Tournament{
		Title: "Night shift", Game: "district-noir", Seats: 2, Starts: time.Now(), Ends: time.Now().Add(time.Hour),
	})
	if err != nil {
		t.Fatal(err)
	}
	enter := func(at *node, p data.Player) matchmaking.Place {
		t.Helper()
		place, err := at.Queue(ctx, matchmaking.Ticket{Player: p, Terms: matchmaking.Terms{Tournament: event.ID}})
		if err != nil {
			t.Fatal(err)
		}
		return place
	}
	if _, err := others[0].Queue(ctx, matchmaking.Ticket{Player: w.players[0], Terms: matchmaking.Terms{Tournament: 4711}}); !errors.Is(err, matchmaking.ErrNoTournament) {
		t.Errorf("an event that does not exist: %v", err)
	}
	ids := make(chan data.MatchID, 2)
	for _, p := range []matchmaking.Place{enter(others[0], w.players[0]), enter(others[1], w.players[1])} {
		go func() { ids <- w.waits(p) }()
	}
	id, same := <-ids, <-ids
	if id != same || id == "" {
		t.Fatalf("they are led to %q and %q", id, same)
	}
	seats := []matchmaking.Seat{w.sit(others[0], id, w.players[0]), w.sit(others[1], id, w.players[1])}
	for range 2 * data.ScoredTurns {
		w.move(seats...)
	}
	if err := seats[1].Resign(ctx); err != nil {
		t.Fatal(err)
	}
	w.sees(seats[0], "the end", func(f matchmaking.Frame) bool { return f.End != nil })
	for _, n := range w.nodes {
		w.until("the points are shown", func() bool {
			rows, err := n.Standings(ctx, event.ID)
			return err == nil && len(rows) == 2 && rows[0].Player.ID == w.players[0].ID && rows[0].Points > 0
		})
		w.until("the event is listed", func() bool {
			return slices.ContainsFunc(n.Tournaments(), func(c data.Tournament) bool { return c.ID == event.ID })
		})
	}
	waits := enter(others[1], w.players[2])
	if _, err := others[0].store.CloseTournament(ctx, "operator", event.ID); err != nil {
		t.Fatal(err)
	}
	for after := 0; ; {
		news, err := waits.Next(ctx, after)
		if err != nil {
			if !errors.Is(err, matchmaking.ErrTournamentOver) {
				t.Errorf("who waits is told %v", err)
			}
			break
		}
		after = news.Revision
	}
}

// arrives has a guest be connected to a node.
func (n *node) arrives() data.Player {
	p := data.Player{ID: cluster.Guests(n.id()) - data.PlayerID(len(*n.guests.Load())) - 1, Name: fmt.Sprint("guest-of-", n.id())}
	with := append(slices.Clone(*n.guests.Load()), p.ID)
	n.guests.Store(&with)
	return p
}

// leaves ends a guest's connection to a node.
func (n *node) leaves(p data.Player) {
	without := slices.DeleteFunc(slices.Clone(*n.guests.Load()), func(id data.PlayerID) bool { return id == p.ID })
	n.guests.Store(&without)
	n.Depart(p.ID)
}

// casual is a ticket for a game that is not rated.
func casual(p data.Player) matchmaking.Ticket {
	return matchmaking.Ticket{Player: p, Terms: matchmaking.Terms{Game: "district-noir", Pace: data.Live}}
}

// match has guests of two nodes find each other.
func (w *town) match(a, b *node, one, other data.Player) data.MatchID {
	w.Helper()
	var ids [2]data.MatchID
	var all sync.WaitGroup
	for i, at := range []*node{a, b} {
		p, err := at.Queue(w.limited(), casual([]data.Player{one, other}[i]))
		if err != nil {
			w.Fatal(err)
		}
		all.Go(func() { ids[i] = w.waits(p) })
	}
	if all.Wait(); ids[0] != ids[1] || ids[0] == "" {
		w.Fatalf("they are led to %q", ids)
	}
	return ids[0]
}

// TestGuestsOfANodeThatIsFenced keep their seats at the node that adopts their table: their process joins again, and says a little
// later that it has them still.
func TestGuestsOfANodeThatIsFenced(t *testing.T) {
	t.Parallel()
	w := newTown(t, 3, 0)
	leads, others := w.byRole()
	guests := []data.Player{others[0].arrives(), others[0].arrives()}
	id := w.match(others[0], others[0], guests[0], guests[1])
	if w.owner(id) != others[0].id() {
		t.Fatal("the table is not where its guests are")
	}
	one, other := w.sit(others[0], id, guests[0]), w.sit(others[0], id, guests[1])
	w.move(one, other)
	was, has := others[0].id(), others[0].guests.Swap(new([]data.PlayerID))
	elsewhere := func() bool { now := w.owner(id); return now == leads.id() || now == others[1].id() }
	waits := func() { w.until("another process has the table", elsewhere) }
	others[0].line.takes.Store(&waits)
	w.fence(was)
	w.until("another process has the table", elsewhere)
	others[0].line.takes.Store(nil)
	for range 2 { // it looks who is there whenever it has told of itself
		before := others[0].Heard(w.owner(id))
		w.until("the owner tells of itself", func() bool { return others[0].Heard(w.owner(id)).After(before) })
	}
	others[0].guests.Store(has)
	for range 3 {
		w.move(one, other)
	}
	w.sit(leads, id, guests[0])
}

// TestOneGameWhileItIsGiven: a guest whose table another node is to run, but does not know of yet, has a game already.
func TestOneGameWhileItIsGiven(t *testing.T) {
	t.Parallel()
	w := newTown(t, 2, 0)
	leads, others := w.byRole()
	heard, answers := make(chan struct{}), make(chan struct{})
	owns := func() {
		close(heard)
		select {
		case <-answers:
		case <-w.Context().Done():
		}
	}
	others[0].line.owns.Store(&owns)
	guests := []data.Player{others[0].arrives(), others[0].arrives()}
	found := make(chan data.MatchID, 1)
	go func() { found <- w.match(others[0], others[0], guests[0], guests[1]) }()
	select {
	case <-heard:
	case <-w.limited().Done():
		t.Fatal("nobody is told to run the table")
	}
	for _, at := range []*node{others[0], leads} {
		if _, err := at.Queue(w.limited(), casual(guests[0])); !errors.Is(err, matchmaking.ErrSeated) {
			t.Errorf("a guest whose table is about to run looks for another game: %v", err)
		}
	}
	close(answers)
	id := <-found
	w.move(w.sit(others[0], id, guests[0]), w.sit(others[0], id, guests[1]))
	if err := w.sit(others[0], id, guests[0]).Resign(w.limited()); err != nil {
		t.Fatal(err)
	}
	w.until("they may look for another game", func() bool {
		p, err := others[0].Queue(w.limited(), casual(guests[0]))
		if err == nil {
			p.Leave()
		}
		return err == nil
	})
}

// TestPresenceIsCommon: all nodes know the players connected to one, and forget them once it is gone. What
// one node gives to Dismiss, the others hear.
func TestPresenceIsCommon(t *testing.T) {
	t.Parallel()
	w := newTown(t, 3, 0)
	for _, n := range w.nodes {
		w.until("all are here", func() bool { return len(n.Here()) == 3 && n.Online() == 3 })
	}
	lent := false
	if err := w.nodes[0].Lend(w.limited(), func(context.Context) { lent = true }); err != nil || !lent {
		t.Errorf("a processor is lent %t: %v", lent, err)
	}
	w.nodes[1].Dismiss("whoever")
	for _, i := range []int{0, 2} {
		select {
		case whose := <-w.nodes[i].dismissed:
			var who string
			if err := json.Unmarshal(whose, &who); err != nil || who != "whoever" {
				t.Errorf("%d heard %s: %v", i, whose, err)
			}
		case <-w.limited().Done():
			t.Errorf("%d heard nothing", i)
		}
	}
	w.close(w.nodes[2])
	for _, n := range w.nodes[:2] {
		w.until("two are here", func() bool { return len(n.Here()) == 2 && n.Online() == 2 })
	}
}

// TestHomesAskNobody: a player without a table is told so without a question to the other nodes, since homes ask every
// other second.
func TestHomesAskNobody(t *testing.T) {
	t.Parallel()
	w := newTown(t, 3, 1)
	figures := prometheus.NewRegistry()
	figures.MustRegister(w.nodes[0].Figures()...)
	for range 10 {
		if rows, err := w.nodes[0].Mine(w.limited(), w.players[0].ID); err != nil || len(rows) > 0 {
			t.Fatal(rows, err)
		}
	}
	all, err := figures.Gather()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range all {
		for _, m := range f.GetMetric() {
			for _, label := range m.GetLabel() {
				if n := m.GetHistogram().GetSampleCount(); label.GetValue() == "mine" && n > 0 {
					t.Errorf("the other nodes were asked %d times", n)
				}
			}
		}
	}
}

// TestHouseTableFromAnyNode: a table with the house is where its player was, who sits down, asks for a hint and is
// asked again from another node; when they find people, it is put away.
func TestHouseTableFromAnyNode(t *testing.T) {
	t.Parallel()
	w := newTown(t, 3, 2)
	ctx := w.limited()
	leads, others := w.byRole()
	p, err := others[0].Queue(ctx, matchmaking.Ticket{Player: w.players[0], Terms: matchmaking.Terms{Game: "district-noir", Pace: data.Live}, Bot: "easy"})
	if err != nil {
		t.Fatal(err)
	}
	id := w.waits(p)
	if w.owner(id) != others[0].id() {
		t.Errorf("the table is at %d", w.owner(id))
	}
	s := w.sit(others[1], id, w.players[0])
	f := w.sees(s, "that they are asked", func(f matchmaking.Frame) bool { return f.Turn != nil })
	h, err := s.Hint(ctx)
	if err != nil || !slices.ContainsFunc(f.Turn.Legal, func(m json.RawMessage) bool { return bytes.Equal(m, h.Move) }) {
		t.Errorf("a hint: %+v %v", h, err)
	}
	if err := s.Play(ctx, f.Turn.Ply, json.RawMessage(`{"nonsense":1}`)); err == nil {
		t.Error("nonsense is a move")
	}
	w.until("the leader lists it", func() bool { // a second after it has begun at the latest
		mine, err := leads.Mine(ctx, w.players[0].ID)
		if err != nil || len(mine) > 1 || len(mine) == 1 && mine[0].ID != id {
			t.Fatalf("%v %v", mine, err)
		}
		return len(mine) == 1
	})
	w.pair(leads, others[1], w.players[0], w.players[1])
	w.sees(s, "that it is put away", func(f matchmaking.Frame) bool { return f.End != nil })
}

// TestFairFromAnyNode: two who play a rated game that runs at one node begin no other one of the kind at another,
// which would move their ratings as if there were only one.
func TestFairFromAnyNode(t *testing.T) {
	t.Parallel()
	w := newTown(t, 3, 2)
	ctx := w.limited()
	leads, others := w.byRole()
	w.connect(others[0], w.players...) // so the table is there, and not at the leader
	id := w.pair(others[0], others[1], w.players[0], w.players[1])
	if at := w.owner(id); at == leads.id() {
		t.Fatal("the leader has the table")
	}
	again := func() error {
		made, err := leads.Challenge(ctx, data.Challenge{From: w.players[0], To: w.players[1], Game: "district-noir", Seats: 2, Rated: true})
		if err != nil {
			return err
		}
		_, err = others[1].Accept(ctx, w.players[1], made.Left.ID)
		return err
	}
	var terms *matchmaking.BadTerms
	if err := again(); !errors.As(err, &terms) {
		t.Errorf("a rated day game beside a rated live game: %v", err)
	}
	seat := w.sit(others[1], id, w.players[1])
	if err := seat.Resign(ctx); err != nil {
		t.Fatal(err)
	}
	w.sees(seat, "the end", func(f matchmaking.Frame) bool { return f.End != nil })
	if err := again(); err != nil {
		t.Errorf("once that is over: %v", err)
	}
}

// TestManyAtOneNode: as many as no single message could tell of are known at the other nodes, and what it lacks a part
// of is not taken for all.
func TestManyAtOneNode(t *testing.T) {
	t.Parallel()
	w := newTown(t, 2, 0)
	many := map[data.PlayerID]string{}
	for i := range 50_000 {
		many[data.PlayerID(1000+i)] = fmt.Sprintf("somebody-no-%08d", i)
	}
	w.nodes[0].connected.Store(&many)
	w.until("the other node knows of all", func() bool {
		known := len(w.nodes[1].Here()) - 1 // its own
		if known > 1 && known != len(many) {
			t.Fatalf("%d of %d are known", known, len(many))
		}
		return known == len(many)
	})
}
