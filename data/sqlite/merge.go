package sqlite

import (
	"context"
	"errors"
	"fmt"

	"noir/data"
)

// Merge implements data.Office.
func (s *Store) Merge(ctx context.Context, by string, from, into data.PlayerID) error {
	if from == into {
		return errors.New("a player cannot be merged with himself")
	}
	return s.writer.write(ctx, func(t tx) error {
		gone, err := existing(t, from)
		if err != nil {
			return err
		}
		stays, err := existing(t, into)
		if err != nil {
			return err
		}
		if err := mergeable(t, gone, stays); err != nil {
			return err
		}
		if err := unite(t, by, gone, stays); err != nil {
			return err
		}
		return leave(t, stays.ID, data.Merged, detail{"name": gone.Name})
	})
}

// mergeable says why two players may not become one.
func mergeable(t tx, gone, stays data.Player) error {
	if err := errors.Join(mustNotPlay(t, gone), mustNotPlay(t, stays)); err != nil {
		return err
	}
	var match data.MatchID
	err := t.row(`SELECT m.id FROM matches m
		JOIN seats a ON a.match = m.number JOIN seats b ON b.match = m.number
		WHERE a.player = ? AND b.player = ? AND a.after IS NOT NULL AND m.voided IS NULL LIMIT 1`,
		[]any{gone.ID, stays.ID}, &match)
	switch err {
	case data.ErrNotFound:
		return nil
	case nil:
		return fmt.Errorf("%w: %s and %s in %s", data.ErrMet, gone.Name, stays.Name, match)
	}
	return err
}

// handOver is what becomes another player's, as it is.
var handOver = []string{
	`UPDATE keys SET player = ?2 WHERE player = ?1`,
	`UPDATE recovery_codes SET player = ?2 WHERE player = ?1`,
	`UPDATE bans SET player = ?2 WHERE player = ?1`,
	`UPDATE rating_events SET player = ?2 WHERE player = ?1`,
	`UPDATE seats SET player = ?2, name = ?3 WHERE player = ?1`,
	`UPDATE letters SET player = ?2 WHERE player = ?1`,
	`UPDATE reports SET by = ?2 WHERE by = ?1`,
	`UPDATE reports SET about = ?2 WHERE about = ?1`,
	`DELETE FROM invitations WHERE player = ?1`,
	`DELETE FROM recovery_failures WHERE player = ?1`,

	`UPDATE OR IGNORE settings SET player = ?2 WHERE player = ?1`,
	`DELETE FROM settings WHERE player = ?1`,
	`INSERT INTO silences SELECT ?2, until, reason FROM silences WHERE player = ?1
		ON CONFLICT DO UPDATE SET until = excluded.until, reason = excluded.reason WHERE excluded.until > until`,
	`DELETE FROM silences WHERE player = ?1`,

	`DELETE FROM ties WHERE (player = ?1 AND other = ?2) OR (player = ?2 AND other = ?1)`,
	`UPDATE OR IGNORE ties SET player = ?2 WHERE player = ?1`,
	`UPDATE OR IGNORE ties SET other = ?2 WHERE other = ?1`,
	`DELETE FROM ties WHERE player = ?1 OR other = ?1`,

	`UPDATE OR IGNORE puzzle_answers SET player = ?2 WHERE player = ?1`,
	`DELETE FROM puzzle_answers WHERE player = ?1`,

	`UPDATE challenges SET player = ?2 WHERE player = ?1`,
	`UPDATE challenges SET opponent = ?2 WHERE opponent = ?1`,
}

// unite makes one player of two.
func unite(t tx, by string, gone, stays data.Player) error {
	err := withdrawAll(t, `(player = ?1 AND opponent = ?2) OR (player = ?2 AND opponent = ?1)`, gone.ID, stays.ID)
	if err != nil {
		return err
	}
	for _, move := range handOver {
		if _, err := t.exec(move, gone.ID, stays.ID, stays.Name); err != nil {
			return err
		}
	}
	if gone.Bot && !stays.Bot {
		if err := mark(t, stays.ID, true); err != nil {
			return err
		}
	}
	if err := addRatings(t, gone, stays); err != nil {
		return err
	}
	if err := mergeSeasons(t, gone.ID, stays.ID); err != nil {
		return err
	}
	if err := leaveNewest(t, stays.ID); err != nil {
		return err
	}
	if _, err := t.exec(`DELETE FROM players WHERE id = ?`, gone.ID); err != nil {
		return err
	}
	return audit(t, by, "merge", gone.Name, detail{"player": gone.ID, "into": stays.Name, "into_player": stays.ID})
}

// addRatings adds what one player's games have made of his ratings to another's.
func addRatings(t tx, gone, stays data.Player) error {
	_, err := t.exec(`INSERT INTO ratings (player, game, bot, value, games, wins, losses, draws)
		SELECT ?2, game, (SELECT bot FROM players WHERE id = ?2), value, games, wins, losses, draws
		FROM ratings WHERE player = ?1
		ON CONFLICT DO UPDATE SET value = value + excluded.value - ?3, games = games + excluded.games,
			wins = wins + excluded.wins, losses = losses + excluded.losses, draws = draws + excluded.draws`,
		gone.ID, stays.ID, data.StartRating)
	if err != nil {
		return err
	}
	_, err = t.exec(`DELETE FROM ratings WHERE player = ?`, gone.ID)
	return err
}
