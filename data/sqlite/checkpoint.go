package sqlite

import (
	"database/sql"
	"net/url"
	"time"

	"modernc.org/sqlite"
)

const (
	checkpointPages = 1000        // written to the log since the last checkpoint; SQLite's own default
	checkpointRetry = time.Second // after a checkpoint that a reader kept from ending
)

// checkpointer moves what has been written to SQLite's log into the database's file.
// SQLite would have the commit do it that makes the log long, and every move behind
// it would wait for two syncs and a thousand scattered pages. The checkpointer does
// most of it on a connection of its own while the writer goes on, then asks the
// writer for the few pages that came meanwhile, so that the log starts again.
//
// A checkpoint that fails or is kept back by a reader loses nothing: the log grows,
// and the next checkpoint does both.
type checkpointer struct {
	db      *sql.DB // one connection
	writer  *writer
	closing chan struct{}
	stopped chan struct{} // closed when the goroutine has ended
}

func startCheckpointer(path string, w *writer) (*checkpointer, error) {
	db, err := connect(path, url.Values{})
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	c := &checkpointer{db: db, writer: w, closing: make(chan struct{}), stopped: make(chan struct{})}
	go c.run()
	return c, nil
}

// stop waits for a checkpoint under way.
func (c *checkpointer) stop() error {
	close(c.closing)
	<-c.stopped
	return c.db.Close()
}

func (c *checkpointer) run() {
	defer close(c.stopped)
	retry := time.NewTimer(checkpointRetry)
	retry.Stop()
	defer retry.Stop()
	for {
		select {
		case <-c.writer.long:
		case <-retry.C:
		case <-c.closing:
			return
		}
		if !c.checkpoint() {
			retry.Reset(checkpointRetry)
		}
	}
}

// checkpoint reports whether all that was in the log when it began is in the file. What
// the filesystem may have lost stays where it is.
func (c *checkpointer) checkpoint() bool {
	if c.writer.broken() != nil {
		return true
	}
	var busy, logged, moved int
	err := c.db.QueryRow(passiveCheckpoint).Scan(&busy, &logged, &moved)
	c.writer.checkpoint()
	return err == nil && moved == logged
}

// passiveCheckpoint waits for nobody.
const passiveCheckpoint = `PRAGMA wal_checkpoint(PASSIVE)`

// checkpoint has the writer do a checkpoint between two transactions.
func (w *writer) checkpoint() {
	done := make(chan struct{})
	select {
	case w.between <- func() {
		_ = w.tx.rows(passiveCheckpoint, nil, func(scan) error { return nil }) // the next one does what this leaves
		close(done)
	}:
		<-done
	case <-w.closing:
	}
}

// logged counts the pages that a transaction has written to the log, and says so when
// they have become many.
func (w *writer) logged() {
	err := w.conn.Raw(func(conn any) error {
		pages, _, err := conn.(sqlite.DBStatus).Status(sqlite.DBStatusCacheWrite, true)
		w.pages += pages
		return err
	})
	if err != nil || w.pages < checkpointPages {
		return
	}
	w.pages = 0
	select {
	case w.long <- struct{}{}:
	default: // it has been said
	}
}
