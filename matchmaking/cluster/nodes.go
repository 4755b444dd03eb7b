package cluster

import (
	"context"
	"sync"
	"sync/atomic"

	"noir/data"
)

// nodes are this one and the others that beat.
type nodes struct {
	life   context.Context // this process's
	drains atomic.Bool     // this node gives up what it has, and takes nothing new

	mu    sync.Mutex
	self  data.NodeID
	peers map[data.NodeID]peer
}

// peer is another node that beats.
type peer struct {
	gone context.Context // done once it is gone
	end  context.CancelFunc
}

func newNodes(life context.Context) *nodes { return &nodes{life: life, peers: map[data.NodeID]peer{}} }

// become notes which node this one is.
func (ns *nodes) become(self data.NodeID) {
	ns.mu.Lock()
	defer ns.mu.Unlock()
	ns.self = self
}

// know notes which nodes there are, and reports whether some are gone. Requests to them end.
func (ns *nodes) know(all []data.Node) (gone bool) {
	ns.mu.Lock()
	defer ns.mu.Unlock()
	now := make(map[data.NodeID]peer, len(all))
	for _, one := range all {
		p, known := ns.peers[one.ID]
		if !known {
			p.gone, p.end = context.WithCancel(ns.life)
		}
		now[one.ID] = p
	}
	for id, p := range ns.peers {
		if _, here := now[id]; !here {
			p.end()
			gone = true
		}
	}
	ns.peers = now
	return gone
}

// others returns the other nodes that beat.
func (ns *nodes) others() (all []data.NodeID) {
	ns.mu.Lock()
	defer ns.mu.Unlock()
	for id := range ns.peers {
		if id != ns.self {
			all = append(all, id)
		}
	}
	return all
}

// me returns this node.
func (ns *nodes) me() data.NodeID {
	ns.mu.Lock()
	defer ns.mu.Unlock()
	return ns.self
}

// peer returns a node that beats.
func (ns *nodes) peer(node data.NodeID) (p peer, known bool) {
	ns.mu.Lock()
	defer ns.mu.Unlock()
	p, known = ns.peers[node]
	return p, known
}

// knows reports whether a node beats.
func (ns *nodes) knows(node data.NodeID) bool {
	_, known := ns.peer(node)
	return known
}
