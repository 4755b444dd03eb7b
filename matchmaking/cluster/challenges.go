package cluster

import (
	"context"

	"noir/data"
	"noir/internal/quota"
	"noir/matchmaking"
)

// challenges are those of all nodes: the leader has them.
type challenges struct{ *election }

// requested is a request about challenges.
type requested struct {
	Challenge data.Challenge
	Player    data.Player
	ID        string
	Payer     quota.Payer
}

func (r requested) paid(ctx context.Context) context.Context { return quota.With(ctx, r.Payer) }

// offer is matchmaking.Broker.Challenge.
func (c challenges) offer(ctx context.Context, made data.Challenge) (matchmaking.Acceptance, error) {
	return atLeader(ctx, c.election, verbOffer, requested{Challenge: made, Payer: quota.From(ctx)}, func() (matchmaking.Acceptance, error) {
		return c.local.Challenge(ctx, made)
	})
}

// shown is matchmaking.Broker.Challenges.
func (c challenges) shown(ctx context.Context, p data.PlayerID) ([]data.Challenge, error) {
	return atLeader(ctx, c.election, verbOffers, requested{Player: data.Player{ID: p}}, func() ([]data.Challenge, error) {
		return c.local.Challenges(ctx, p)
	})
}

// accept is matchmaking.Broker.Accept.
func (c challenges) accept(ctx context.Context, p data.Player, id string) (matchmaking.Acceptance, error) {
	return atLeader(ctx, c.election, verbAccept, requested{Player: p, ID: id, Payer: quota.From(ctx)}, func() (matchmaking.Acceptance, error) {
		return c.local.Accept(ctx, p, id)
	})
}

// withdraw is matchmaking.Broker.Withdraw.
func (c challenges) withdraw(ctx context.Context, p data.PlayerID, id string) (data.Challenge, error) {
	return atLeader(ctx, c.election, verbWithdraw, requested{Player: data.Player{ID: p}, ID: id}, func() (data.Challenge, error) {
		return c.local.Withdraw(ctx, p, id)
	})
}

// call tells the player's screens at all nodes of a challenge, unless they are in a live game.
func (c challenges) call(made data.Challenge) {
	c.Go(func() {
		if in, err := c.store.LiveSeats(c.Context, made.To.ID); err != nil || len(in) > 0 {
			return // they have a letter
		}
		c.local.Call(made)
		c.tell(verbCalled, made)
	})
}

// handlers answer what other nodes ask the leader.
func (c challenges) handlers() map[string]handler {
	return map[string]handler{
		verbOffer: leading(c.election, func(ctx context.Context, _ data.NodeID, r requested) (any, error) {
			return c.local.Challenge(r.paid(ctx), r.Challenge)
		}),
		verbOffers: leading(c.election, func(ctx context.Context, _ data.NodeID, r requested) (any, error) {
			return c.local.Challenges(ctx, r.Player.ID)
		}),
		verbAccept: leading(c.election, func(ctx context.Context, _ data.NodeID, r requested) (any, error) {
			return c.local.Accept(r.paid(ctx), r.Player, r.ID)
		}),
		verbWithdraw: leading(c.election, func(ctx context.Context, _ data.NodeID, r requested) (any, error) {
			return c.local.Withdraw(ctx, r.Player.ID, r.ID)
		}),
	}
}
