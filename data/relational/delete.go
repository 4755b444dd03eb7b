package relational

import (
	"context"
	"time"

	"noir/data"
)

// Delete implements data.Accounts. What is left of the rows with the name and the keys is wiped
// (Database.Wipe); for a player with many games the server's store does so once all rows are given
// away.
func (s *departures) Delete(ctx context.Context, by string, id data.PlayerID) (string, error) {
	d, all := departure{player: id}, false
	err := s.db.Write(ctx, func(t Tx) error {
		p, err := existing(t, id)
		if err != nil {
			return err
		}
		if err := mustNotPlay(t, p); err != nil {
			return err
		}
		if err := erase(t, p); err != nil {
			return err
		}
		if all, err = depart(t, d); err != nil {
			return err
		}
		return Audit(t, by, "delete", data.GoneName(id), detail{"player": id})
	})
	if err == nil {
		err = s.departed(ctx, d, all)
	}
	return data.GoneName(id), err
}

// Forget implements data.Keyring, as Delete does.
func (s *departures) Forget(ctx context.Context, id data.PlayerID) error {
	_, err := s.Delete(ctx, data.Themselves, id)
	return err
}

// erased are the rows of a player ?1 that are deleted at once: their number grows with the number
// of people, not with the games played. Bans stay, under the name ?2.
var erased = []string{
	`UPDATE bans SET player = NULL, value = ?2 WHERE player = ?1`,

	`DELETE FROM keys WHERE player = ?1`,
	`DELETE FROM invitations WHERE player = ?1`,
	`DELETE FROM recovery_codes WHERE player = ?1`,
	`DELETE FROM recovery_failures WHERE player = ?1`,
	`DELETE FROM settings WHERE player = ?1`,
	`DELETE FROM silences WHERE player = ?1`,
	`DELETE FROM puzzle_answers WHERE player = ?1`,
	`DELETE FROM former_names WHERE player = ?1`,
	`DELETE FROM ties WHERE player = ?1 OR other = ?1`,
	`DELETE FROM memory_ties WHERE player = ?1`,
	`DELETE FROM ratings WHERE player = ?1`,
	`DELETE FROM letters WHERE player = ?1`,
}

// erase deletes what is known of a player, except for what depart gives away.
func erase(t Tx, p data.Player) error {
	_, err := t.Exec(`UPDATE bans SET lifted = ?1 WHERE player = ?2 AND `+inForce, time.Now().UnixMilli(), p.ID)
	if err != nil {
		return err
	}
	if err := withdrawAll(t, `player = ?1 OR opponent = ?1`, p.ID); err != nil {
		return err
	}
	if err := remember(t, p); err != nil {
		return err
	}
	if err := leaveReports(t, p); err != nil {
		return err
	}
	if err := unmark(t, p.ID); err != nil {
		return err
	}
	if err := leaveSeasons(t, p.ID); err != nil {
		return err
	}
	for _, forget := range erased {
		if _, err := t.Exec(forget, p.ID, data.GoneName(p.ID)); err != nil {
			return err
		}
	}
	return nil
}
