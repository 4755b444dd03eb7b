package sqlite

import (
	"database/sql"
	"net/url"
	"time"

	"noir/data/relational"
)

const (
	checkpointPages = 1000        // written to the log since the last checkpoint; SQLite's own default
	checkpointRetry = time.Second // after a checkpoint that a reader held up
)

// checkpointer moves what was written to SQLite's log into the database's file. SQLite by itself
// would do that in the commit that makes the log too long, and every move behind it would wait for
// two syncs and a thousand scattered pages. The checkpointer does most of it on a connection of its
// own while the writer goes on. Then it asks the writer for the few pages that came meanwhile, so
// that the log starts again.
//
// A checkpoint that fails or that a reader holds up loses nothing: the log grows, and the next
// checkpoint does both.
type checkpointer struct {
	db      *sql.DB // one connection
	line    *line
	writer  *relational.Writer
	closing chan struct{}
	stopped chan struct{} // closed when the goroutine has ended
}

func startCheckpointer(path string, l *line, w *relational.Writer) (*checkpointer, error) {
	db, err := connect(path, url.Values{})
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	c := &checkpointer{db: db, line: l, writer: w, closing: make(chan struct{}), stopped: make(chan struct{})}
	go c.run()
	return c, nil
}

// stop waits for a running checkpoint.
func (c *checkpointer) stop() error {
	close(c.closing)
	<-c.stopped
	return c.db.Close()
}

func (c *checkpointer) run() {
	defer close(c.stopped)
	retry := time.NewTimer(checkpointRetry)
	retry.Stop()
	for {
		select {
		case <-c.line.long:
		case <-retry.C:
		case <-c.closing:
			return
		}
		if !c.checkpoint() {
			retry.Reset(checkpointRetry)
		}
	}
}

// checkpoint reports whether everything that was in the log when it began is in the file. If the
// filesystem may have lost data, it leaves the log alone.
func (c *checkpointer) checkpoint() bool {
	if c.line.Healthy() != nil {
		return true
	}
	var busy, logged, moved int
	err := c.db.QueryRow(passiveCheckpoint).Scan(&busy, &logged, &moved)
	c.writer.Between(func() {
		_ = c.line.tx.Rows(passiveCheckpoint, nil, func(scan) error { return nil }) // the next one does what this one leaves
	})
	return err == nil && moved == logged
}

// passiveCheckpoint waits for nobody.
const passiveCheckpoint = `PRAGMA wal_checkpoint(PASSIVE)`
