package cluster

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"noir/data"
)

// Busy has the node refuse requests until rest is called.
func (b *Broker) Busy() (rest func()) {
	for _, r := range []*room{&b.server.busy, &b.server.waiting} {
		r.taken.Add(r.most)
	}
	return func() {
		for _, r := range []*room{&b.server.busy, &b.server.waiting} {
			r.taken.Add(-r.most)
		}
	}
}

// UnderWay is how many requests the node has not answered: what somebody asks, and what they wait for.
func (b *Broker) UnderWay() (asked, waiting int) {
	return int(b.server.busy.taken.Load()), int(b.server.waiting.taken.Load())
}

// Idle reports whether all requests are answered.
func (b *Broker) Idle() bool {
	asked, waiting := b.UnderWay()
	return asked+waiting == 0
}

// Chairs is how many chairs people of other nodes have at this one.
func (b *Broker) Chairs() int {
	k := b.membership.hosted.kept
	k.mu.Lock()
	defer k.mu.Unlock()
	return len(k.of)
}

// Places is how many places in this node's queue people of other nodes have.
func (b *Broker) Places() int {
	k := b.membership.desk.kept
	k.mu.Lock()
	defer k.mu.Unlock()
	return len(k.of)
}

// Asked is how often this node has asked others for something, and has got an answer.
func (b *Broker) Asked(verb string) (n uint64) {
	figures := prometheus.NewRegistry()
	figures.MustRegister(b.client.took)
	all, err := figures.Gather()
	if err != nil {
		panic(err)
	}
	for _, m := range all[0].GetMetric() {
		if m.GetLabel()[0].GetValue() == verb {
			n = m.GetHistogram().GetSampleCount()
		}
	}
	return n
}

// Heard returns when a node has last told of itself here, the zero time for never.
func (b *Broker) Heard(node data.NodeID) time.Time {
	b.roster.mu.Lock()
	defer b.roster.mu.Unlock()
	return b.roster.states[node].at
}

// Knows reports whether it has seen that a node beats.
func (b *Broker) Knows(node data.NodeID) bool { return b.client.knows(node) }
