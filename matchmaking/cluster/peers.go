package cluster

import (
	"context"

	"noir/data"
	"noir/internal/quota"
	"noir/matchmaking/local"
)

// peers are the other nodes, as the local broker of this one sees them.
type peers struct {
	node  *Broker
	games *allotment
	store data.Shared
}

var _ local.Peers = peers{}

// Dealt implements local.Peers.
func (p peers) Dealt(people []data.PlayerID, id data.MatchID) {
	p.node.roster.engaged(people)
	p.node.client.tell(verbDealt, engaged{people, id})
}

// Seated implements local.Peers.
func (p peers) Seated(people []data.PlayerID) { p.node.client.tell(verbSeated, people) }

// Challenged implements local.Peers.
func (p peers) Challenged(c data.Challenge) { p.node.challenges.call(c) }

// Judged implements local.Peers.
func (p peers) Judged(c local.Conduct) { p.node.client.tell(verbJudged, c) }

// Allot implements local.Peers.
func (p peers) Allot(people []data.PlayerID) data.NodeID { return p.node.roster.host(people) }

// Give implements local.Peers.
func (p peers) Give(to data.NodeID, id data.MatchID, payers []quota.Payer, received func()) {
	p.games.give(to, id, payers, received)
}

// Rated implements local.Peers.
func (p peers) Rated(ctx context.Context, game string, players ...data.PlayerID) ([]data.Match, error) {
	return p.store.Rated(ctx, game, players...)
}
