package postgres

import (
	"context"
	"net/url"
	"time"

	"github.com/jackc/pgx/v5"

	"noir/data"
)

// Trial is a database that is made for a while, in a server that may have others.
type Trial struct {
	URL string // of the database

	of, name string
}

// NewTrial makes a database as another one is, such as template0, in the server of a URL, whose user must be allowed
// to. The caller closes it. The files are copied and not logged page by page, which takes a third of the processor;
// dropping the database needs the same checkpoint anyway.
func NewTrial(ctx context.Context, of, name, as string) (*Trial, error) {
	at, err := url.Parse(of)
	if err != nil {
		return nil, err
	}
	at.Path = "/" + name
	t := &Trial{URL: at.String(), of: of, name: pgx.Identifier{name}.Sanitize()}
	err = t.ask(ctx, of, func(conn *pgx.Conn) error {
		_, err := conn.Exec(ctx, `CREATE DATABASE `+t.name+` TEMPLATE `+pgx.Identifier{as}.Sanitize()+` ENCODING 'UTF8' STRATEGY FILE_COPY`)
		return err
	})
	return t, err
}

// Backend returns the process id of a process of the server that serves a connection; it ends with the
// connection when use returns.
func (t *Trial) Backend(ctx context.Context, use func(pid int) error) error {
	return t.ask(ctx, t.of, func(conn *pgx.Conn) error { return use(int(conn.PgConn().PID())) })
}

// Owners returns the names of the nodes that run the matches.
func (t *Trial) Owners(ctx context.Context) (of map[data.MatchID]string, err error) {
	of = map[data.MatchID]string{}
	return of, t.ask(ctx, t.URL, func(conn *pgx.Conn) error {
		rows, err := conn.Query(ctx, `SELECT m.id, n.name FROM matches m JOIN nodes n ON n.id = m.owner WHERE m.ended IS NULL`)
		if err != nil {
			return err
		}
		var id, name string
		_, err = pgx.ForEachRow(rows, []any{&id, &name}, func() error {
			of[data.MatchID(id)] = name
			return nil
		})
		return err
	})
}

func (t *Trial) ask(ctx context.Context, at string, do func(*pgx.Conn) error) error {
	conn, err := pgx.Connect(ctx, at)
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	return do(conn)
}

// dropTime is how long dropping a database may take.
const dropTime = time.Minute

// Close drops the database, and ends the connections to it.
func (t *Trial) Close() error {
	ctx, cancel := context.WithTimeout(background, dropTime)
	defer cancel()
	return t.ask(ctx, t.of, func(conn *pgx.Conn) error {
		_, err := conn.Exec(ctx, `DROP DATABASE IF EXISTS `+t.name+` WITH (FORCE)`)
		return err
	})
}
