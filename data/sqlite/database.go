package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"noir/data"
	"noir/data/relational"
)

// database is the file and the connections to it.
type database struct {
	path   string   // of the file
	lock   *dirLock // nil in an operator's process
	db     *sql.DB  // the writer's one connection
	live   *readers // for reads that sessions and tables wait for
	past   *readers // for reads of the past
	full   *readers // one connection for reads of everything
	line   *line
	writer *relational.Writer

	checkpoints *checkpointer // nil in an operator's process

	closing chan struct{} // closed when the store starts to close
}

// Read implements relational.Database.
func (s *database) Read(ctx context.Context, do func(tx) error) error {
	return relational.Within(ctx, relational.ReadTime, s.live.transact, do)
}

// Ask implements relational.Database.
func (s *database) Ask(ctx context.Context, do func(tx) error) error {
	return relational.Within(ctx, relational.ReadTime, s.live.ask, do)
}

// Browse implements relational.Database.
func (s *database) Browse(ctx context.Context, do func(tx) error) error {
	return relational.Within(ctx, relational.ReadTime, s.past.transact, do)
}

// Study implements relational.Database.
func (s *database) Study(ctx context.Context, do func(tx) error) error {
	return s.full.transact(ctx, do)
}

// Write implements relational.Database.
func (s *database) Write(ctx context.Context, do func(tx) error) error {
	return s.writer.Write(ctx, do)
}

// WriteBeside implements relational.Database: one process writes.
func (s *database) WriteBeside(ctx context.Context, do func(tx) error) error { return s.Write(ctx, do) }

// Post implements relational.Database.
func (s *database) Post(ctx context.Context, do func(tx) error) error {
	return s.writer.Push(ctx, &relational.Request{Do: do, Plain: true})
}

// Append implements relational.Database.
func (s *database) Append(ctx context.Context, id data.MatchID, entries []data.Entry) error {
	return s.writer.Submit(ctx, &relational.Request{
		Do:    func(t tx) error { return relational.AppendLog(t, id, entries) },
		Plain: len(entries) <= 1,
	})
}

// Trusted implements relational.Database: data.ErrUnavailable when the last commit was reported
// lost. It could still be read until the server restarts, and nobody may see it.
func (s *database) Trusted(context.Context) error {
	if s.line == nil {
		return nil
	}
	if err := s.line.Healthy(); err != nil {
		return relational.Unavailable(err)
	}
	return nil
}

// Node implements relational.Database: one process serves a file.
func (s *database) Node() any { return nil }

// signLock notes this process as the lock's holder.
func (s *database) signLock() error {
	return s.Write(background, func(t tx) error {
		_, err := t.Exec(`INSERT INTO server (id, pid) VALUES (1, ?)
			ON CONFLICT DO UPDATE SET pid = excluded.pid`, os.Getpid())
		return err
	})
}

// Served implements relational.Database: it reports whether a server runs on the directory of an
// attached store.
func (s *database) Served(context.Context) bool {
	pid, err := holder(filepath.Dir(s.path))
	if err != nil {
		return false
	}
	process, err := os.FindProcess(pid) // on Windows an error means that there is no such process
	return err == nil && !errors.Is(process.Signal(syscall.Signal(0)), os.ErrProcessDone)
}

const (
	prunePages = 64   // given back to the system at a time
	sparePages = 1024 // stay free in the file for what is written next
)

// GiveBack implements relational.Database. It cuts free pages off the end of the file. It works only if this
// version or a later one made or rebuilt the database (Rebuild).
func (s *database) GiveBack(t tx) (more bool, err error) {
	var free, mode int
	if err := t.Row(`PRAGMA freelist_count`, nil, &free); err != nil {
		return false, err
	}
	if err := t.Row(`PRAGMA auto_vacuum`, nil, &mode); err != nil {
		return false, err
	}
	if mode == 0 || free <= sparePages {
		return false, nil
	}
	// Each row is a page that was given back: reading only the first row would give back one page.
	err = t.Rows(fmt.Sprintf(`PRAGMA incremental_vacuum(%d)`, prunePages), nil, func(scan) error { return nil })
	return free-prunePages > sparePages, err
}

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

// shut stops the database's goroutines and closes its connections.
func (s *database) shut() error {
	var err error
	if s.checkpoints != nil {
		err = s.checkpoints.stop()
	}
	if s.writer != nil {
		s.writer.Stop()
		err = errors.Join(err, s.line.close())
	}
	err = errors.Join(err, s.live.close(), s.past.close(), s.full.close(), s.db.Close())
	if s.lock != nil {
		err = errors.Join(err, s.lock.release())
	}
	return err
}
