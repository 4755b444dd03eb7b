// Package cluster is the matchmaking.Broker of one of several processes, the nodes, that serve a shared
// store. Each node has a local.Broker with the tables that it owns; what a table's owner or the queue's
// leader decides is asked of them over a Link. What is decided by whom is in the store (data.Shared):
// messages may be lost, and only delay.
package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"noir/data"
	"noir/engine"
	"noir/internal/quota"
	"noir/matchmaking"
	"noir/matchmaking/local"
)

// queueRole is the role of the leader, whose queue and challenges are those of all nodes.
const queueRole = "queue"

// Config configures a broker. Store, Link and Local are required; the broker sets what of Local concerns
// several nodes.
type Config struct {
	Store data.Shared // joined
	Link  Link        // closed by the caller, after the broker
	House string      // begins the subjects of the link; nodes of one store have the same
	Local local.Config

	Here      func() map[data.PlayerID]string // the names of the players who are connected to this node; nil: nobody
	Online    func() int                      // how many connections there are; nil: none
	Dismissed func(whose json.RawMessage)     // is told what another node gave to Dismiss; must not block; may be nil
}

// Broker is the broker of one node.
type Broker struct {
	store data.Shared
	local *local.Broker
	games []engine.Game
	log   *slog.Logger
	board *switchboard
	link  Link
	crew  *crew
	ctx   context.Context
	end   context.CancelFunc

	acts   atomic.Int64 // numbers what is asked of others
	drains atomic.Bool
	hosted *hosted
	guests *guestbook
	roster *roster

	cut time.Time // since when the link is down; watch's own

	mu      sync.Mutex
	lead    leadership
	changed chan struct{} // closed when lead changes
}

var _ matchmaking.Broker = (*Broker)(nil)

// leadership is the time in which one node leads. node is 0 where none does.
type leadership struct {
	node data.NodeID
	over context.Context // done when it is over
	stop context.CancelFunc
}

// New opens the broker of a node. The caller must call Close.
func New(ctx context.Context, c Config) (*Broker, error) {
	if c.Local.Log == nil {
		c.Local.Log = slog.New(slog.DiscardHandler)
	}
	if c.Here == nil {
		c.Here = func() map[data.PlayerID]string { return nil }
	}
	b := &Broker{
		store: c.Store, games: c.Local.Games, log: c.Local.Log, link: c.Link, crew: new(crew),
		hosted: newHosted(), guests: &guestbook{places: map[string]*guestPlace{}}, changed: make(chan struct{}),
	}
	b.ctx, b.end = context.WithCancel(context.WithoutCancel(ctx))
	b.lead.over, b.lead.stop = context.WithCancel(b.ctx)
	b.board = &switchboard{link: c.Link, prefix: "noir." + c.House, log: b.log, ctx: b.ctx, all: b.crew, peers: map[data.NodeID]peer{}}
	if c.Online == nil {
		c.Online = func() int { return 0 }
	}
	b.roster = newRoster(b, c.Here, c.Online)
	c.Local.Store, c.Local.Front = c.Store, true
	c.Local.Resume = func(context.Context) ([]data.Match, error) { return nil, nil } // run adopts them
	c.Local.Dealt = func(people []data.PlayerID) { b.board.tell("dealt", people) }
	c.Local.Calls = func(challenge data.Challenge) { b.board.tell("called", challenge) }
	var err error
	if b.local, err = local.New(ctx, c.Local); err != nil {
		b.end()
		return nil, err
	}
	b.board.handlers = map[string]handler{
		"attach": b.seat, "pull": b.pull, "act": b.act, "leave": b.vacate,
		"enter": b.admit, "news": b.report, "quit": b.dismiss,
		"ready": b.atPlace(func(ctx context.Context, p *guestPlace) error { return p.Ready(ctx) }),
		"begin": b.atPlace(func(ctx context.Context, p *guestPlace) error { return p.Begin(ctx) }),
		"offer": b.offer, "offers": b.offers, "accept": b.accept, "withdraw": b.takeBack,
		"list": b.roster.list, "mine": b.roster.mine, "complain": b.complain,
	}
	b.board.heard = map[string]func(data.NodeID, json.RawMessage){
		"dealt": b.heardDealt, "departed": b.heardDeparted, "state": b.roster.heard,
		"called": b.heardCalled,
		"dismiss": func(_ data.NodeID, whose json.RawMessage) {
			if c.Dismissed != nil {
				c.Dismissed(whose)
			}
		},
	}
	census, next := c.Store.Census()
	if err := b.board.bind(census.Self); err != nil {
		b.Close()
		return nil, fmt.Errorf("the link to the other nodes: %w", err)
	}
	b.follow(census)
	b.crew.Go(func() { b.watch(next) })
	b.crew.Go(b.tidy)
	b.crew.Go(b.roster.run)
	return b, nil
}

