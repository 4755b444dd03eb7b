// Package sqlite is a data.Store in one SQLite file.
//
// One goroutine does all the writing and commits whatever is waiting together; what it acknowledged
// survives a power failure. Readers have connections of their own and see only what is committed.
package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	_ "modernc.org/sqlite" // the driver

	"noir/data"
	"noir/data/relational"
)

// FileName is the database in its data directory; SQLite keeps its log next to it.
const FileName = "noir.db"

// liveReaders is how many connections do the reads that sessions and tables wait for. Further reads
// wait.
const liveReaders = 4

// browsers is how many connections read the past: fewer than there are processors, if there are
// several, so that log-ins and moves find one free however many people page through history.
func browsers() int { return max(1, min(runtime.GOMAXPROCS(0)-1, 4)) }

// logLimit is the size in bytes to which SQLite's log is cut once it has been moved to the
// database. It may grow beyond that during a long read.
const logLimit = 8 << 20

// Store is a data.Store and a data.Operator in a data directory.
type Store struct {
	*relational.Store
	upkeep

	close func() error
}

// upkeep is what concerns the database as a whole.
type upkeep struct{ db *database }

var (
	_ data.Store          = (*Store)(nil)
	_ data.Operator       = (*Store)(nil)
	_ relational.Database = (*database)(nil)
)

func newStore(db *database) *Store {
	s := &Store{Store: relational.NewStore(db), upkeep: upkeep{db}}
	s.close = sync.OnceValue(func() error {
		close(db.closing)
		s.StopGiving()
		return db.shut()
	})
	return s
}

// Open opens the store of a server. It makes the directory and the file if they do not exist, locks
// the directory against a second server until Close, and upgrades the schema. It fails on a schema
// newer than its own. Nothing is done unasked before StartGiving.
func Open(dir string) (*Store, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	lock, err := lockDir(dir)
	if err != nil {
		return nil, err
	}
	path := filepath.Join(dir, FileName)
	if err = tryDisk(dir); err == nil {
		err = create(path)
	}
	if err != nil {
		return nil, errors.Join(err, lock.release())
	}
	s, err := open(path, relational.Schema.Migrate, roomPragma, "wal_autocheckpoint(0)")
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", path, err), lock.release())
	}
	s.db.lock = lock
	if s.db.checkpoints, err = startCheckpointer(path, s.db.line, s.db.writer); err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", path, err), s.Close())
	}
	if err := s.db.signLock(); err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", path, err), s.Close())
	}
	return s, nil
}

// Attach opens a store on which a server may be running. It does not change the schema: the file
// must exist and be of this version.
func Attach(dir string) (*Store, error) {
	path := filepath.Join(dir, FileName)
	if _, err := os.Stat(path); err != nil {
		return nil, fmt.Errorf("no store in %s: %w", dir, err)
	}
	s, err := open(path, relational.Schema.Current)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return s, nil
}

// open connects to an existing file once check has passed its schema. The pragmas are for the writer, and come
// before those of every store.
func open(path string, check func(relational.Schema) error, pragmas ...string) (*Store, error) {
	db, err := connect(path, url.Values{"_txlock": {"immediate"}, "_pragma": append(pragmas,
		"journal_mode(WAL)", "synchronous(FULL)", "foreign_keys(1)",
		"secure_delete(1)", // nothing of a deleted player stays in free pages
		fmt.Sprintf("journal_size_limit(%d)", logLimit),
	)})
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	live, err := openReaders(path, liveReaders, true)
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	past, err := openReaders(path, browsers(), false)
	if err != nil {
		return nil, errors.Join(err, live.close(), db.Close())
	}
	full, err := openReaders(path, 1, false)
	if err != nil {
		return nil, errors.Join(err, past.close(), live.close(), db.Close())
	}
	s := newStore(&database{path: path, db: db, live: live, past: past, full: full, closing: make(chan struct{})})
	schema, err := schemaOf(db)
	if err == nil {
		err = check(schema)
	}
	if err != nil {
		return nil, errors.Join(sound(err), s.Close())
	}
	conn, err := db.Conn(background)
	if err != nil {
		return nil, errors.Join(err, s.Close())
	}
	under, err := openJournal(filepath.Dir(path))
	if err != nil {
		return nil, errors.Join(err, conn.Close(), s.Close())
	}
	if s.db.line, err = newLine(conn, under); err != nil {
		return nil, errors.Join(err, conn.Close(), under.close(), s.Close())
	}
	s.db.writer = relational.StartWriter(s.db.line, true)
	return s, nil
}

// roomPragma lets a new or rebuilt database give space back (GiveBack). It must come before
// anything is written, and waits until nobody else writes: a server that writes without a pause
// keeps it waiting for longer than the busy timeout.
const roomPragma = "auto_vacuum(2)"

// busyTime is how long a connection waits for another that is writing: the operator's tools write too.
const busyTime = 5 * time.Second

// busyFor changes how long a connection waits.
func busyFor(ctx context.Context, on relational.Statements, wait time.Duration) error {
	_, err := on.ExecContext(ctx, fmt.Sprintf(`PRAGMA busy_timeout = %d`, wait.Milliseconds()))
	return err
}

// connect prepares connections to the file. It opens nothing yet.
func connect(path string, settings url.Values) (*sql.DB, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	settings.Set("mode", "rw")
	settings.Set("_busy_timeout", strconv.FormatInt(busyTime.Milliseconds(), 10))
	settings.Set("_dqs", "0")
	file := url.URL{Scheme: "file", Path: path, RawQuery: settings.Encode()}
	return sql.Open("sqlite", file.String())
}

// tryDisk writes something and removes it, so that a full disk is reported as such: SQLite may call
// it an I/O error.
func tryDisk(dir string) error {
	file, err := os.CreateTemp(dir, ".try-*")
	if err != nil {
		return err
	}
	err = os.Remove(file.Name()) // the space is freed when the last process closes it
	if err == nil {
		_, err = file.Write(make([]byte, 64<<10))
	}
	return errors.Join(err, file.Close())
}

// create makes the file with access for its owner alone; SQLite gives its log the same mode.
func create(path string) error {
	err := makeFile(path)
	if errors.Is(err, fs.ErrExist) {
		return os.Chmod(path, 0o600)
	}
	return err
}

// Close commits what is waiting, ends the writer and unlocks the directory. Later calls fail with
// data.ErrUnavailable.
func (s *Store) Close() error { return s.close() }

// Figures returns the metrics of the store's writes, and of departures.
func (s *Store) Figures() []prometheus.Collector {
	return append(s.db.writer.Figures(), s.Store.Figures()...)
}
