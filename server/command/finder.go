package command

import (
	"context"
	"errors"

	"noir/app/service"
	"noir/data"
	"noir/internal/language"
	"noir/matchmaking"
)

// finder finds players.
type finder struct{ names service.Names }

// player finds the player that a command is about: the named one, or the caller.
func (f finder) player(ctx context.Context, c *Call, args []string) (data.Player, error) {
	if len(args) > 0 {
		return f.names.Find(ctx, args[0])
	}
	if c.Player.ID.Guest() {
		return c.Player, language.Sentence(nil, "guests own nothing: connect with a key, or name a player")
	}
	return c.Player, nil
}

// live finds running tables.
type live struct {
	broker  matchmaking.Broker
	matches service.Matches
}

// missing explains why a table was not found, if the reason is that its game is over.
func (l live) missing(ctx context.Context, id data.MatchID, err error) error {
	if !errors.Is(err, matchmaking.ErrNoTable) {
		return err
	}
	if _, storeErr := l.matches.Finished(ctx, id); storeErr == nil {
		return language.Sentence(err, "that game is over; `replay %s` tells it", id)
	}
	return language.Sentence(err, "there is no such table; `tables` lists those that you can watch, `games --running` your own")
}
