package sqlite

import (
	"context"
	"net/url"
	"time"
)

// Emptying the log blocks writers while somebody still reads older data, for at most emptyWait, and
// is tried emptyTries times.
const (
	emptyWait  = 20 * time.Millisecond
	emptyTries = 10
	emptyPause = 50 * time.Millisecond
)

// Wipe implements relational.Database. Old pages with deleted rows remain in the database's log,
// noir.db-wal, until that is emptied: Wipe moves everything in it to the database's file and
// truncates it, if nobody reads from it meanwhile. Others can write during most of that. A long read
// at that moment, such as a backup, prevents it. Then the pages go when the log is overwritten, or
// when the last process closes the database.
func (s *database) Wipe(ctx context.Context) {
	db, err := connect(s.path, url.Values{}) // the store's own connections wait longer
	if err != nil {
		return
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	if err := busyFor(ctx, db, emptyWait); err != nil {
		return
	}
	pause := time.Tick(emptyPause)
	for range emptyTries {
		_, _ = db.ExecContext(ctx, `PRAGMA wal_checkpoint(PASSIVE)`)
		busy := true
		err := db.QueryRowContext(ctx, `PRAGMA wal_checkpoint(TRUNCATE)`).Scan(&busy, new(int), new(int))
		if err == nil && !busy {
			return
		}
		select {
		case <-pause:
		case <-ctx.Done():
			return
		case <-s.closing:
			return
		}
	}
}
