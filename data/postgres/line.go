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

// houseLock is the advisory lock that whoever writes holds: of several processes one at a time
// decides between statements, as the one writer of each does.
const houseLock = 0x6e6f6972

// standsStill is how long a transaction may wait for its process between two statements. Longer, and
// the server gives it up: a process that was paused holds the lock, and a fence would wait for it.
const standsStill = time.Second

// line is the connection on which the writer makes changes. It is replaced when it breaks.
type line struct {
	*membership
	db   *sql.DB
	conn *sql.Conn // nil: none
	tx   tx
}

var _ relational.Line = (*line)(nil)

// Tx implements relational.Line.
func (l *line) Tx() tx { return l.tx }

// Healthy implements relational.Line.
func (l *line) Healthy() error { return l.settled(background) }

// Begin implements relational.Line, with the lock and the fence, in one round trip. Each of its
// statements sees what the one before it waited for.
func (l *line) Begin() error {
	kept := l.conn != nil
	err := l.begin()
	if errors.Is(err, data.ErrUnavailable) && kept && l.settled(background) == nil { // the server may have been away; nothing has been done
		err = l.begin()
	}
	return err
}

func (l *line) begin() error {
	if l.conn == nil {
		ctx, cancel := context.WithTimeout(background, relational.ReadTime)
		defer cancel()
		conn, err := l.db.Conn(ctx)
		if err != nil {
			return outward(background, err)
		}
		l.conn, l.tx = conn, relational.NewTx(background, &gathered{spoken: spoken{conn}, conn: conn}, outward)
	}
	err := l.fenced()
	if err != nil {
		l.drop()
	}
	return err
}

// fenced begins a transaction that only goes on while this process may write.
func (l *line) fenced() error {
	as, fence := l.fence()
	begin := fmt.Sprintf(`BEGIN; SET LOCAL idle_in_transaction_session_timeout = %d; SELECT pg_advisory_xact_lock(%d); `,
		standsStill.Milliseconds(), houseLock) + fence
	return l.conn.Raw(func(driver any) error {
		results, err := driver.(*stdlib.Conn).Conn().PgConn().Exec(background, begin).ReadAll()
		if err != nil {
			return outward(background, err)
		}
		if last := results[len(results)-1]; len(last.Rows) == 0 {
			return l.node.refused(as)
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

// Rollback implements relational.Line. A connection that does not even do that is given up.
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
