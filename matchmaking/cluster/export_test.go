package cluster

import (
	"time"

	"noir/data"
)

// Busy has the node take so many requests less at once, and returns how many are under way then, those included.
func (b *Broker) Busy(requests int) int { return int(b.board.busy.Add(int32(requests))) }

// MostUnderWay is how many it takes at once.
const MostUnderWay = mostUnderWay

// Knows reports whether it has seen that a node beats.
func (b *Broker) Knows(node data.NodeID) bool { return b.board.knows(node) }

// Unasked is how long nothing has been asked of one of the chairs that other nodes have here.
func (b *Broker) Unasked() (longest time.Duration) {
	k := b.membership.hosted.kept
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, one := range k.of {
		longest = max(longest, time.Since(one.asked))
	}
	return longest
}
