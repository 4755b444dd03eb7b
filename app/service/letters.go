package service

import (
	"context"
	"slices"

	"noir/data"
	"noir/data/account"
)

// Letters has the use cases about letters from the server to players.
type Letters struct {
	store lettersStore
}

type lettersStore interface {
	Letters(ctx context.Context, id data.PlayerID) ([]data.Letter, error)
	Read(ctx context.Context, id data.PlayerID, upTo int64) error
}

// Unread returns a player's letters in a reader's words, oldest first. A guest has none.
func (l Letters) Unread(ctx context.Context, id data.PlayerID, r account.Reader) ([]data.Letter, error) {
	if id.Guest() {
		return nil, nil
	}
	all, err := l.store.Letters(ctx, id)
	return slices.DeleteFunc(all, func(one data.Letter) bool { return r.Tell(one) == "" }), err
}

// Read deletes a player's letters up to and including one.
func (l Letters) Read(ctx context.Context, id data.PlayerID, upTo int64) error {
	return l.store.Read(ctx, id, upTo)
}
