package postgres

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"

	"noir/data"
	"noir/data/relational"
)

// houseLock is the advisory lock of a writing process. An exclusive change holds it alone, so that between its
// statements no other process decides anything; changes that may run side by side share it.
const houseLock = 0x6e6f6972

// What changes that run side by side hold in addition, as the first of an advisory lock's two numbers.
const (
	holdsPlayer     = 1
	holdsTournament = 2
	// 3 is the spread of ratings, which its triggers hold while a transaction commits
	holdsNames = 4
)

var _ relational.Holding = (*gathered)(nil)

// HoldPlayers implements relational.Holding, in one order, so that those who hold some never wait for each other.
func (g *gathered) HoldPlayers(players ...data.PlayerID) {
	ids := make([]int64, len(players)) // which the driver can write without a type from the server, behind a pooler
	for i, p := range players {
		ids[i] = int64(p)
	}
	g.Gather(fmt.Sprintf(`SELECT pg_advisory_xact_lock(%d, part) FROM (
		SELECT DISTINCT hashint8(player) AS part FROM unnest(?::bigint[]) player ORDER BY part) held`, holdsPlayer), []any{ids}, nil)
}

// HoldMatch implements relational.Holding.
func (g *gathered) HoldMatch(id data.MatchID) {
	g.Gather(fmt.Sprintf(`SELECT pg_advisory_xact_lock(kind, part) FROM (
		SELECT %d AS kind, hashint8(coalesce(d.heir, s.player)) AS part FROM matches m JOIN seats s ON s.match = m.number
			LEFT JOIN departures d ON d.player = s.player WHERE m.id = ?1 AND s.player IS NOT NULL
		UNION SELECT %d, hashint8(c.contest) FROM matches m JOIN contest_matches c ON c.match = m.number WHERE m.id = ?1
		ORDER BY kind, part) held`, holdsPlayer, holdsTournament), []any{string(id)}, nil)
}

// HoldNames implements relational.Holding.
func (g *gathered) HoldNames() {
	g.Gather(fmt.Sprintf(`SELECT pg_advisory_xact_lock(%d, 0)`, holdsNames), nil, nil)
}

// standsStill is how long a transaction may wait for its process between two statements. After that the server ends it:
// a paused process holds the lock, and a fence would wait for it.
const standsStill = time.Second

// changeTime is how long a transaction may take, in which the changes of many callers may be: see appendTime.
const changeTime = 30 * time.Second

// line is the connection on which the writer makes changes. It is replaced when it breaks.
type line struct {
	*membership
	db   *sql.DB
	book *phrasebook
	conn *sql.Conn // nil: none
	tx   tx
	most time.Duration // changeTime
}

var _ relational.Line = (*line)(nil)

// Tx implements relational.Line.
func (l *line) Tx() tx { return l.tx }

// Healthy implements relational.Line.
func (l *line) Healthy() error { return l.settled(background) }

// Begin implements relational.Line, with the lock and the fence, in one round trip. Each of its
// statements sees what the one before it waited for.
func (l *line) Begin(beside bool) (alone bool, err error) {
	kept := l.conn != nil
	err = l.begin(beside)
	if errors.Is(err, data.ErrUnavailable) && kept && l.settled(background) == nil { // the server may have been away; the transaction has done nothing
		err = l.begin(beside)
	}
	return !beside, err
}

func (l *line) begin(beside bool) error {
	if l.conn == nil {
		ctx, cancel := context.WithTimeout(background, relational.ReadTime)
		defer cancel()
		conn, err := l.db.Conn(ctx)
		if err != nil {
			return outward(background, err)
		}
		l.conn, l.tx = conn, relational.NewTx(background, &gathered{spoken: spoken{conn, l.book}, conn: conn}, outward)
	}
	err := l.fenced(beside)
	if err != nil {
		l.drop()
	}
	return err
}

// fenced begins a transaction that only goes on while this process may write.
func (l *line) fenced(beside bool) error {
	as, fence := l.fence()
	lock := `pg_advisory_xact_lock`
	if beside {
		lock += `_shared`
	}
	begin := fmt.Sprintf(`BEGIN; SET LOCAL idle_in_transaction_session_timeout = %d; SELECT %s(%d); `,
		standsStill.Milliseconds(), lock, houseLock) + fence
	return l.conn.Raw(func(driver any) error {
		conn := driver.(*stdlib.Conn).Conn().PgConn()
		if l.node != nil { // an operator waits as long as they like
			if err := conn.Conn().SetDeadline(time.Now().Add(l.most)); err != nil {
				return outward(background, err)
			}
		}
		results, err := conn.Exec(background, begin).ReadAll()
		if err != nil {
			return outward(background, err)
		}
		if last := results[len(results)-1]; len(last.Rows) == 0 {
			return l.refused(as)
		}
		return nil
	})
}

// Commit implements relational.Line.
func (l *line) Commit() error {
	_, err := l.tx.Exec(`COMMIT`)
	if err != nil {
		l.doubt()
	}
	return err
}

// Rollback implements relational.Line. A connection that fails to do so is given up.
func (l *line) Rollback() {
	if l.conn == nil {
		return
	}
	l.tx.Forget()
	if _, err := l.conn.ExecContext(background, `ROLLBACK`); err != nil {
		l.drop()
	}
}

// Again implements relational.Line.
func (l *line) Again(err error) bool { return isDeadlock(err) }

func isDeadlock(err error) bool {
	said := (*pgconn.PgError)(nil)
	return errors.As(err, &said) && said.Code == deadlocked
}

// Ended implements relational.Line.
func (l *line) Ended() {}

// drop gives the connection up: nobody knows what state it is in.
func (l *line) drop() {
	_ = l.conn.Raw(func(driver any) error { return driver.(*stdlib.Conn).Conn().Close(background) })
	_ = l.conn.Close()
	l.conn = nil
}

func (l *line) close() error {
	if l.conn == nil {
		return nil
	}
	return l.conn.Close()
}