// watch follows the census, until the broker closes.
func (b *Broker) watch(next <-chan struct{}) {
	for {
		select {
		case <-next:
		case <-b.ctx.Done():
			return
		}
		var c data.Census
		c, next = b.store.Census()
		b.follow(c)
	}
}

// follow does what a census asks for.
func (b *Broker) follow(c data.Census) {
	if c.Self == 0 {
		b.rejoin()
		return
	}
	up, _ := b.link.Up()
	b.store.Link(up)
	if b.cutOff(up, c) {
		b.log.Warn("this node is cut off from the others: it gives its tables up")
		if err := b.store.Leave(b.ctx); err != nil {
			b.log.Error("this node cannot leave", "err", err)
		} else {
			b.rejoin()
		}
		return
	}
	gone := b.board.know(c.Nodes)
	b.forsake(c)
	b.local.DepartAll(func(guest data.PlayerID) bool { return slices.Contains(gone, HostOf(guest)) })
	leader, led := c.Holder(queueRole)
	switch {
	case led:
		b.recognise(leader.ID)
	case up && !b.drains.Load():
		b.recognise(0)
		b.stand(c.Self)
	default:
		b.recognise(0)
	}
	if c.Orphans && up && !b.drains.Load() {
		b.adopt()
	}
}

// aloneFor is how long the link of a node that has tables may be down while other nodes have theirs.
const aloneFor = time.Second

// cutOff reports whether the other nodes can reach each other and, for a while, not this one, though it
// holds what they need. Where nobody has a link everybody keeps their tables.
func (b *Broker) cutOff(up bool, c data.Census) bool {
	switch {
	case up:
		b.cut = time.Time{}
		return false
	case b.cut.IsZero():
		b.cut = time.Now()
	}
	others := slices.ContainsFunc(c.Nodes, func(n data.Node) bool { return n.ID != c.Self && n.Linked })
	return others && time.Since(b.cut) > aloneFor && (b.local.Counts().Tables > 0 || b.leads())
}

// rejoin makes the process a node again that the others took for dead: it goes on as a front.
func (b *Broker) rejoin() {
	b.log.Warn("the other nodes took this one for dead: it drops its tables and joins again")
	b.recognise(0)
	b.local.Drop(b.ctx)
	b.hosted.sweep(func(*hostedChair) bool { return true })
	b.guests.sweep(func(string, *guestPlace) bool { return true })
	for b.ctx.Err() == nil {
		err := b.store.Join(b.ctx)
		if err == nil {
			c, _ := b.store.Census()
			if err = b.board.bind(c.Self); err == nil && c.Self != 0 {
				b.follow(c)
				return
			}
		}
		b.log.Error("this process cannot join the others", "err", err)
		select {
		case <-time.After(time.Second):
		case <-b.ctx.Done():
		}
	}
}

// stand takes the role of the leader, if nobody else does first.
func (b *Broker) stand(self data.NodeID) {
	_, err := b.store.Take(b.ctx, queueRole)
	if err != nil {
		if !errors.Is(err, data.ErrTaken) {
			b.log.Error("this node cannot lead", "err", err)
		}
		return
	}
	b.log.Info("this node leads the queue", "node", self)
	if err := b.local.Lead(b.ctx); err != nil {
		b.log.Error("this node leads, and old challenges stand", "err", err)
	}
	b.recognise(self)
}

// recognise notes who leads.
func (b *Broker) recognise(node data.NodeID) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.lead.node == node {
		return
	}
	b.lead.stop()
	b.lead.node = node
	b.lead.over, b.lead.stop = context.WithCancel(b.ctx)
	close(b.changed)
	b.changed = make(chan struct{})
}

