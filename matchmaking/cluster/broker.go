// Package cluster is the matchmaking.Broker of one of several processes, the nodes, that serve a shared store. Each
// node has a local.Broker with the tables that it owns; it asks a table's owner or the queue's leader for their
// decisions over a Link. The store has who decides what (data.Shared): a lost message only causes a delay.
package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"maps"

	"github.com/prometheus/client_golang/prometheus"

	"noir/data"
	"noir/internal/workers"
	"noir/matchmaking"
	"noir/matchmaking/local"
)

// Config configures a broker. Store, Link and Local are required; the broker sets the fields of Local that concern
// several nodes.
type Config struct {
	Store data.Shared // joined
	Link  Link        // closed by the caller, after the broker
	House string      // prefix of the link's subjects, the same for all nodes of one store
	Local local.Config

	Here      func() map[data.PlayerID]string // the names of the players who are connected to this node; nil: nobody
	Guests    func() []data.PlayerID          // the guests who are connected to it, whichever node has given them their ids; nil: nobody
	Online    func() int                      // how many connections there are; nil: none
	Dismissed func(whose json.RawMessage)     // called with what another node gave to Dismiss; must not block; may be nil
	Stranded  func()                          // called again and again while this node has long not reached the others, which reach each other; must not block; may be nil

	// Adopted is called when this node has taken up matches of others; mine lists those of them at which a player has a
	// seat (Broker.Mine). It may block, until ctx ends. It may be nil.
	Adopted func(ctx context.Context, mine Mine)
}

// engaged says which players have got which live game.
type engaged struct {
	People []data.PlayerID
	In     data.MatchID
}

// Mine lists running tables at which a player has a seat.
type Mine func(ctx context.Context, p data.PlayerID) ([]matchmaking.Listing, error)

// Broker is the broker of one node. It has no state itself and delegates every call.
type Broker struct {
	client     *client
	server     *server
	local      *local.Broker
	membership *membership
	election   *election
	tables     *tables
	challenges challenges
	complaints complaints
	roster     *roster
}

var _ matchmaking.Broker = (*Broker)(nil)

