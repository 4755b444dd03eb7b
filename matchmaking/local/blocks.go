package local

import (
	"context"
	"slices"
	"time"

	"noir/data"
	"noir/matchmaking"
	"noir/matchmaking/known"
	"noir/matchmaking/seating"
)

// blocksAge is how old what is known of blocks may be when people are paired.
const blocksAge = 2 * time.Second

// blocks is who has blocked whom. It is safe for any number of goroutines.
type blocks struct {
	*known.Known[map[[2]data.PlayerID]bool] // the smaller id first
}

func newBlocks(l *Broker) *blocks {
	return &blocks{known.New(l.reader(), "who has blocked whom", blocksAge, l.readBlocks)}
}

func (l *Broker) readBlocks(ctx context.Context) (map[[2]data.PlayerID]bool, error) {
	list, err := l.store.Blocks(ctx)
	if err != nil {
		return nil, err
	}
	pairs := make(map[[2]data.PlayerID]bool, len(list))
	for _, pair := range list {
		pairs[seating.Pair(pair[0], pair[1])] = true
	}
	return pairs, nil
}

// between reports whether either of two players has blocked the other.
func (b *blocks) between(one, other data.PlayerID) bool {
	pairs := b.Value()
	return len(pairs) > 0 && pairs[seating.Pair(one, other)]
}

// Apart implements Broker.
func (l *Broker) Apart(one, other data.PlayerID) bool {
	l.blocks.Refresh()
	return l.blocks.between(one, other)
}

// seen are the rows of a list at whose tables nobody sits from whom a viewer is kept
// apart; the list itself if that is all of them.
func (b *blocks) seen(viewer data.PlayerID, rows []matchmaking.Listing, players [][]data.PlayerID) []matchmaking.Listing {
	hidden := func(seats []data.PlayerID) bool { return b.among(viewer, seats) }
	if len(b.Value()) == 0 || !slices.ContainsFunc(players, hidden) {
		return rows
	}
	var rest []matchmaking.Listing
	for i, row := range rows {
		if !hidden(players[i]) {
			rest = append(rest, row)
		}
	}
	return rest
}

// among reports whether a player is kept apart from any of some others.
func (b *blocks) among(player data.PlayerID, others []data.PlayerID) bool {
	return slices.ContainsFunc(others, func(o data.PlayerID) bool { return b.between(player, o) })
}