// leader returns who leads, and waits while nobody does.
func (b *Broker) leader(ctx context.Context) (leadership, error) {
	for {
		b.mu.Lock()
		lead, changed := b.lead, b.changed
		b.mu.Unlock()
		if lead.node != 0 {
			return lead, nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return leadership{}, matchmaking.Unavailable(fmt.Errorf("no node leads: %w", ctx.Err()))
		case <-b.ctx.Done():
			return leadership{}, matchmaking.ErrDraining
		}
	}
}

// leads reports whether this node leads.
func (b *Broker) leads() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.lead.node != 0 && b.lead.node == b.board.me()
}

// adoptedAtOnce is how many matches are adopted in one transaction: little, so that several nodes that
// want them all get a share.
const adoptedAtOnce = 16

// adopt takes up matches that have no owner, until there are none.
func (b *Broker) adopt() {
	for b.ctx.Err() == nil {
		matches, err := b.store.Adopt(b.ctx, adoptedAtOnce)
		if err != nil {
			b.log.Error("running games cannot be adopted", "err", err)
			return
		}
		if len(matches) == 0 {
			return
		}
		b.local.TakeUp(b.ctx, matches)
	}
}

// forsake gives up what people of nodes that are gone hold here.
func (b *Broker) forsake(c data.Census) {
	here := map[data.NodeID]bool{}
	for _, n := range c.Nodes {
		here[n.ID] = true
	}
	b.hosted.sweep(func(h *hostedChair) bool { return !here[h.node] })
	b.guests.sweep(func(_ string, p *guestPlace) bool { return !here[p.node] })
	b.roster.forsake(here)
}

// Guests returns the id that those of a node's guests follow downwards. No other guest of the store has one
// of them.
func Guests(node data.NodeID) data.PlayerID { return data.PlayerID(-node) << guestBits }

// HostOf returns the node that has given a guest their id, 0 for a player.
func HostOf(guest data.PlayerID) data.NodeID {
	if !guest.Guest() {
		return 0
	}
	return data.NodeID((-guest - 1) >> guestBits)
}

// guestBits is how many guests a node can have in its life, as a power of two.
const guestBits = 32

// tidy gives up what nobody asks for any more.
func (b *Broker) tidy() {
	every := time.NewTicker(time.Second)
	defer every.Stop()
	for {
		select {
		case <-every.C:
		case <-b.ctx.Done():
			return
		}
		b.hosted.sweep((*hostedChair).silent)
		b.guests.sweep(func(_ string, p *guestPlace) bool { return p.silent() })
	}
}

// Drain is local.Broker.Drain. The other nodes take over the tables once the store has been closed.
func (b *Broker) Drain(ctx context.Context) {
	b.drains.Store(true)
	b.local.Drain(ctx)
}

// Close ends every chair, place and table here, and waits for all goroutines and writes.
func (b *Broker) Close() {
	b.drains.Store(true)
	b.board.unbind()
	b.end()
	b.crew.close()
	b.hosted.sweep(func(*hostedChair) bool { return true })
	b.local.Close()
}

// Depart is local.Broker.Depart, at every node.
func (b *Broker) Depart(guest data.PlayerID) {
	b.local.Depart(guest)
	b.board.tell("departed", guest)
}

func (b *Broker) heardDeparted(_ data.NodeID, body json.RawMessage) {
	var guest data.PlayerID
	if json.Unmarshal(body, &guest) == nil {
		b.local.Depart(guest)
	}
}

func (b *Broker) heardCalled(_ data.NodeID, body json.RawMessage) {
	var c data.Challenge
	if json.Unmarshal(body, &c) == nil {
		b.local.Call(c)
	}
}

// Called implements matchmaking.Broker.
func (b *Broker) Called(p data.PlayerID, back func(data.Challenge)) (stop func()) {
	return b.local.Called(p, back)
}

func (b *Broker) heardDealt(_ data.NodeID, body json.RawMessage) {
	var people []data.PlayerID
	if json.Unmarshal(body, &people) == nil {
		b.local.PutAway(people)
	}
}

