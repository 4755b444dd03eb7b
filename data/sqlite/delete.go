package sqlite

import (
	"context"
	"fmt"
	"net/url"
	"time"

	"noir/data"
)

// Delete implements data.Accounts. Old pages with the name and the keys stand in
// the database's log, noir.db-wal, until that is emptied: Delete tries to, or, of who
// has played much, the server's store once all is given away. A longer read at
// that moment, a backup for one, prevents it; then they go as the log is written over,
// or with it when the last process closes the database.
func (s *departures) Delete(ctx context.Context, by string, id data.PlayerID) (string, error) {
	d, all := departure{player: id}, false
	err := s.writer.write(ctx, func(t tx) error {
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
		return audit(t, by, "delete", data.GoneName(id), detail{"player": id})
	})
	if err == nil {
		s.departed(ctx, d, all)
	}
	return data.GoneName(id), err
}

// Forget implements data.Keyring, as Delete does.
func (s *departures) Forget(ctx context.Context, id data.PlayerID) error {
	_, err := s.Delete(ctx, data.Themselves, id)
	return err
}

// erased is what goes with a player ?1 at once: what is bounded by how many people there
// are, not by how many games they have played. Bans stay, under the name ?2.
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

// erase removes what is known of a player, but for what depart gives away.
func erase(t tx, p data.Player) error {
	_, err := t.exec(`UPDATE bans SET lifted = ?1 WHERE player = ?2 AND `+inForce, time.Now().UnixMilli(), p.ID)
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
		if _, err := t.exec(forget, p.ID, data.GoneName(p.ID)); err != nil {
			return err
		}
	}
	return nil
}

// Emptying the log keeps others from writing for as long as somebody reads what was
// there before, emptyWait at most, and is tried so many times.
const (
	emptyWait  = 20 * time.Millisecond
	emptyTries = 10
	emptyPause = 50 * time.Millisecond
)

// emptyLog has everything in the log written to the database's file and cuts the log
// off, if nobody reads from it meanwhile. Most of it is written while others go on.
func (s *departures) emptyLog(ctx context.Context) {
	db, err := connect(s.path, url.Values{}) // the store's own connections wait for longer
	if err != nil {
		return
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	if _, err := db.ExecContext(ctx, fmt.Sprintf(`PRAGMA busy_timeout = %d`, emptyWait.Milliseconds())); err != nil {
		return
	}
	pause := time.NewTicker(emptyPause)
	defer pause.Stop()
	for range emptyTries {
		_, _ = db.ExecContext(ctx, `PRAGMA wal_checkpoint(PASSIVE)`)
		busy := true
		err := db.QueryRowContext(ctx, `PRAGMA wal_checkpoint(TRUNCATE)`).Scan(&busy, new(int), new(int))
		if err == nil && !busy {
			return
		}
		select {
		case <-pause.C:
		case <-ctx.Done():
			return
		case <-s.closing:
			return
		}
	}
}
