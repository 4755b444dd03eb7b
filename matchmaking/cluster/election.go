package cluster

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"noir/data"
	"noir/matchmaking"
	"noir/matchmaking/local"
)

// queueRole is the role of the leader, whose queue and challenges are those of all nodes.
const queueRole = "queue"

// election keeps which node leads, as far as this node knows.
type election struct {
	*client
	store data.Shared
	local *local.Broker
	log   *slog.Logger

	mu      sync.Mutex
	lead    leadership
	changed chan struct{} // closed when lead changes
}

// leadership is the time in which one node leads. node is 0 while no node leads.
type leadership struct {
	node data.NodeID
	from time.Time       // when this node learned of it
	over context.Context // done when it is over
	stop context.CancelFunc
}

// gatherTime is how long a new leader may lack tickets of people at other nodes, which hand them in again. Until then
// no one is told that there is no such private table or challenge.
const gatherTime = 3 * time.Second

// lacks reports whether an error of the leader's may only mean that it does not have all tickets yet.
func (l leadership) lacks(err error) bool {
	return time.Since(l.from) < gatherTime && (errors.Is(err, matchmaking.ErrNoCode) || errors.Is(err, matchmaking.ErrNoChallenge))
}

func newElection(s *client, store data.Shared, own *local.Broker, log *slog.Logger) *election {
	e := &election{client: s, store: store, local: own, log: log, changed: make(chan struct{})}
	e.lead.over, e.lead.stop = context.WithCancel(s.Context)
	return e
}

// stand takes the role of the leader, if no other node does so first.
func (e *election) stand(self data.NodeID) {
	_, err := e.store.Take(e.Context, queueRole)
	if err != nil {
		if !errors.Is(err, data.ErrTaken) {
			e.log.Error("this node cannot lead", "err", err)
		}
		return
	}
	e.log.Info("this node leads the queue", "node", self)
	lead := e.recognise(self)
	e.Go(func() {
		select {
		case <-time.After(gatherTime):
		case <-lead.over.Done():
			return
		}
		if err := e.local.Lead(lead.over); err != nil && lead.over.Err() == nil {
			e.log.Error("this node leads, and old challenges stand", "err", err)
		}
	})
}

// recognise notes who leads.
func (e *election) recognise(node data.NodeID) leadership {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.lead.node == node {
		return e.lead
	}
	e.lead.stop()
	e.lead.node, e.lead.from = node, time.Now()
	e.lead.over, e.lead.stop = context.WithCancel(e.Context)
	close(e.changed)
	e.changed = make(chan struct{})
	return e.lead
}

// leader returns who leads, and waits while nobody does.
func (e *election) leader(ctx context.Context) (leadership, error) {
	for {
		e.mu.Lock()
		lead, changed := e.lead, e.changed
		e.mu.Unlock()
		if lead.node != 0 {
			return lead, nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return leadership{}, data.Unavailable(fmt.Errorf("no node leads: %w", ctx.Err()))
		case <-e.Context.Done():
			return leadership{}, matchmaking.ErrDraining
		}
	}
}

// leads reports whether this node leads.
func (e *election) leads() bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.lead.node != 0 && e.lead.node == e.me()
}

// leading returns the handler of a request to the leader. errNotMine from a node that does not lead.
func leading[R any](e *election, do func(ctx context.Context, from data.NodeID, r R) (any, error)) handler {
	return answering(func(ctx context.Context, from data.NodeID, r R) (any, error) {
		if !e.leads() {
			return nil, errNotMine
		}
		return do(ctx, from, r)
	})
}

// atLeader asks the leader, or does it here when this node leads. It asks again if the request has certainly not been
// carried out.
func atLeader[R any](ctx context.Context, e *election, verb string, about any, here func() (R, error)) (result R, err error) {
	limited, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	for {
		lead, err := e.leader(limited)
		if err != nil {
			return result, err
		}
		if lead.node == e.me() {
			result, err = here()
		} else {
			result, err = ask[R](limited, e.client, lead.node, verb, actTime, about)
		}
		undone := errors.Is(err, errNotMine) || errors.Is(err, errBusy) || errors.Is(err, ErrNobody) || errors.Is(err, matchmaking.ErrDraining) && !e.drains.Load()
		if !undone && !lead.lacks(err) || pause(limited) != nil {
			return result, outward(ctx, err)
		}
	}
}
