package cluster

import (
	"context"
	"errors"
	"maps"

	"golang.org/x/sync/singleflight"

	"noir/data"
	"noir/internal/quota"
	"noir/matchmaking"
	"noir/matchmaking/local"
)

// allotment has new games run that were stored for another node than the one that opened them. The store has the owner
// of each; messages about it over the link only make the owner look sooner.
type allotment struct {
	*client
	store data.Shared
	local *local.Broker
	tried map[data.MatchID]data.Ownership // by attend, which one goroutine calls
	looks singleflight.Group              // by match
}

// allotted is the request to run a game.
type allotted struct {
	Match  data.MatchID
	Payers []quota.Payer // by seat
}

// give tells a node of a game that has been stored for it, until it answers. A node that is gone has given
// all of its games up. Then it calls received.
func (a *allotment) give(to data.NodeID, id data.MatchID, payers []quota.Payer, received func()) {
	a.Go(func() {
		defer received()
		for a.knows(to) {
			_, err := ask[struct{}](a.Context, a.client, to, verbRun, answerTime, allotted{id, payers})
			if err == nil || pause(a.Context) != nil {
				return
			}
		}
	})
}

// handlers answer what the leader asks of its games here.
func (a *allotment) handlers() map[string]handler {
	return map[string]handler{
		verbRun: answering(func(ctx context.Context, _ data.NodeID, game allotted) (any, error) {
			return nil, a.run(ctx, game.Payers, game.Match)
		}),
	}
}

// run takes on a game if it is this node's and does not run yet. All who want that at the same time share one look: a
// second one might take on a game that has ended since it looked.
func (a *allotment) run(ctx context.Context, payers []quota.Payer, id data.MatchID) error {
	_, err, _ := a.looks.Do(string(id), func() (any, error) { return nil, a.look(ctx, payers, id) })
	return err
}

// look is run for the first who wants it. A node that drains gives the game up.
func (a *allotment) look(ctx context.Context, payers []quota.Payer, id data.MatchID) error {
	if a.local.Runs(id) { // as when its people come before the message about it
		return nil
	}
	if !a.drains.Load() {
		matches, err := a.store.Own(ctx, id)
		if err != nil {
			return err
		}
		a.local.TakeOn(a.Context, matches, payers) // with ratings, also when the client that asked first goes away
	}
	if !a.drains.Load() {
		return nil
	}
	err := a.store.Release(ctx, 0, id)
	a.tell(verbFree, nil)
	return err
}

// attend runs those games of this node that it does not run, each once: one whose rules panic, or that this version does
// not know, would not run the next time either.
func (a *allotment) attend(ctx context.Context) error {
	owned, err := a.store.Owned(ctx)
	if err != nil {
		return err
	}
	maps.DeleteFunc(a.tried, func(id data.MatchID, was data.Ownership) bool { return owned[id] != was })
	for id, o := range owned {
		if o.Node != a.me() || a.tried[id] == o || a.local.Runs(id) {
			continue
		}
		if err := a.run(ctx, nil, id); err != nil {
			return err
		}
		a.tried[id] = o
	}
	return nil
}

// sit takes a chair at a table of this node, which may be about to run it. player is 0 for a watcher.
func (a *allotment) sit(ctx context.Context, id data.MatchID, player data.PlayerID) (matchmaking.Viewer, error) {
	v, err := sitAt(ctx, a.local, id, player)
	if !errors.Is(err, matchmaking.ErrNoTable) {
		return v, err
	}
	if node, _, unread := a.store.Owner(ctx, id); unread != nil || node != a.me() || a.run(ctx, nil, id) != nil {
		return nil, err
	}
	return sitAt(ctx, a.local, id, player)
}
