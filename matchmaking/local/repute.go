package local

import (
	"context"

	"noir/data"
	"noir/matchmaking/table"
)

// reputes returns those of a table's seats. It asks the store.
func (l *Broker) reputes(ctx context.Context, m data.Match, players []data.PlayerID) []table.Repute {
	info := l.games[m.Game].Info()
	shown := make([]table.Repute, len(players))
	for i, s := range m.Seats {
		switch known, _ := info.Opponent(s.Level); {
		case known.Rating > 0:
			shown[i].Rating = &known.Rating
		case players[i] > 0:
			shown[i] = l.repute(ctx, m.Game, players[i], s.Name)
		}
	}
	return shown
}

// repute returns that of a player.
func (l *Broker) repute(ctx context.Context, game string, id data.PlayerID, name string) (r table.Repute) {
	if rating, err := l.rating(ctx, game, id); err == nil {
		r.Rating = &rating
	}
	if p, err := l.store.PlayerByName(ctx, name); err == nil {
		r.Program = p.Bot && p.ID == id
	}
	return r
}
