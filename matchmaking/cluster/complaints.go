package cluster

import (
	"context"
	"errors"
	"time"

	"noir/data"
	"noir/matchmaking"
	"noir/matchmaking/local"
)

// complaints are taken by the node that remembers the talk.
type complaints struct {
	*client
	local *local.Broker
}

// recalled is what a node remembers of the table of a complaint.
type recalled struct {
	Node  data.NodeID
	Known bool
	Last  time.Time // when something was said there
}

// handlers answer what other nodes ask about complaints.
func (c complaints) handlers() map[string]handler {
	return map[string]handler{
		verbRecall: answering(func(_ context.Context, _ data.NodeID, made matchmaking.Complaint) (any, error) {
			return c.recall(made), nil
		}),
		verbComplain: answering(func(ctx context.Context, _ data.NodeID, made matchmaking.Complaint) (any, error) {
			return c.local.Complain(ctx, made)
		}),
	}
}

func (c complaints) recall(made matchmaking.Complaint) recalled {
	last, known := c.local.Recalls(made)
	return recalled{c.me(), known, last}
}

// take is matchmaking.Broker.Complain. Of the nodes that had the table, the one with the latest remark takes it.
// Remarks at a node that does not answer are not in the report.
func (c complaints) take(ctx context.Context, made matchmaking.Complaint) (data.Report, error) {
	best := c.recall(made)
	for _, other := range gather[recalled](ctx, c.client, c.others(), verbRecall, made) {
		if other.Known && (!best.Known || other.Last.After(best.Last)) {
			best = other
		}
	}
	if best.Known && best.Node != c.me() {
		r, err := ask[data.Report](ctx, c.client, best.Node, verbComplain, actTime, made)
		if !errors.Is(err, errAway) {
			return r, outward(ctx, err)
		}
	}
	return c.local.Complain(ctx, made)
}