// pull answers "pull".
func (b *Broker) pull(ctx context.Context, _ data.NodeID, body json.RawMessage) (any, error) {
	var p pulled
	if err := json.Unmarshal(body, &p); err != nil {
		return nil, err
	}
	c, err := b.hosted.find(p.Chair)
	if err != nil {
		return nil, err
	}
	f, err := c.next(ctx, p)
	if err != nil || f == nil {
		return nil, err
	}
	return f, nil
}

// act answers "act".
func (b *Broker) act(ctx context.Context, _ data.NodeID, body json.RawMessage) (any, error) {
	var a act
	if err := json.Unmarshal(body, &a); err != nil {
		return nil, err
	}
	c, err := b.hosted.find(a.Chair)
	if err != nil {
		return nil, err
	}
	return c.do(ctx, a)
}

// vacate answers "leave".
func (b *Broker) vacate(_ context.Context, _ data.NodeID, body json.RawMessage) (any, error) {
	var l struct{ Chair string }
	if err := json.Unmarshal(body, &l); err != nil {
		return nil, err
	}
	b.hosted.leave(l.Chair)
	return nil, nil
}

// Queue implements matchmaking.Broker. A table with the house opens at this node.
func (b *Broker) Queue(ctx context.Context, t matchmaking.Ticket) (matchmaking.Place, error) {
	if b.drains.Load() {
		return nil, matchmaking.ErrDraining
	}
	if t.Bot != "" {
		return b.local.Queue(ctx, t)
	}
	return b.queue(ctx, t)
}

// Sit implements matchmaking.Broker.
func (b *Broker) Sit(ctx context.Context, id data.MatchID, p data.PlayerID) (matchmaking.Seat, error) {
	if p == 0 {
		return nil, matchmaking.ErrNoSeat
	}
	c, err := b.sit(ctx, id, p)
	if err != nil {
		return nil, outward(err)
	}
	return c, nil
}

// Watch implements matchmaking.Broker.
func (b *Broker) Watch(ctx context.Context, id data.MatchID) (matchmaking.Viewer, error) {
	c, err := b.sit(ctx, id, 0)
	if err != nil {
		return nil, outward(err)
	}
	return c, nil
}

// Apart implements matchmaking.Broker.
func (b *Broker) Apart(one, other data.PlayerID) bool { return b.local.Apart(one, other) }

// Tournaments implements matchmaking.Broker.
func (b *Broker) Tournaments() []data.Tournament { return b.local.Tournaments() }

// Standings implements matchmaking.Broker.
func (b *Broker) Standings(ctx context.Context, tournament int64) ([]data.Score, error) {
	return b.local.Standings(ctx, tournament)
}

