package postgres

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"sync/atomic"
	"time"

	"noir/data/relational"
)

// ErrServed means that another server runs on the database.
var ErrServed = errors.New("another noir server runs on this database")

// errFenced is why nothing can be written any more: somebody took this node for dead.
var errFenced = errors.New("another server has taken this database over; start this one again")

const (
	beatEvery = 300 * time.Millisecond
	deadAfter = 1500 * time.Millisecond // without a beat, by the watcher's own clock
)

// node is this process as the database knows it. Its row is the fence: every write joins it by id and
// term, with a lock that waits for whoever deletes it or raises the term. So who decides is the
// database; clocks decide only how soon somebody looks.
type node struct {
	id     int64
	term   atomic.Int64
	fenced atomic.Bool
	db     *sql.DB
}

// join makes this process the node of the database. If there is one already it watches whether that
// still beats: ErrServed, or the dead one's row goes and with it everything that it may still have
// in flight.
func join(ctx context.Context, db *sql.DB, version string) (*node, error) {
	host, err := os.Hostname()
	if err != nil {
		host = "unknown"
	}
	for {
		n := &node{db: db}
		n.term.Store(1)
		err := db.QueryRowContext(ctx, `WITH mine AS (INSERT INTO nodes (slot, name, version, joined) VALUES (1, $1, $2, $3)
				ON CONFLICT (slot) DO NOTHING RETURNING id)
			INSERT INTO beats (node, beat) SELECT id, 1 FROM mine RETURNING node`,
			fmt.Sprintf("%s, process %d", host, os.Getpid()), version, time.Now().UnixMilli()).Scan(&n.id)
		if err == nil {
			return n, nil
		}
		if !errors.Is(err, sql.ErrNoRows) {
			return nil, err
		}
		if err := fenceDead(ctx, db); err != nil {
			return nil, err
		}
	}
}

// fenceDead removes the node there is once it has not beaten for a while. ErrServed when it beats.
func fenceDead(ctx context.Context, db *sql.DB) error {
	var id, first int64
	var name string
	err := db.QueryRowContext(ctx, `SELECT n.id, n.name, b.beat FROM nodes n JOIN beats b ON b.node = n.id`).Scan(&id, &name, &first)
	if errors.Is(err, sql.ErrNoRows) {
		return nil // it has just left
	}
	if err != nil {
		return err
	}
	look := time.NewTicker(beatEvery)
	defer look.Stop()
	for since := time.Now(); time.Since(since) < deadAfter; {
		select {
		case <-look.C:
		case <-ctx.Done():
			return ctx.Err()
		}
		var beat int64
		err := db.QueryRowContext(ctx, `SELECT beat FROM beats WHERE node = $1`, id).Scan(&beat)
		switch {
		case errors.Is(err, sql.ErrNoRows):
			return nil
		case err != nil:
			return err
		case beat != first:
			return fmt.Errorf("%w: %s", ErrServed, name)
		}
	}
	_, err = db.ExecContext(ctx, `DELETE FROM nodes n USING beats b WHERE n.id = $1 AND b.node = n.id AND b.beat = $2`, id, first)
	return err
}

// beat says until ctx ends that this process lives.
func (n *node) beat(ctx context.Context) {
	every := time.NewTicker(beatEvery)
	defer every.Stop()
	for {
		select {
		case <-every.C:
		case <-ctx.Done():
			return
		}
		limited, cancel := context.WithTimeout(ctx, deadAfter)
		done, err := n.db.ExecContext(limited, `UPDATE beats SET beat = beat + 1 WHERE node = $1`, n.id)
		cancel()
		if err != nil {
			continue // the database is away; it fences nobody meanwhile
		}
		if rows, err := done.RowsAffected(); err == nil && rows == 0 {
			n.fenced.Store(true)
			return
		}
	}
}

// renew raises the term. When it returns nil, whatever an earlier term had in flight is committed or
// never will be: the update waits for it, and later statements of that term write nothing.
func (n *node) renew(ctx context.Context) error {
	var term int64
	err := n.db.QueryRowContext(ctx, `UPDATE nodes SET term = term + 1 WHERE id = $1 RETURNING term`, n.id).Scan(&term)
	if errors.Is(err, sql.ErrNoRows) {
		n.fenced.Store(true)
		return errFenced
	}
	if err == nil {
		n.term.Store(term)
	}
	return err
}

// leave removes the node. It is for a process that writes nothing any more.
func (n *node) leave(ctx context.Context) error {
	_, err := n.db.ExecContext(ctx, `DELETE FROM nodes WHERE id = $1`, n.id)
	return err
}

// healthy returns why nothing may be written, or nil.
func (n *node) healthy() error {
	if n.fenced.Load() {
		return relational.Unavailable(errFenced)
	}
	return nil
}
