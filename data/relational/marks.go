package relational

import (
	"context"
	"time"

	"noir/data"
)

// bySelf stands in the audit log for a player who has done something to their own account.
const bySelf = "self"

// Declare implements data.Players.
func (s moderationStore) Declare(ctx context.Context, id data.PlayerID) error {
	return s.MarkBot(ctx, bySelf, id, true)
}

// MarkBot implements data.Moderators.
func (s moderationStore) MarkBot(ctx context.Context, by string, id data.PlayerID, bot bool) error {
	return s.db.Write(ctx, func(t Tx) error {
		p, err := existing(t, id)
		if err != nil {
			return err
		}
		if err := mark(t, id, bot); err != nil {
			return err
		}
		return Audit(t, by, "bot", p.Name, detail{"player": id, "bot": bot})
	})
}

// mark ranks a player with the programs, or with people, from this month on.
func mark(t Tx, id data.PlayerID, bot bool) error {
	for _, set := range []string{
		`UPDATE players SET bot = ?2 WHERE id = ?1`,
		`UPDATE ratings SET bot = ?2 WHERE player = ?1`,
		`UPDATE seasons SET bot = ?2 WHERE player = ?1 AND month >= ?3`,
	} {
		if _, err := t.Exec(set, id, bot, monthAt(time.Now())); err != nil {
			return err
		}
	}
	return nil
}