// Live implements matchmaking.Broker.
func (b *Broker) Live(ctx context.Context, viewer data.PlayerID) ([]matchmaking.Listing, error) {
	rows, players := b.roster.live(ctx)
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

// Dismiss tells the other nodes whose sessions are to end. They may miss it.
func (b *Broker) Dismiss(whose any) { b.board.tell("dismiss", whose) }

// Linked returns data.ErrUnavailable while this node cannot reach the others.
func (b *Broker) Linked() error {
	if up, _ := b.link.Up(); !up {
		return matchmaking.Unavailable(errors.New("the link to the other nodes is down"))
	}
	return nil
}

// Totals is local.Broker.Totals.
func (b *Broker) Totals() matchmaking.Totals { return b.local.Totals() }

// Figures is local.Broker.Figures.
func (b *Broker) Figures() []prometheus.Collector { return b.local.Figures() }

// Lend is local.Broker.Lend.
func (b *Broker) Lend(ctx context.Context, work func(context.Context)) error {
	return b.local.Lend(ctx, work)
}

// atLeader asks the leader, or does it here when this node leads. It asks again where that has certainly
// not been done.
func atLeader[R any](ctx context.Context, b *Broker, verb string, about any, here func() (R, error)) (result R, err error) {
	limited, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	for {
		lead, err := b.leader(limited)
		if err != nil {
			return result, err
		}
		if lead.node == b.board.me() {
			return here()
		}
		result, err = ask[R](limited, b.board, lead.node, verb, actTime, about)
		if !errors.Is(err, errNotMine) && !errors.Is(err, ErrNobody) {
			return result, outward(err)
		}
		select {
		case <-time.After(lookAgain):
		case <-limited.Done():
			return result, outward(err)
		}
	}
}

// requested is a request about challenges.
type requested struct {
	Challenge data.Challenge
	Player    data.Player
	ID        string
	Payer     quota.Payer
}

func (r requested) paid(ctx context.Context) context.Context { return quota.With(ctx, r.Payer) }

// Challenge implements matchmaking.Broker.
func (b *Broker) Challenge(ctx context.Context, c data.Challenge) (matchmaking.Acceptance, error) {
	return atLeader(ctx, b, "offer", requested{Challenge: c, Payer: quota.From(ctx)}, func() (matchmaking.Acceptance, error) {
		return b.local.Challenge(ctx, c)
	})
}

// Challenges implements matchmaking.Broker.
func (b *Broker) Challenges(ctx context.Context, p data.PlayerID) ([]data.Challenge, error) {
	return atLeader(ctx, b, "offers", requested{Player: data.Player{ID: p}}, func() ([]data.Challenge, error) {
		return b.local.Challenges(ctx, p)
	})
}

// Accept implements matchmaking.Broker.
func (b *Broker) Accept(ctx context.Context, p data.Player, id string) (matchmaking.Acceptance, error) {
	return atLeader(ctx, b, "accept", requested{Player: p, ID: id, Payer: quota.From(ctx)}, func() (matchmaking.Acceptance, error) {
		return b.local.Accept(ctx, p, id)
	})
}

// Withdraw implements matchmaking.Broker.
func (b *Broker) Withdraw(ctx context.Context, p data.PlayerID, id string) (data.Challenge, error) {
	return atLeader(ctx, b, "withdraw", requested{Player: data.Player{ID: p}, ID: id}, func() (data.Challenge, error) {
		return b.local.Withdraw(ctx, p, id)
	})
}

func (b *Broker) offer(ctx context.Context, _ data.NodeID, body json.RawMessage) (any, error) {
	return b.leading(body, func(r requested) (any, error) { return b.local.Challenge(r.paid(ctx), r.Challenge) })
}

func (b *Broker) offers(ctx context.Context, _ data.NodeID, body json.RawMessage) (any, error) {
	return b.leading(body, func(r requested) (any, error) { return b.local.Challenges(ctx, r.Player.ID) })
}

func (b *Broker) accept(ctx context.Context, _ data.NodeID, body json.RawMessage) (any, error) {
	return b.leading(body, func(r requested) (any, error) { return b.local.Accept(r.paid(ctx), r.Player, r.ID) })
}

func (b *Broker) takeBack(ctx context.Context, _ data.NodeID, body json.RawMessage) (any, error) {
	return b.leading(body, func(r requested) (any, error) { return b.local.Withdraw(ctx, r.Player.ID, r.ID) })
}

// leading answers a request to the leader.
func (b *Broker) leading(body json.RawMessage, do func(requested) (any, error)) (any, error) {
	if !b.leads() {
		return nil, errNotMine
	}
	return asked(body, do)
}

// asked reads a request and answers it.
func asked[R any](body json.RawMessage, do func(R) (any, error)) (any, error) {
	var r R
	if err := json.Unmarshal(body, &r); err != nil {
		return nil, err
	}
	return do(r)
}

// complained is a complaint on its way to the node that has the talk.
type complained struct{ Complaint matchmaking.Complaint }

// Complain implements matchmaking.Broker. What was said is with the node that had the table; where that
// does not answer the report has no talk.
func (b *Broker) Complain(ctx context.Context, c matchmaking.Complaint) (data.Report, error) {
	node, _, err := b.store.Owner(ctx, c.Match)
	if err == nil && node != 0 && node != b.board.me() {
		r, err := ask[data.Report](ctx, b.board, node, "complain", actTime, complained{c})
		if !errors.Is(err, errAway) {
			return r, outward(err)
		}
	}
	return b.local.Complain(ctx, c)
}

func (b *Broker) complain(ctx context.Context, _ data.NodeID, body json.RawMessage) (any, error) {
	return asked(body, func(c complained) (any, error) { return b.local.Complain(ctx, c.Complaint) })
}
