package cluster

import (
	"context"
	"errors"

	"noir/data"
	"noir/matchmaking"
	"noir/matchmaking/local"
)

// complaints are taken where the talk is.
type complaints struct {
	*switchboard
	store data.Shared
	local *local.Broker
}

// take is matchmaking.Broker.Complain. What was said is with the node that had the table; where that does
// not answer the report has no talk.
func (c complaints) take(ctx context.Context, made matchmaking.Complaint) (data.Report, error) {
	node, _, err := c.store.Owner(ctx, made.Match)
	if err == nil && node != 0 && node != c.me() {
		r, err := ask[data.Report](ctx, c.switchboard, node, "complain", actTime, made)
		if !errors.Is(err, errAway) {
			return r, outward(err)
		}
	}
	return c.local.Complain(ctx, made)
}

// answer answers "complain".
func (c complaints) answer(ctx context.Context, _ data.NodeID, made matchmaking.Complaint) (any, error) {
	return c.local.Complain(ctx, made)
}
