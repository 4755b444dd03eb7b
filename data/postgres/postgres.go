// Package postgres is a data.Store in a PostgreSQL database, 15 or later.
//
// What it acknowledged is committed with synchronous_commit: it survives what the operator's PostgreSQL survives.
// Several processes may serve a database: each is a node, and writes to the matches that it owns (data.Shared). Entries
// of logs have a connection and a commit of their own; all other changes are made by one goroutine, one after the
// other, and those that wait share a commit.
package postgres

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/prometheus/client_golang/prometheus"

	"noir/data"
	"noir/data/relational"
)

// How many connections there may be for each purpose, in addition to one for entries of logs. Further reads wait.
const (
	liveConns = 8 // reads that sessions and tables wait for
	pastConns = 4 // reads of the past
	fullConns = 1 // reads of everything
	ownConns  = 3 // the writer, the beat, and raising the term
)

// Store is a data.Store and a data.Operator in a database.
type Store struct {
	*relational.Store
	upkeep
	shared

	close func() error
}

// upkeep is what concerns the database as a whole.
type upkeep struct{ db *database }

var (
	_ data.Shared         = (*Store)(nil)
	_ data.Operator       = (*Store)(nil)
	_ relational.Database = (*database)(nil)
)

// database is the connections to the database.
type database struct {
	membership
	own    *sql.DB
	live   *sql.DB
	past   *sql.DB
	full   *sql.DB
	book   phrasebook
	line   *line
	writer *relational.Writer
	logs   *appender // nil in an operator's process

	beating   sync.WaitGroup
	stopBeats context.CancelFunc // nil in an operator's process
}

