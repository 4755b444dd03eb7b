package relational

import (
	"cmp"
	"context"
	"slices"

	"noir/data"
	"noir/data/ledger"
)

// historyStore tells about past matches.
type historyStore struct{ db Database }

// Record implements data.Histories. Whatever changes a seat keeps its figures up to date. Only runs
// that a void or a merge made unknown are read from all of the player's rated games, and stored.
func (s historyStore) Record(ctx context.Context, id data.PlayerID, game string) (r data.Record, err error) {
	var own runs
	err = s.db.Browse(ctx, func(t Tx) error {
		r = data.Record{ByPace: map[data.Pace]data.Rating{}}
		if _, err := player(t, playerByID, id); err == data.ErrNotFound {
			return nil
		} else if err != nil {
			return err
		}
		if err := addTallies(t, id, game, &r); err != nil {
			return err
		}
		if own, err = runsOf(t, id, game); err != nil {
			return err
		}
		r.Rivals, err = rivals(t, id, game)
		return err
	})
	if err != nil {
		return data.Record{}, err
	}
	r.Streak, r.Best, r.Highest = own.Streak, own.Best, own.Highest
	if own.read {
		_ = s.db.Post(ctx, own.keep) // if that fails they are read again
	}
	return r, nil
}

// addTallies adds the counts of games by hour, and of rated games by pace.
func addTallies(t Tx, id data.PlayerID, game string, r *data.Record) error {
	return t.Rows(`SELECT pace, hour, games, rated * counts, wins * counts, losses * counts, draws * counts FROM (
			SELECT ?1 AS self, 1 AS counts UNION ALL SELECT player, CASE WHEN ratings THEN 1 ELSE 0 END FROM departures WHERE heir = ?1
		) s CROSS JOIN tallies ON player = self AND game = ?2`,
		[]any{id, game}, func(read Scan) error {
			var pace data.Pace
			var hour, games int
			var rated data.Rating
			err := read(&pace, &hour, &games, &rated.Games, &rated.Wins, &rated.Losses, &rated.Draws)
			if err != nil {
				return err
			}
			r.Hours[hour] += games
			if rated.Games > 0 {
				sum := r.ByPace[pace]
				sum.Games += rated.Games
				sum.Wins += rated.Wins
				sum.Losses += rated.Losses
				sum.Draws += rated.Draws
				r.ByPace[pace] = sum
			}
			return nil
		})
}

// runs are a player's runs in one game.
type runs struct {
	ledger.Runs
	player data.PlayerID
	game   string
	rating float64 // after the latest game added

	read          bool // from the events
	games, doubts int
}

// runsOf returns a player's runs; they are zero without a rated game.
func runsOf(t Tx, id data.PlayerID, game string) (runs, error) {
	own := runs{player: id, game: game}
	err := t.Row(`SELECT streak IS NULL, coalesce(streak, 0), coalesce(best, 0), coalesce(highest, 0), games, doubts
		FROM ratings WHERE player = ? AND game = ?`, []any{id, game},
		&own.read, &own.Streak, &own.Best, &own.Highest, &own.games, &own.doubts)
	if err == data.ErrNotFound {
		return runs{}, nil
	}
	if err != nil || !own.read {
		return own, err
	}
	who, ids, err := whose(t, `player`, id, true)
	if err != nil {
		return own, err
	}
	own.rating = data.StartRating
	return own, t.Rows(`SELECT change, won FROM rating_events WHERE `+who+` AND game = ? AND won IS NOT NULL ORDER BY at, number`,
		append(ids, game), func(read Scan) error {
			var change float64
			var won ledger.Outcome
			if err := read(&change, &won); err != nil {
				return err
			}
			own.add(change, won)
			return nil
		})
}

// add adds a game and what it did to the rating.
func (own *runs) add(change float64, o ledger.Outcome) {
	own.rating += change
	own.Runs = own.Play(own.rating, o)
}

// keep stores runs, unless games have come or gone since they were read.
func (own runs) keep(t Tx) error {
	_, err := t.Exec(`UPDATE ratings SET streak = ?, best = ?, highest = ?
		WHERE player = ? AND game = ? AND games = ? AND doubts = ?`,
		own.Streak, own.Best, own.Highest, own.player, own.game, own.games, own.doubts)
	return err
}

// rivals returns the opponents whom a player has met most often. It looks at all opponents only
// while somebody's games are being given away.
func rivals(t Tx, id data.PlayerID, game string) (all []data.Rival, err error) {
	own, ids, err := whose(t, `r.player`, id, false)
	if err != nil {
		return nil, err
	}
	met := map[data.PlayerID]*data.Rival{}
	err = t.Rows(`SELECT CASE WHEN d.player IS NULL THEN r.rival ELSE d.heir END, r.games, r.wins, r.losses, r.draws
		FROM rivals r LEFT JOIN departures d ON d.player = r.rival
		WHERE `+own+` AND r.game = ? ORDER BY r.games DESC, r.rival LIMIT CASE WHEN EXISTS (SELECT 1 FROM departures) THEN 1000000000 ELSE ? END`,
		append(ids, game, data.MaxRivals), func(read Scan) error {
			var who *data.PlayerID // nil: deleted
			var r data.Rival
			err := read(&who, &r.Games, &r.Wins, &r.Losses, &r.Draws)
			if err != nil || who == nil || *who == id {
				return err
			}
			sum := met[*who]
			if sum == nil {
				sum = &data.Rival{Player: data.Player{ID: *who}}
				met[*who] = sum
			}
			sum.Games += r.Games
			sum.Wins += r.Wins
			sum.Losses += r.Losses
			sum.Draws += r.Draws
			return nil
		})
	for _, r := range met {
		all = append(all, *r)
	}
	slices.SortFunc(all, func(a, b data.Rival) int {
		return cmp.Or(b.Games-a.Games, cmp.Compare(a.Player.ID, b.Player.ID))
	})
	all = all[:min(len(all), data.MaxRivals)]
	for i := range all {
		if err == nil {
			all[i].Player, err = player(t, playerByID, all[i].Player.ID)
		}
	}
	return all, err
}