// New opens the broker of a node. The caller must call Close.
func New(ctx context.Context, c Config) (*Broker, error) {
	if c.Local.Log == nil {
		c.Local.Log = slog.New(slog.DiscardHandler)
	}
	if c.Here == nil {
		c.Here = func() map[data.PlayerID]string { return nil }
	}
	if c.Guests == nil {
		c.Guests = func() []data.PlayerID { return nil }
	}
	if c.Online == nil {
		c.Online = func() int { return 0 }
	}
	if c.Adopted == nil {
		c.Adopted = func(context.Context, Mine) {}
	}
	if c.Dismissed == nil {
		c.Dismissed = func(json.RawMessage) {}
	}
	if c.Stranded == nil {
		c.Stranded = func() {}
	}
	group := workers.NewGroup(ctx)
	client := newClient(group, c.Link, c.House, c.Local.Log)
	server := newServer(client)
	c.Local.Store = c.Store
	c.Local.Resume = func(context.Context) ([]data.Match, error) { return nil, nil } // the membership adopts them
	roster, games := newRoster(client, c.Here, c.Guests, c.Online), &allotment{client: client, store: c.Store, tried: map[data.MatchID]data.Ownership{}}
	b := &Broker{client: client, server: server, roster: roster}
	c.Local.Peers = peers{b, games, c.Store}
	own, err := local.New(ctx, c.Local)
	if err != nil {
		group.Close()
		return nil, err
	}
	roster.local, games.local = own, own
	election := newElection(client, c.Store, own, c.Local.Log)
	b.local, b.election, b.tables = own, election, &tables{games, c.Local.Games}
	b.challenges, b.complaints = challenges{election}, complaints{client, own}
	b.membership = &membership{
		election: election, server: server, roster: b.roster, games: games, adopted: c.Adopted, stranded: c.Stranded, lost: make(chan struct{}, 1),
		hosted: hosted{newKept((*hostedChair).Leave), games, server, c.Store.Awake}, desk: desk{newKept(own.Forsake), election},
	}
	server.handlers = map[string]handler{
		verbList: b.roster.list, verbMine: answering(b.roster.mine),
		verbSeat: answering(func(_ context.Context, _ data.NodeID, p data.PlayerID) (any, error) { return own.Seat(p), nil }),
	}
	for _, more := range []map[string]handler{b.membership.hosted.handlers(), b.membership.desk.handlers(), b.challenges.handlers(), b.complaints.handlers(), games.handlers()} {
		maps.Copy(server.handlers, more)
	}
	server.sources = map[string]source{verbPull: b.membership.hosted.pull}
	server.heard = map[string]listener{
		verbDealt: hearing(func(_ data.NodeID, e engaged) {
			roster.engaged(e.People)
			own.Engage(e.People, e.In)
		}),
		verbSeated:   hearing(func(_ data.NodeID, people []data.PlayerID) { roster.engaged(people) }),
		verbDeparted: hearing(func(_ data.NodeID, guest data.PlayerID) { own.Depart(guest) }),
		verbCalled:   hearing(func(_ data.NodeID, made data.Challenge) { own.Call(made) }),
		verbJudged:   hearing(func(_ data.NodeID, c local.Conduct) { own.Judge(c) }),
		verbDismiss:  hearing(func(_ data.NodeID, whose json.RawMessage) { c.Dismissed(whose) }),
		verbState:    hearing(b.roster.heard),
		verbFree: func(data.NodeID, []byte) {
			roster.shaken()
			b.membership.look()
		},
	}
	census, next := c.Store.Census()
	if err := server.bind(census.Self); err != nil {
		b.Close()
		return nil, fmt.Errorf("the link to the other nodes: %w", err)
	}
	b.membership.follow(census)
	group.Go(func() { b.membership.watch(next) })
	group.Go(b.membership.tidy)
	group.Go(b.membership.attend)
	group.Go(b.roster.run)
	return b, nil
}

// Drain gives the tables, the queue and the challenges to the other nodes, if there are any; it is
// local.Broker.Drain otherwise. The sessions of this node go on at the tables of others until they end.
func (b *Broker) Drain(ctx context.Context) { b.membership.drain(ctx) }

// Close ends every chair, place and table here, and waits for all goroutines and writes.
func (b *Broker) Close() {
	b.client.drains.Store(true)
	b.server.unbind()
	b.client.Close()
	b.membership.hosted.clear()
	b.local.Close()
}

// Depart is local.Broker.Depart, at every node.
func (b *Broker) Depart(guest data.PlayerID) {
	b.local.Depart(guest)
	b.client.tell(verbDeparted, guest)
}

// Called implements matchmaking.Broker.
func (b *Broker) Called(p data.PlayerID, back func(data.Challenge)) (stop func()) {
	return b.local.Called(p, back)
}

// Queue implements matchmaking.Broker. A table with the house opens at this node.
func (b *Broker) Queue(ctx context.Context, t matchmaking.Ticket) (matchmaking.Place, error) {
	if b.client.drains.Load() {
		return nil, matchmaking.ErrDraining
	}
	if t.Bot != "" {
		return b.local.Queue(ctx, t)
	}
	return b.election.queue(ctx, t)
}

// Sit implements matchmaking.Broker.
func (b *Broker) Sit(ctx context.Context, id data.MatchID, p data.PlayerID) (matchmaking.Seat, error) {
	if p == 0 {
		return nil, matchmaking.ErrNoSeat
	}
	c, err := b.tables.sit(ctx, id, p)
	if err != nil {
		return nil, err
	}
	return c, nil
}

// Watch implements matchmaking.Broker.
func (b *Broker) Watch(ctx context.Context, id data.MatchID) (matchmaking.Viewer, error) {
	c, err := b.tables.sit(ctx, id, 0)
	if err != nil {
		return nil, err
	}
	return c, nil
}

