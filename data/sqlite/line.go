package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"sync/atomic"
	"time"

	"modernc.org/sqlite"

	"noir/data/relational"
)

// background is for work that must not be cancelled.
var background = context.Background()

type (
	tx   = relational.Tx
	scan = relational.Scan
)

// txOn makes a transaction of what runs statements.
func txOn(ctx context.Context, statements relational.Statements) tx {
	return relational.NewTx(ctx, statements, outward)
}

// readOn is txOn for what only reads.
func readOn(ctx context.Context, statements relational.Statements) tx {
	return relational.NewTx(ctx, statements, unreadable)
}

// gapTime is for how long SQLite looks for a gap in what others write before Begin tries again.
const gapTime = 10 * time.Millisecond

// line is the connection on which the writer makes changes.
type line struct {
	conn     *sql.Conn
	journal  *journal              // of the filesystem under conn's file
	lost     atomic.Pointer[error] // why the journal was aborted: the last commit may be gone
	prepared *statements           // of conn
	tx       tx                    // on prepared

	pages int           // written to the log since the last signal on long
	long  chan struct{} // signalled when the log has become long; size 1
}

var _ relational.Line = (*line)(nil)

func newLine(conn *sql.Conn, under *journal) (*line, error) {
	if err := busyFor(background, conn, gapTime); err != nil {
		return nil, err
	}
	prepared := &statements{conn: conn}
	return &line{conn: conn, journal: under, prepared: prepared, tx: txOn(background, prepared), long: make(chan struct{}, 1)}, nil
}

// Tx implements relational.Line.
func (l *line) Tx() tx { return l.tx }

// Begin implements relational.Line. It waits for another process that is writing, for as long as every
// connection does. That one may write without a pause: so Begin looks for a gap every few
// milliseconds, where SQLite by itself would soon look ten times a second, and find none.
func (l *line) Begin(bool) (alone bool, err error) {
	for late := time.Now().Add(busyTime); ; {
		_, err := l.tx.Exec(`BEGIN IMMEDIATE`) // database/sql would start a goroutine to watch it
		if !busy(err) || time.Now().After(late) {
			return true, err
		}
	}
}

// Commit implements relational.Line. Once the filesystem has lost its journal, nothing is written:
// the file may look different after a restart (Trusted).
func (l *line) Commit() error {
	if _, err := l.tx.Exec(`COMMIT`); err != nil {
		return err
	}
	if err := l.journal.lost(); err != nil {
		l.lost.Store(&err)
	}
	return nil
}

// Rollback implements relational.Line.
func (l *line) Rollback() {
	_, _ = l.tx.Exec(`ROLLBACK`) // which SQLite may have done by itself
}

// Healthy implements relational.Line.
func (l *line) Healthy() error {
	if err := l.lost.Load(); err != nil {
		return *err
	}
	return nil
}

// Again implements relational.Line: processes write one after the other, so nothing needs to be
// done again.
func (l *line) Again(error) bool { return false }

// Ended implements relational.Line. It counts the pages that a transaction wrote to the log, and
// notifies the checkpointer when there are many.
func (l *line) Ended() {
	err := l.conn.Raw(func(conn any) error {
		pages, _, err := conn.(sqlite.DBStatus).Status(sqlite.DBStatusCacheWrite, true)
		l.pages += pages
		return err
	})
	if err != nil || l.pages < checkpointPages {
		return
	}
	l.pages = 0
	select {
	case l.long <- struct{}{}:
	default: // it is already notified
	}
}

func (l *line) close() error {
	return errors.Join(l.prepared.close(), l.journal.close())
}
