package cluster

import "noir/data"

// Busy has the node take so many requests less at once.
func (b *Broker) Busy(requests int) { b.board.busy.Add(int32(requests)) }

// MostUnderWay is how many it takes at once.
const MostUnderWay = mostUnderWay

// Knows reports whether it has seen that a node beats.
func (b *Broker) Knows(node data.NodeID) bool { return b.board.knows(node) }
