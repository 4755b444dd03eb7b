package cluster

import "noir/data"

// Busy has the node take no more requests until rest is called.
func (b *Broker) Busy() (rest func()) {
	for _, r := range []*room{&b.board.busy, &b.board.waiting} {
		r.taken.Add(r.most)
	}
	return func() {
		for _, r := range []*room{&b.board.busy, &b.board.waiting} {
			r.taken.Add(-r.most)
		}
	}
}

// UnderWay is how many requests the node has not answered.
func (b *Broker) UnderWay() int { return int(b.board.busy.taken.Load() + b.board.waiting.taken.Load()) }

// Chairs is how many chairs people of other nodes have at this one.
func (b *Broker) Chairs() int {
	k := b.membership.hosted.kept
	k.mu.Lock()
	defer k.mu.Unlock()
	return len(k.of)
}

// Knows reports whether it has seen that a node beats.
func (b *Broker) Knows(node data.NodeID) bool { return b.board.knows(node) }