// Challenge implements matchmaking.Broker.
func (b *Broker) Challenge(ctx context.Context, c data.Challenge) (matchmaking.Acceptance, error) {
	return b.challenges.offer(ctx, c)
}

// Challenges implements matchmaking.Broker.
func (b *Broker) Challenges(ctx context.Context, p data.PlayerID) ([]data.Challenge, error) {
	return b.challenges.shown(ctx, p)
}

// Accept implements matchmaking.Broker.
func (b *Broker) Accept(ctx context.Context, p data.Player, id string) (matchmaking.Acceptance, error) {
	return b.challenges.accept(ctx, p, id)
}

// Withdraw implements matchmaking.Broker.
func (b *Broker) Withdraw(ctx context.Context, p data.PlayerID, id string) (data.Challenge, error) {
	return b.challenges.withdraw(ctx, p, id)
}

// Complain implements matchmaking.Broker.
func (b *Broker) Complain(ctx context.Context, c matchmaking.Complaint) (data.Report, error) {
	return b.complaints.take(ctx, c)
}

// Apart implements matchmaking.Broker.
func (b *Broker) Apart(one data.PlayerID) func(data.PlayerID) bool { return b.local.Apart(one) }

// Tournaments implements matchmaking.Broker.
func (b *Broker) Tournaments() []data.Tournament { return b.local.Tournaments() }

// Standings implements matchmaking.Broker.
func (b *Broker) Standings(ctx context.Context, tournament int64) ([]data.Score, error) {
	return b.local.Standings(ctx, tournament)
}

// Live implements matchmaking.Broker.
func (b *Broker) Live(_ context.Context, viewer data.PlayerID) ([]matchmaking.Listing, error) {
	rows, players := b.roster.live()
	return b.local.Seen(viewer, rows, players), nil
}

// Mine implements matchmaking.Broker.
func (b *Broker) Mine(ctx context.Context, p data.PlayerID) ([]matchmaking.Listing, error) {
	return b.roster.own(ctx, p)
}

// Counts implements matchmaking.Broker. What other nodes count is a second old.
func (b *Broker) Counts() matchmaking.Counts { return b.roster.counts() }

// Here returns the names of the players who are connected to any node, a second old. The map is shared
// and never changes.
func (b *Broker) Here() map[data.PlayerID]string { return b.roster.everybody() }

// Online returns how many connections there are to all nodes, those of other nodes a second old.
func (b *Broker) Online() int { return b.roster.online() }

// Own is what this node counts alone.
func (b *Broker) Own() matchmaking.Counts { return b.local.Counts() }

// Dismiss tells the other nodes, in JSON, whose sessions are to end. They may miss it.
func (b *Broker) Dismiss(whose any) {
	if raw, err := json.Marshal(whose); err == nil {
		b.client.tell(verbDismiss, json.RawMessage(raw))
	}
}

// Alone reports whether no other node takes people in.
func (b *Broker) Alone() bool { return b.roster.alone() }

// Linked returns data.ErrUnavailable while this node cannot reach the others.
func (b *Broker) Linked() error {
	if up, _ := b.client.link.Up(); !up {
		return data.Unavailable(errors.New("the link to the other nodes is down"))
	}
	return nil
}

// Totals is local.Broker.Totals, with what is counted of answers to other nodes.
func (b *Broker) Totals() matchmaking.Totals {
	t := b.local.Totals()
	t.Panics["node"] = b.server.panics.Load()
	return t
}

// Figures is local.Broker.Figures, with how long other nodes take to answer.
func (b *Broker) Figures() []prometheus.Collector {
	return append(b.local.Figures(), b.client.took, b.server.refused)
}

// Lend is local.Broker.Lend.
func (b *Broker) Lend(ctx context.Context, work func(context.Context)) error {
	return b.local.Lend(ctx, work)
}
