package matchmaking

import (
	"context"
	"slices"
	"time"

	"noir/data"
)

// blocksAge is how old what is known of blocks may be when people are paired.
const blocksAge = 2 * time.Second

// blocks is who has blocked whom. It is safe for any number of goroutines.
type blocks struct {
	*known[map[[2]data.PlayerID]bool] // the smaller id first
}

func newBlocks(l *Local) *blocks {
	return &blocks{newKnown(l, "who has blocked whom", blocksAge, l.readBlocks)}
}

func (l *Local) readBlocks(ctx context.Context) (map[[2]data.PlayerID]bool, error) {
	list, err := l.store.Blocks(ctx)
	if err != nil {
		return nil, err
	}
	pairs := make(map[[2]data.PlayerID]bool, len(list))
	for _, pair := range list {
		pairs[ordered(pair[0], pair[1])] = true
	}
	return pairs, nil
}

// between reports whether either of two players has blocked the other.
func (b *blocks) between(one, other data.PlayerID) bool {
	pairs := b.value()
	return len(pairs) > 0 && pairs[ordered(one, other)]
}

// Apart implements Broker.
func (l *Local) Apart(one, other data.PlayerID) bool {
	l.blocks.refresh()
	return l.blocks.between(one, other)
}

// seen are the rows of a list at whose tables nobody sits from whom a viewer is kept
// apart; the list itself if that is all of them.
func (b *blocks) seen(viewer data.PlayerID, rows []Listing, players [][]data.PlayerID) []Listing {
	hidden := func(seats []data.PlayerID) bool { return b.among(viewer, seats) }
	if len(b.value()) == 0 || !slices.ContainsFunc(players, hidden) {
		return rows
	}
	var rest []Listing
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

func ordered(a, b data.PlayerID) [2]data.PlayerID { return [2]data.PlayerID{min(a, b), max(a, b)} }
