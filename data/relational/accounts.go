package relational

import (
	"slices"
	"time"

	"noir/data"
	"noir/data/ledger"
)

// account is a ledger.Account and the row numbers of its seasons.
type account struct {
	ledger.Account
	player data.PlayerID
	game   string
	rows   []int64 // of Seasons: their row numbers
}

// accountOf reads a player's account in a game, with the seasons of a month and later ones.
func accountOf(t Tx, id data.PlayerID, game string, month data.Month) (a account, err error) {
	if err = accountLater(t, &a, id, game, month); err == nil {
		err = t.Settle()
	}
	return a, err
}

// accountLater is accountOf before the next Settle.
func accountLater(t Tx, a *account, id data.PlayerID, game string, month data.Month) error {
	*a = account{player: id, game: game}
	err := t.RowsLater(`SELECT coalesce(r.value, ?4), coalesce(r.games, 0), coalesce(r.wins, 0), coalesce(r.losses, 0), coalesce(r.draws, 0),
			r.games IS NOT NULL AND r.streak IS NULL, coalesce(r.streak, 0), coalesce(r.best, 0), coalesce(r.highest, 0), e.latest, e.later
		FROM (SELECT max((SELECT max(at) FROM rating_events WHERE player = self AND game = ?2)) AS latest,
				coalesce(sum((SELECT sum(change) FROM rating_events WHERE player = self AND game = ?2 AND at >= ?3)), 0.0) AS later
			FROM (SELECT ?1 AS self UNION ALL SELECT player FROM departures WHERE heir = ?1 AND ratings) s) e
		LEFT JOIN ratings r ON r.player = ?1 AND r.game = ?2`,
		[]any{id, game, month.Ends().UnixMilli(), data.StartRating}, func(read Scan) error {
			var runs ledger.Runs
			var unknown bool
			err := read(&a.Value, &a.Games, &a.Wins, &a.Losses, &a.Draws, &unknown, &runs.Streak, &runs.Best, &runs.Highest, moment{&a.Latest}, &a.Later)
			if !unknown {
				a.Runs = &runs
			}
			return err
		})
	if err != nil {
		return err
	}
	return t.RowsLater(`SELECT number, month, value, games, wins, losses, draws FROM seasons
		WHERE player = ? AND game = ? AND month >= ? ORDER BY month, number`, []any{id, game, monthNumber(month)}, func(read Scan) error {
		var s ledger.Season
		var number int64
		var kept int
		err := read(&number, &kept, &s.Value, &s.Games, &s.Wins, &s.Losses, &s.Draws)
		s.Month = monthOf(kept)
		a.Seasons, a.rows = append(a.Seasons, s), append(a.rows, number)
		return err
	})
}

// keep stores the account.
func (a account) keep(t Tx) error {
	var streak, best, highest any // NULL: unknown
	if a.Runs != nil {
		streak, best, highest = a.Runs.Streak, a.Runs.Best, a.Runs.Highest
	}
	var err error
	if a.Games == 0 {
		err = t.Later(`DELETE FROM ratings WHERE player = ? AND game = ?`, a.player, a.game)
	} else {
		err = t.Later(`INSERT INTO ratings (player, game, bot, value, games, wins, losses, draws, streak, best, highest)
			VALUES (?1, ?2, (SELECT bot FROM players WHERE id = ?1), ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
			ON CONFLICT (player, game) DO UPDATE SET value = excluded.value, games = excluded.games,
				wins = excluded.wins, losses = excluded.losses, draws = excluded.draws,
				streak = excluded.streak, best = excluded.best, highest = excluded.highest, doubts = ratings.doubts + CASE WHEN excluded.streak IS NULL THEN 1 ELSE 0 END`,
			a.player, a.game, a.Value, a.Games, a.Wins, a.Losses, a.Draws, streak, best, highest)
	}
	for i, s := range a.Seasons {
		if err != nil {
			return err
		}
		switch {
		case i >= len(a.rows):
			err = t.Later(`INSERT INTO seasons (game, month, player, bot, value, games, wins, losses, draws)
				VALUES (?2, ?3, ?1, (SELECT bot FROM players WHERE id = ?1), ?4, ?5, ?6, ?7, ?8)`,
				a.player, a.game, monthNumber(s.Month), s.Value, s.Games, s.Wins, s.Losses, s.Draws)
		case s.Games == 0:
			err = t.Later(`DELETE FROM seasons WHERE number = ?`, a.rows[i])
		default:
			err = t.Later(`UPDATE seasons SET value = ?, games = ?, wins = ?, losses = ?, draws = ? WHERE number = ?`,
				s.Value, s.Games, s.Wins, s.Losses, s.Draws, a.rows[i])
		}
	}
	return err
}

