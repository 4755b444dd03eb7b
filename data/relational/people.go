package relational

import (
	"context"

	"noir/data"
)

// People implements data.Players.
func (s playerStore) People(ctx context.Context, game string, players ...data.PlayerID) (people map[data.PlayerID]data.Person, err error) {
	if len(players) == 0 {
		return nil, nil
	}
	err = s.db.Ask(ctx, func(t Tx) error {
		people = map[data.PlayerID]data.Person{}
		return t.Rows(`SELECT p.id, p.bot, coalesce(r.value, ?1), coalesce(r.games, 0), coalesce(r.wins, 0), coalesce(r.losses, 0), coalesce(r.draws, 0), s.body
			FROM players p LEFT JOIN ratings r ON r.player = p.id AND r.game = ?2 LEFT JOIN settings s ON s.player = p.id
			WHERE p.id `+listed+andThere,
			[]any{data.StartRating, game, numbers(players)}, func(read Scan) error {
				var id data.PlayerID
				var p data.Person
				err := read(&id, &p.Bot, &p.Rating.Value, &p.Rating.Games, &p.Rating.Wins, &p.Rating.Losses, &p.Rating.Draws, Document{&p.Settings})
				people[id] = p
				return err
			})
	})
	return people, err
}
