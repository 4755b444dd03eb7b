package postgres

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"

	"noir/data/relational"
)

// background is for work that must not be cancelled.
var background = context.Background()

type tx = relational.Tx

// words are PostgreSQL's forms of those words of SQLite that the statements of relational may use.
var words = strings.NewReplacer(
	// The planner assumes that a JSON list is long, and reads the whole table. With a list that it can see it would
	// plan again each time.
	`IN (SELECT CAST(CAST(value AS TEXT) AS BIGINT) FROM json_each(`, `= ANY (CAST((SELECT translate(`,
	`) AS listed)`, `, '[]', '{}')) AS bigint[]))`,
	`CROSS JOIN`, `JOIN`, // in SQLite the order of a CROSS JOIN holds; the planner here needs no help
	`json_each(`, `json_array_elements(`,
	`json_group_array(`, `json_agg(`,
	`instr(`, `strpos(`,
	`->> '$.`, `->> '`,
)

// phrase is a statement of relational's as PostgreSQL takes it: its parameters are numbered from $1 on, without a gap.
type phrase struct {
	text string
	uses []int // the numbers that the parameters have in relational, from 1 on
}

func phraseOf(query string) *phrase {
	var out strings.Builder
	p, next := new(phrase), 0
	for {
		before, after, found := strings.Cut(query, `?`)
		out.WriteString(before)
		if !found {
			p.text = words.Replace(out.String())
			return p
		}
		digits := 0
		for digits < len(after) && after[digits] >= '0' && after[digits] <= '9' {
			digits++
		}
		which := next + 1
		if digits > 0 {
			which, _ = strconv.Atoi(after[:digits])
		}
		next = max(next, which)
		at := slices.Index(p.uses, which)
		if at < 0 {
			at = len(p.uses)
			p.uses = append(p.uses, which)
		}
		out.WriteString(`$` + strconv.Itoa(at+1))
		query = after[digits:]
	}
}

// of returns those of a statement's arguments that are used, in the order of the phrase.
func (p *phrase) of(args []any) []any {
	used := make([]any, 0, len(p.uses))
	for _, which := range p.uses {
		if which <= len(args) { // otherwise the server says what is missing
			used = append(used, args[which-1])
		}
	}
	return used
}

// phrasebook remembers phrases, of which there are some hundred. Many goroutines may use it.
type phrasebook struct{ known sync.Map } // *phrase, by what relational says

func (b *phrasebook) speak(query string, args []any) (string, []any) {
	known, found := b.known.Load(query)
	if !found {
		known, _ = b.known.LoadOrStore(query, phraseOf(query))
	}
	p := known.(*phrase)
	return p.text, p.of(args)
}

// spoken runs relational's statements.
type spoken struct {
	on   relational.Statements
	book *phrasebook
}

func (s spoken) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	query, args = s.book.speak(query, args)
	return s.on.ExecContext(ctx, query, args...)
}

func (s spoken) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	query, args = s.book.speak(query, args)
	return s.on.QueryContext(ctx, query, args...)
}

// gathered is spoken on a connection, to which several statements can be sent in one round trip.
type gathered struct {
	spoken
	conn *sql.Conn
	more pgx.Batch
	each []func(relational.Scan) error // by statement of more
	sent bool                          // since Mark
}

var _ relational.Gathering = (*gathered)(nil)

// Gather implements relational.Gathering.
func (g *gathered) Gather(query string, args []any, each func(relational.Scan) error) {
	query, args = g.book.speak(query, args)
	g.more.Queue(query, args...)
	g.each = append(g.each, each)
}

// Send implements relational.Gathering.
func (g *gathered) Send(ctx context.Context) error {
	_, err := g.send(ctx)
	return err
}

// Forget implements relational.Gathering.
func (g *gathered) Forget() (all bool) {
	g.more, g.each = pgx.Batch{}, nil
	return !g.sent
}

// Mark implements relational.Gathering.
func (g *gathered) Mark() { g.sent = false }

// send sends what has been gathered, and returns how many rows the last statement has changed.
func (g *gathered) send(ctx context.Context) (changed driver.RowsAffected, err error) {
	if g.more.Len() == 0 {
		return 0, nil
	}
	batch, each := g.more, g.each
	g.more, g.each, g.sent = pgx.Batch{}, nil, true
	err = g.conn.Raw(func(driven any) error {
		results := driven.(*stdlib.Conn).Conn().SendBatch(ctx, &batch)
		for _, read := range each {
			rows, err := results.Query()
			for err == nil && rows.Next() {
				if read != nil {
					if failed := read(rows.Scan); failed != nil {
						err = unread{failed}
					}
				}
			}
			if rows.Close(); err == nil {
				err = rows.Err()
			}
			if err != nil {
				return errors.Join(err, results.Close())
			}
			changed = driver.RowsAffected(rows.CommandTag().RowsAffected())
		}
		return results.Close()
	})
	return changed, err
}

// unread is the error of a caller's function that could not read a row from the server.
type unread struct{ error }

// ExecContext runs a statement together with what has been gathered.
func (g *gathered) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	if g.more.Len() == 0 {
		g.sent = true
		return g.spoken.ExecContext(ctx, query, args...)
	}
	g.Gather(query, args, nil)
	return g.send(ctx)
}

func (g *gathered) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	if err := g.Send(ctx); err != nil {
		return nil, err
	}
	g.sent = true
	return g.spoken.QueryContext(ctx, query, args...)
}

func txOn(ctx context.Context, on relational.Statements) tx {
	return relational.NewTx(ctx, spoken{on, new(phrasebook)}, outward)
}

// readOn is txOn for what only reads.
func readOn(ctx context.Context, on relational.Statements) tx {
	return relational.NewTx(ctx, spoken{on, new(phrasebook)}, unreadable)
}

// outward turns an error of the driver into one of package data, wrapping the driver's along with it. It returns ctx's
// error unchanged, and a statement's errors about the values that it was given.
func outward(ctx context.Context, err error) error { return told(ctx, err, relational.Unavailable) }

// unreadable is outward for what only reads.
func unreadable(ctx context.Context, err error) error { return told(ctx, err, relational.Unreadable) }

func told(ctx context.Context, err error, unavailable func(error) error) error {
	if err == nil {
		return nil
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if own := (unread{}); errors.As(err, &own) {
		return own.error // as where rows are read one query at a time
	}
	if said := (*pgconn.PgError)(nil); errors.As(err, &said) {
		switch said.Code[:2] { // the class
		case "22", "23": // data, integrity
			return err
		}
	}
	return unavailable(err)
}
