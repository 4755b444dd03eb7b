package relational

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"iter"
	"math"
	"slices"
	"strings"
)

// Table is a table as a database's catalogue has it.
type Table struct {
	Name    string
	Columns []string // by name
	Key     []string // of the primary key, in whose order rows are read; all columns where there is none
}

// ofProcesses are the tables, and the columns of others, that belong to the processes that serve a
// database or to the tools of its schema.
var ofProcesses = []string{"server", "nodes", "beats", "roles", "matches.owner", "seats.guest", "host_keys", "goose_db_version", "goose_lock"}

// OfTheHouse reports whether a table, or a column by table.column, goes along when a house is copied.
func OfTheHouse(name string) bool { return !slices.Contains(ofProcesses, name) }

// Rows yields the rows of a table. Their values are nil, int64, float64, string or []byte, whatever the
// dialect makes of them; a truth value is 0 or 1. It stops after an error.
type Rows = iter.Seq2[[]any, error]

// Source is one state of a database that is read as a whole.
type Source interface {
	// Tables returns the tables of the store, each after those that its rows refer to. What belongs to
	// the process that serves the database is not among them.
	Tables() []Table

	// Rows reads a table, by the key, with the columns in their order.
	Rows(ctx context.Context, table Table) Rows

	// Last returns the highest number that the table has ever given to a row by itself, 0 if it gives none.
	Last(ctx context.Context, table Table) (int64, error)
}

// Target is an empty database while it gets the rows of another one.
type Target interface {
	Tables() []Table

	// Fill puts all rows into a table, in place of those that it has from the start. Rows that are
	// numbered by themselves get numbers after last. No trigger runs.
	Fill(ctx context.Context, table Table, rows Rows, last int64) error
}

// Copy copies all tables into an empty database of the same schema. It tells of each table that it begins.
func Copy(ctx context.Context, from Source, to Target, tell func(table string)) error {
	if err := alike(from.Tables(), to.Tables()); err != nil {
		return err
	}
	for _, table := range to.Tables() { // in the order that its references want
		tell(table.Name)
		last, err := from.Last(ctx, table)
		if err == nil {
			err = to.Fill(ctx, table, from.Rows(ctx, table), last)
		}
		if err != nil {
			return fmt.Errorf("table %s: %w", table.Name, err)
		}
	}
	return nil
}

// Compare returns the first table in which the two differ, or the error of reading them: each has the
// same number of rows, and the same SHA-256 over all of them by the key.
func Compare(ctx context.Context, from, to Source, tell func(table string)) error {
	if err := alike(from.Tables(), to.Tables()); err != nil {
		return err
	}
	for _, table := range to.Tables() {
		tell(table.Name)
		one, err := sumOf(from.Rows(ctx, table))
		if err != nil {
			return fmt.Errorf("table %s: %w", table.Name, err)
		}
		other, err := sumOf(to.Rows(ctx, table))
		if err != nil {
			return fmt.Errorf("table %s: %w", table.Name, err)
		}
		if one != other {
			return fmt.Errorf("table %s is not the same: %d rows with the sum %x here, %d with %x there",
				table.Name, one.rows, one.sha256[:4], other.rows, other.sha256[:4])
		}
	}
	return nil
}

// alike returns why two databases are not of one schema, or nil.
func alike(from, to []Table) error {
	named := func(tables []Table) (names []string) {
		for _, table := range tables {
			for _, column := range table.Columns {
				names = append(names, table.Name+"."+column)
			}
			names = append(names, table.Name+" by "+strings.Join(table.Key, ", "))
		}
		return names
	}
	ours, theirs := named(from), named(to)
	only := func(one, other []string) (faults []error) {
		for _, name := range one {
			if !slices.Contains(other, name) {
				faults = append(faults, fmt.Errorf("only one of the databases has %s", name))
			}
		}
		return faults
	}
	return errors.Join(append(only(ours, theirs), only(theirs, ours)...)...)
}

// sum is the checksum over all rows of a table.
type sum struct {
	rows   int
	sha256 [sha256.Size]byte
}

func sumOf(rows Rows) (sum, error) {
	var of sum
	hash := sha256.New()
	var line []byte
	for row, err := range rows {
		if err != nil {
			return of, err
		}
		line = line[:0]
		for _, value := range row {
			if line, err = appendValue(line, value); err != nil {
				return of, err
			}
		}
		hash.Write(line)
		of.rows++
	}
	hash.Sum(of.sha256[:0])
	return of, nil
}

// appendValue appends a value so that no other values, in one column or several, look the same.
func appendValue(to []byte, value any) ([]byte, error) {
	long := func(kind byte, text string) []byte {
		to = binary.AppendUvarint(append(to, kind), uint64(len(text)))
		return append(to, text...)
	}
	switch v := value.(type) {
	case nil:
		return append(to, 'n'), nil
	case int64:
		return binary.AppendVarint(append(to, 'i'), v), nil
	case float64:
		return binary.BigEndian.AppendUint64(append(to, 'f'), math.Float64bits(v)), nil
	case string:
		return long('t', v), nil
	case []byte:
		return long('b', string(v)), nil
	}
	return nil, fmt.Errorf("a value of type %T", value)
}

// Arrange sorts tables so that each comes after those that it refers to. refers has pairs of a table and one that it
// refers to, which may be itself or a table outside the list.
func Arrange(tables []Table, refers [][2]string) ([]Table, error) {
	slices.SortFunc(tables, func(a, b Table) int { return cmp.Compare(a.Name, b.Name) })
	var done []Table
	for len(tables) > 0 {
		next := slices.IndexFunc(tables, func(t Table) bool {
			return !slices.ContainsFunc(refers, func(r [2]string) bool {
				return r[0] == t.Name && slices.ContainsFunc(tables, func(o Table) bool { return o.Name == r[1] && o.Name != t.Name })
			})
		})
		if next < 0 {
			return nil, fmt.Errorf("the tables refer to each other in a circle, %s among them", tables[0].Name)
		}
		done = append(done, tables[next])
		tables = slices.Delete(tables, next, next+1)
	}
	return done, nil
}

// AllRows yields the rows of a query with a number of columns.
func AllRows(t Tx, query string, columns int) Rows {
	return func(yield func([]any, error) bool) {
		stopped := errors.New("enough")
		err := t.Rows(query, nil, func(read Scan) error {
			row, into := make([]any, columns), make([]any, columns)
			for i := range row {
				into[i] = &row[i]
			}
			err := read(into...)
			for i := range row {
				if truth, ok := row[i].(bool); ok {
					row[i] = map[bool]int64{true: 1}[truth]
				}
			}
			if err == nil && !yield(row, nil) {
				err = stopped
			}
			return err
		})
		if err != nil && err != stopped {
			yield(nil, err)
		}
	}
}
