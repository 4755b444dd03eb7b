package postgres

import (
	"context"
	"database/sql"
	"fmt"
	"iter"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"

	"noir/data/relational"
)

// tables are those of a database, in one transaction.
type tables struct {
	t       tx
	all     []relational.Table
	types   map[string]string // of columns, by table.column
	numbers map[string]string // of tables that number their rows by themselves: the column
	conn    *sql.Conn         // of the transaction; nil: it only reads
}

// readTables reads the catalogue.
func readTables(t tx) (*tables, error) {
	s := &tables{t: t, types: map[string]string{}, numbers: map[string]string{}}
	at := map[string]int{}
	err := t.Rows(`SELECT c.relname, a.attname, format_type(a.atttypid, NULL), a.attidentity <> ''
		FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
		WHERE c.relkind = 'r' AND c.relnamespace = current_schema()::text::regnamespace ORDER BY a.attname`, nil, func(read relational.Scan) error {
		var table, column, kind string
		var numbers bool
		if err := read(&table, &column, &kind, &numbers); err != nil {
			return err
		}
		if table == filling || !relational.OfTheHouse(table) || !relational.OfTheHouse(table+"."+column) {
			return nil
		}
		i, known := at[table]
		if !known {
			i, at[table] = len(s.all), len(s.all)
			s.all = append(s.all, relational.Table{Name: table})
		}
		s.all[i].Columns = append(s.all[i].Columns, column)
		s.types[table+"."+column] = kind
		if numbers {
			s.numbers[table] = column
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	err = t.Rows(`SELECT c.relname, a.attname FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
			JOIN unnest(i.indkey) WITH ORDINALITY k (number, place) ON TRUE JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.number
		WHERE i.indisprimary AND c.relnamespace = current_schema()::text::regnamespace ORDER BY k.place`, nil, func(read relational.Scan) error {
		var table, column string
		err := read(&table, &column)
		if i, known := at[table]; known {
			s.all[i].Key = append(s.all[i].Key, column)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	for i := range s.all {
		if len(s.all[i].Key) == 0 {
			s.all[i].Key = s.all[i].Columns
		}
	}
	var refers [][2]string
	err = t.Rows(`SELECT f.relname, c.relname FROM pg_constraint r JOIN pg_class f ON f.oid = r.conrelid JOIN pg_class c ON c.oid = r.confrelid
		WHERE r.contype = 'f' AND f.relnamespace = current_schema()::text::regnamespace`, nil, func(read relational.Scan) error {
		var pair [2]string
		err := read(&pair[0], &pair[1])
		refers = append(refers, pair)
		return err
	})
	if err == nil {
		s.all, err = relational.Arrange(s.all, refers)
	}
	return s, err
}

// Tables implements relational.Source and relational.Target.
func (s *tables) Tables() []relational.Table { return s.all }

// Rows implements relational.Source.
func (s *tables) Rows(_ context.Context, table relational.Table) relational.Rows {
	var columns, key string
	for i, column := range table.Columns {
		if i > 0 {
			columns += `, `
		}
		columns += quoted(column)
		if s.types[table.Name+"."+column] == "json" {
			columns += `::text` // its text, unchanged
		}
	}
	for i, column := range table.Key {
		if i > 0 {
			key += `, `
		}
		key += quoted(column)
		if s.types[table.Name+"."+column] == "text" {
			key += ` COLLATE "C"`
		}
	}
	return relational.AllRows(s.t, `SELECT `+columns+` FROM `+quoted(table.Name)+` ORDER BY `+key, len(table.Columns))
}

// Last implements relational.Source.
func (s *tables) Last(_ context.Context, table relational.Table) (last int64, err error) {
	column, numbers := s.numbers[table.Name]
	if !numbers {
		return 0, nil
	}
	var sequence string
	if err = s.t.Row(`SELECT pg_get_serial_sequence(?, ?)`, []any{quoted(table.Name), column}, &sequence); err != nil {
		return 0, err
	}
	err = s.t.Row(`SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM `+sequence, nil, &last)
	return last, err
}

// Fill implements relational.Target, with COPY.
func (s *tables) Fill(ctx context.Context, table relational.Table, rows relational.Rows, last int64) error {
	if _, err := s.t.Exec(`DELETE FROM ` + quoted(table.Name)); err != nil {
		return err
	}
	next, stop := iter.Pull2(rows)
	defer stop()
	err := s.conn.Raw(func(driver any) error {
		_, err := driver.(*stdlib.Conn).Conn().CopyFrom(ctx, pgx.Identifier{table.Name}, table.Columns, pgx.CopyFromFunc(func() ([]any, error) {
			row, err, more := next()
			if err != nil || !more {
				return nil, err
			}
			return row, s.typed(table, row)
		}))
		return outward(ctx, err)
	})
	column, numbers := s.numbers[table.Name]
	if err != nil || !numbers {
		return err
	}
	var set int64
	return s.t.Row(fmt.Sprintf(`SELECT setval(pg_get_serial_sequence(?1, ?2), greatest(n, 1), n > 0) FROM (SELECT greatest(max(%s), CAST(?3 AS bigint), 0) AS n FROM %s) m`,
		quoted(column), quoted(table.Name)), []any{quoted(table.Name), column, last}, &set)
}

// typed makes truth values of a row's numbers where the table has them.
func (s *tables) typed(table relational.Table, row []any) error {
	for i, column := range table.Columns {
		if n, ok := row[i].(int64); ok && s.types[table.Name+"."+column] == "boolean" {
			if n != 0 && n != 1 {
				return fmt.Errorf("%s is %d, which is neither true nor false", column, n)
			}
			row[i] = n == 1
		}
	}
	return nil
}

func quoted(name string) string { return pgx.Identifier{name}.Sanitize() }
