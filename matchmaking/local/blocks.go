package local

import (
	"context"
	"slices"
	"time"

	"noir/data"
	"noir/internal/cached"
	"noir/matchmaking"
	"noir/matchmaking/seating"
)

// blocksAge is how old the list of blocks may be when people are paired.
const blocksAge = 2 * time.Second

// blocks caches who has blocked whom. It is safe for concurrent use.
type blocks struct {
	known *cached.Value[map[[2]data.PlayerID]bool] // seating.Pair
}

func newBlocks(r cached.Reader, s store) *blocks {
	return &blocks{cached.New(r, "who has blocked whom", blocksAge, func(ctx context.Context) (map[[2]data.PlayerID]bool, error) {
		list, err := s.Blocks(ctx)
		if err != nil {
			return nil, err
		}
		pairs := make(map[[2]data.PlayerID]bool, len(list))
		for _, pair := range list {
			pairs[seating.Pair(pair[0], pair[1])] = true
		}
		return pairs, nil
	})}
}

// Apart reports whether either of two players has blocked the other, as last read.
func (b *blocks) Apart(one, other data.PlayerID) bool { return b.from(one)(other) }

// from is Apart for one player and many others.
func (b *blocks) from(one data.PlayerID) func(other data.PlayerID) bool {
	pairs := b.known.Get()
	return func(other data.PlayerID) bool { return len(pairs) > 0 && pairs[seating.Pair(one, other)] }
}

// Reread has the blocks read again in the background unless they are new enough.
func (b *blocks) Reread() { b.known.Refresh() }

// ReadApart reads the blocks again unless they are new enough. It blocks on the store.
func (b *blocks) ReadApart(ctx context.Context) error {
	_, err := b.known.Read(ctx)
	return err
}

// part returns a *seating.Fault if a player at a table has blocked another. It names only those
// players: the others at the table keep their places. It blocks on the store.
func (b *blocks) part(ctx context.Context, people []data.PlayerID) error {
	if len(people) < 2 {
		return nil
	}
	if err := b.ReadApart(ctx); err != nil {
		return err
	}
	parted := slices.DeleteFunc(slices.Clone(people), func(p data.PlayerID) bool { return !b.among(p, people) })
	if len(parted) > 0 {
		return seating.Blame(matchmaking.ErrParted, parted...)
	}
	return nil
}

// seen returns the rows of a list without tables of players from whom a viewer is kept apart; the
// list itself if it has no such tables.
func (b *blocks) seen(viewer data.PlayerID, rows []matchmaking.Listing, players [][]data.PlayerID) []matchmaking.Listing {
	apart := b.from(viewer)
	hidden := func(seats []data.PlayerID) bool { return slices.ContainsFunc(seats, apart) }
	if len(b.known.Get()) == 0 || !slices.ContainsFunc(players, hidden) {
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

// among reports whether a player is kept apart from any of the others.
func (b *blocks) among(player data.PlayerID, others []data.PlayerID) bool {
	return slices.ContainsFunc(others, b.from(player))
}