// Open opens the store of a server. It brings the schema up to date and makes this process a node of
// the database until Close, named name, or, if that is empty, after the host and the process. It fails
// on a schema newer than its own, and on a server that may lose what it has acknowledged. version is
// noir's.
func Open(ctx context.Context, url, name, version string) (*Store, error) {
	s, err := open(ctx, url, func(db *database) error {
		var err error
		if err = check(ctx, db.own); err != nil {
			return err
		}
		if err = whole(readOn(ctx, db.own)); err != nil {
			return err
		}
		if err = migrate(db.own); err != nil {
			return err
		}
		if err = sorted(ctx, db.own); err != nil {
			return err
		}
		db.node = newNode(db.own, name, version)
		if err = db.node.join(ctx); err != nil {
			db.node = nil
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	beats, stop := context.WithCancel(background)
	s.db.stopBeats = stop
	s.db.beating.Go(func() { s.db.node.beat(beats) })
	return s, nil
}

// Attach opens a store on which a server may be running. It does not change the schema.
func Attach(ctx context.Context, url string) (*Store, error) {
	return open(ctx, url, func(db *database) error {
		if err := whole(readOn(ctx, db.own)); err != nil {
			return err
		}
		return current(db.own)
	})
}

func open(ctx context.Context, url string, check func(*database) error) (*Store, error) {
	config, err := pgx.ParseConfig(url)
	if err != nil {
		return nil, err
	}
	if config.RuntimeParams["application_name"] == "" {
		config.RuntimeParams["application_name"] = "noir"
	}
	config.OnPgError = keeps
	db := &database{}
	for pool, most := range map[**sql.DB]int{&db.own: ownConns, &db.live: liveConns, &db.past: pastConns, &db.full: fullConns} {
		*pool = stdlib.OpenDB(*config)
		(*pool).SetMaxOpenConns(most)
		(*pool).SetMaxIdleConns(most)
	}
	s := &Store{Store: relational.NewStore(db), upkeep: upkeep{db}, shared: shared{relational.NewOwners(db), db}}
	s.close = sync.OnceValue(func() error {
		s.StopGiving()
		return db.shut()
	})
	if err := db.own.PingContext(ctx); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	if err := check(db); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	db.line = &line{membership: &db.membership, db: db.own, book: &db.book, most: changeTime}
	db.writer = relational.StartWriter(db.line, false)
	if db.node != nil {
		db.logs = startAppender(&db.membership, config, db)
	}
	return s, nil
}

// keeps reports whether a connection is kept after an error of the server. A connection that can only read is not kept:
// its server was the primary and has become a standby, and would stay one.
func keeps(_ *pgconn.PgConn, err *pgconn.PgError) bool {
	return err.Severity != "FATAL" && err.Code != readOnly
}

// The server's codes for a failed transaction.
const (
	readOnly   = "25006" // it may not write
	deadlocked = "40P01" // it was chosen to end a deadlock, and has done nothing
)

// check refuses a server that may lose what it has acknowledged, or is not as the store needs it.
func check(ctx context.Context, db *sql.DB) error {
	var version int
	var encoding, fsync, pages, commit string
	err := db.QueryRowContext(ctx, `SELECT current_setting('server_version_num')::int, current_setting('server_encoding'),
		current_setting('fsync'), current_setting('full_page_writes'), current_setting('synchronous_commit')`).Scan(&version, &encoding, &fsync, &pages, &commit)
	switch {
	case err != nil:
		return err
	case version < 150000:
		return fmt.Errorf("PostgreSQL is %d.%d; 15 or later is needed", version/10000, version%10000)
	case encoding != "UTF8":
		return fmt.Errorf("the database has the encoding %s; make it with ENCODING 'UTF8'", encoding)
	case fsync != "on" || pages != "on":
		return fmt.Errorf("fsync is %s and full_page_writes is %s: a power failure would lose games; both must be on", fsync, pages)
	case commit == "off" || commit == "local":
		return fmt.Errorf("synchronous_commit is %s: moves could be lost that players have seen; it must be on", commit)
	}
	return nil
}

// sorted refuses a database in which an index over texts follows a language's rules: such an order changes with the
// system's libraries, and then names are not found, or twice. The schema asks for the order of bytes everywhere except
// for feeds. Their secrets are random letters and digits, and their statements are shared with SQLite, which has no
// word for it. The default order is of bytes with libc's C and with PostgreSQL's own provider (from 17 on).
func sorted(ctx context.Context, db *sql.DB) error {
	var index, collation string
	// It asks only about the schema's own indexes, since a join over all would list those of the system at every start.
	err := db.QueryRowContext(ctx, `SELECT x.relname, (SELECT collname FROM pg_collation WHERE oid = used.rule)
		FROM pg_class x JOIN pg_index i ON i.indexrelid = x.oid CROSS JOIN LATERAL unnest(i.indcollation::oid[]) AS used (rule)
		WHERE x.relnamespace = (SELECT current_schema()::regnamespace) AND x.relname NOT LIKE 'goose%' AND x.relname <> 'feeds'
			AND used.rule <> 0 AND used.rule <> ALL (ARRAY(SELECT oid FROM pg_collation WHERE collname IN ('C', 'POSIX') OR collname = 'default'
				AND (SELECT datlocprovider = 'b' OR datlocprovider = 'c' AND datcollate IN ('C', 'POSIX') FROM pg_database WHERE datname = current_database())))
		LIMIT 1`).Scan(&index, &collation)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err != nil {
		return err
	}
	return fmt.Errorf("the index %s follows the collation %s, whose order changes with the system; restore the database with its own schema, which has \"C\"", index, collation)
}

// Close commits what is waiting and leaves the database to others. Later calls fail with
// data.ErrUnavailable.
func (s *Store) Close() error { return s.close() }

// leaveTime is how long Close waits for the database to record that the node has left. Otherwise the next start finds
// out by itself.
const leaveTime = time.Second

func (s *database) shut() (err error) {
	if s.writer != nil {
		s.writer.Stop()
		err = s.line.close()
	}
	if s.logs != nil {
		s.logs.Stop()
	}
	if s.stopBeats != nil {
		s.stopBeats()
		s.beating.Wait()
	}
	if s.node != nil {
		ctx, cancel := context.WithTimeout(background, leaveTime)
		defer cancel()
		_ = s.node.leave(ctx)
	}
	return errors.Join(err, s.live.Close(), s.past.Close(), s.full.Close(), s.own.Close())
}

// snapshot begins a read, which sees one state of the data.
const snapshot = `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY`

// reading returns a function that begins a read on a pool, in one round trip with the first gathered statements.
func (s *database) reading(pool *sql.DB) func(context.Context, func(tx) error) error {
	return func(ctx context.Context, do func(tx) error) error {
		conn, err := pool.Conn(ctx)
		if err != nil {
			return unreadable(ctx, err)
		}
		defer conn.Close()
		g := &gathered{spoken: spoken{conn, &s.book}, conn: conn}
		g.Gather(snapshot, nil, nil)
		defer func() {
			if g.sent {
				over(conn)
			}
		}()
		return do(relational.NewTx(ctx, g, unreadable))
	}
}

// over ends a transaction in which there is nothing to commit. A connection that does not even do that is given up.
func over(conn *sql.Conn) {
	ctx, cancel := context.WithTimeout(background, relational.ReadTime)
	defer cancel()
	if _, err := conn.ExecContext(ctx, `ROLLBACK`); err != nil {
		_ = conn.Raw(func(driven any) error { return driven.(*stdlib.Conn).Conn().Close(ctx) })
	}
}

// Read implements relational.Database.
func (s *database) Read(ctx context.Context, do func(tx) error) error {
	return relational.Within(ctx, relational.ReadTime, s.reading(s.live), do)
}

// Ask implements relational.Database.
func (s *database) Ask(ctx context.Context, do func(tx) error) error {
	return relational.Within(ctx, relational.ReadTime, func(ctx context.Context, do func(tx) error) error {
		return do(relational.NewTx(ctx, spoken{&single{DB: s.live}, &s.book}, unreadable))
	}, do)
}

// single runs one query on a pool.
type single struct {
	*sql.DB
	asked bool
}

// QueryContext fails for a second query: it would see another state than the first.
func (s *single) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	if s.asked {
		return nil, errors.New("a second query without a transaction")
	}
	s.asked = true
	return s.DB.QueryContext(ctx, query, args...)
}

// Browse implements relational.Database.
func (s *database) Browse(ctx context.Context, do func(tx) error) error {
	return relational.Within(ctx, relational.ReadTime, s.reading(s.past), do)
}

// Study implements relational.Database.
func (s *database) Study(ctx context.Context, do func(tx) error) error {
	on, err := s.full.BeginTx(ctx, &sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true})
	if err != nil {
		return unreadable(ctx, err)
	}
	defer on.Rollback() // there is nothing to commit
	return do(readOn(ctx, on))
}

// Write implements relational.Database.
func (s *database) Write(ctx context.Context, do func(tx) error) error {
	return s.writer.Write(ctx, do)
}

// WriteBeside implements relational.Database.
func (s *database) WriteBeside(ctx context.Context, do func(tx) error) error {
	return s.writer.WriteBeside(ctx, do)
}

// Post implements relational.Database.
func (s *database) Post(ctx context.Context, do func(tx) error) error {
	return s.writer.Push(ctx, &relational.Request{Do: do, Beside: true, Plain: true})
}

// Append implements relational.Database. A table appends and finishes one after the other, so that
// the two connections for it never work on one match.
func (s *database) Append(ctx context.Context, id data.MatchID, entries []data.Entry) error {
	if s.logs == nil {
		return s.Write(ctx, func(t tx) error { return relational.AppendLog(t, id, entries) })
	}
	return s.logs.append(ctx, id, entries)
}

// Trusted implements relational.Database: while the outcome of a commit is unknown, nothing is read that may still
// change.
func (s *database) Trusted(ctx context.Context) error {
	if !s.uncertain.Load() {
		return nil
	}
	return s.settled(ctx)
}

// GiveBack implements relational.Database: PostgreSQL's autovacuum does that.
func (s *database) GiveBack(tx) (more bool, err error) { return false, nil }

// Wipe implements relational.Database. Deleted rows leave the files when PostgreSQL vacuums, and its
// log when that is recycled: the operator's settings say when.
func (s *database) Wipe(context.Context) {}

// Served implements relational.Database: the row of a server that was killed stays until another one comes, but does not
// beat.
func (s *database) Served(ctx context.Context) bool {
	beats := func() (nodes, sum int64, err error) {
		err = s.own.QueryRowContext(ctx, `SELECT count(*), coalesce(sum(beat), 0)::bigint FROM beats`).Scan(&nodes, &sum)
		return nodes, sum, err
	}
	nodes, first, err := beats()
	if err != nil || nodes == 0 {
		return false
	}
	late := time.After(data.DeadAfter)
	for again := time.Tick(beatEvery); ; {
		if _, now, err := beats(); err != nil || now != first {
			return err == nil
		}
		select {
		case <-again:
		case <-late:
			return false
		case <-ctx.Done():
			return false
		}
	}
}

// Ready reports whether a move could be stored now: it commits a change of a row. data.ErrUnavailable.
func (s upkeep) Ready(ctx context.Context) error {
	return s.db.WriteBeside(ctx, func(t tx) error {
		_, err := t.Exec(`UPDATE nodes SET joined = joined WHERE id = ?`, s.db.Node())
		return err
	})
}

// Check implements data.Upkeep. PostgreSQL looks after its own files and references; pg_amcheck
// looks them over.
func (s upkeep) Check(ctx context.Context) error {
	return s.db.Study(ctx, relational.Check)
}

// Figures returns the metrics of the store's writes, of departures, and of this process as a node.
func (s *Store) Figures() []prometheus.Collector {
	all := append(s.db.writer.Figures(), s.Store.Figures()...)
	if s.db.node != nil {
		all = append(all, s.db.node.all()...)
	}
	return all
}