// accounts reads the accounts that postings of the match go to. It is done before anything is written,
// so that what is written can go together.
func (m *stored) accounts(t Tx, postings []ledger.Posting) (all []account, err error) {
	all = make([]account, len(postings))
	for i, p := range postings {
		if err = accountLater(t, &all[i], p.Player, m.Game, data.MonthOf(p.At())); err != nil {
			return nil, err
		}
	}
	return all, t.Settle()
}

// post adds postings of the match to their players' accounts, as they have just been read, and histories.
func (m *stored) post(t Tx, accounts []account, postings []ledger.Posting) error {
	for i, p := range postings {
		if i > 0 && slices.ContainsFunc(postings[:i], func(o ledger.Posting) bool { return o.Player == p.Player }) { // the players were merged
			var err error
			if accounts[i], err = accountOf(t, p.Player, m.Game, data.MonthOf(p.At())); err != nil {
				return err
			}
		}
		if err := m.postTo(t, accounts[i], p); err != nil {
			return err
		}
	}
	return nil
}

func (m *stored) postTo(t Tx, a account, p ledger.Posting) error {
	a.Account = a.Post(p)
	if err := a.keep(t); err != nil {
		return err
	}
	kind, won := "game", any(int(p.Outcome))
	if p.Void() {
		kind, won = "void", nil // a void is no game
	}
	return t.Later(`INSERT INTO rating_events (match, seat, kind, player, game, at, change, won)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
		m.number, p.Seat, kind, p.Player, m.Game, p.At().UnixMilli(), p.Change, won)
}

// mergeAccounts adds the accounts of one player to another's. In the tables of past months each
// player keeps their own row.
func mergeAccounts(t Tx, gone, stays data.PlayerID) error {
	month := data.MonthOf(time.Now())
	games, err := gamesRated(t, gone)
	if err != nil {
		return err
	}
	for _, game := range games {
		from, err := accountOf(t, gone, game, month)
		if err != nil {
			return err
		}
		to, err := accountOf(t, stays, game, month)
		if err != nil {
			return err
		}
		to.Account = ledger.Merge(from.Account, to.Account)
		if err := to.keep(t); err != nil {
			return err
		}
	}
	for _, move := range []string{
		`DELETE FROM ratings WHERE player = ?1`,
		`DELETE FROM seasons WHERE player = ?1 AND month >= ?3`,
		`UPDATE seasons SET player = ?2 WHERE player = ?1`,
	} {
		if _, err := t.Exec(move, gone, stays, monthNumber(month)); err != nil {
			return err
		}
	}
	return nil
}

// gamesRated returns the games in which a player has a rating.
func gamesRated(t Tx, id data.PlayerID) (games []string, err error) {
	err = t.Rows(`SELECT game FROM ratings WHERE player = ? ORDER BY game`, []any{id}, func(read Scan) error {
		var game string
		err := read(&game)
		games = append(games, game)
		return err
	})
	return games, err
}

// leaveSeasons removes a deleted player from the tables of the current months, and their name from
// those of the past.
func leaveSeasons(t Tx, id data.PlayerID) error {
	_, err := t.Exec(`DELETE FROM seasons WHERE player = ? AND month >= ?`, id, monthAt(time.Now()))
	if err != nil {
		return err
	}
	_, err = t.Exec(`UPDATE seasons SET player = NULL, name = ? WHERE player = ?`, data.GoneName(id), id)
	return err
}
