package local

import (
	"context"

	"noir/data"
	"noir/internal/quota"
)

// Peers are the other nodes that serve the same store. A broker tells them what happens here. Only Rated may block.
type Peers interface {
	// Dealt tells who has got which live game with other people: they may wait, or play the house, at other
	// nodes (Engage).
	Dealt(people []data.PlayerID, id data.MatchID)
	// Seated tells who has got any other new table here: they may look for it at other nodes.
	Seated(people []data.PlayerID)
	// Challenged tells of a challenge to a named player, who may listen at any node (Call).
	Challenged(c data.Challenge)
	// Judged tells who has ended a game here and how: the queue may be another node's (Judge).
	Judged(c Conduct)

	// Allot says which node is to run a new live game of some people, 0 for this one.
	Allot(people []data.PlayerID) data.NodeID
	// Give hands a stored game over to the node that is to run it (TakeOn). It calls received once that has begun
	// it, or is gone: until then its people have their live game here.
	Give(to data.NodeID, id data.MatchID, payers []quota.Payer, received func())
	// Rated returns the running rated games of a kind that some players have at any node, with their ids, paces
	// and players: two who play one may not begin another. It reads the store.
	Rated(ctx context.Context, game string, players ...data.PlayerID) ([]data.Match, error)
}

// alone are the peers of a node that has none.
type alone struct{ callers *callers }

var _ Peers = alone{}

func (alone) Dealt([]data.PlayerID, data.MatchID)                   {}
func (alone) Seated([]data.PlayerID)                                {}
func (a alone) Challenged(c data.Challenge)                         { a.callers.call(c) }
func (alone) Judged(Conduct)                                        {}
func (alone) Allot([]data.PlayerID) data.NodeID                     { return 0 }
func (alone) Give(data.NodeID, data.MatchID, []quota.Payer, func()) {}
func (alone) Rated(context.Context, string, ...data.PlayerID) ([]data.Match, error) {
	return nil, nil
}
