package matchmaking

import (
	"context"

	"noir/data"
)

// repute is what is shown of who sits on a seat, beside his name.
type repute struct {
	rating  *float64 // of a house player among the house's own; nil for a guest, and when it cannot be had
	program bool     // an operator has marked the account as a program's
}

// reputes returns those of a table's seats. It asks the store.
func (l *Local) reputes(ctx context.Context, m data.Match, players []data.PlayerID) []repute {
	info := l.games[m.Game].Info()
	shown := make([]repute, len(players))
	for i, s := range m.Seats {
		switch known, _ := info.Opponent(s.Level); {
		case known.Rating > 0:
			shown[i].rating = &known.Rating
		case players[i] > 0:
			shown[i] = l.repute(ctx, m.Game, players[i], s.Name)
		}
	}
	return shown
}

// repute returns that of a player.
func (l *Local) repute(ctx context.Context, game string, id data.PlayerID, name string) (r repute) {
	if rating, err := l.rating(ctx, game, id); err == nil {
		r.rating = &rating
	}
	if p, err := l.store.PlayerByName(ctx, name); err == nil {
		r.program = p.Bot && p.ID == id
	}
	return r
}
