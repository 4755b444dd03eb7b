package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"

	"noir/data/relational"
)

// tables are those of a database, on one connection.
type tables struct {
	on      *sql.Conn
	all     []relational.Table
	counted map[string]bool // of these, which know the highest number that they have given (AUTOINCREMENT)
}

// readTables reads the catalogue.
func readTables(ctx context.Context, on *sql.Conn) (*tables, error) {
	t := readOn(ctx, on)
	s := &tables{on: on, counted: map[string]bool{}}
	err := t.Rows(`SELECT name, sql LIKE '%AUTOINCREMENT%' FROM sqlite_schema
		WHERE type = 'table' AND name NOT LIKE 'sqlite\_%' ESCAPE '\' AND name NOT LIKE '\_%' ESCAPE '\'`, nil, func(read scan) error { // with _ begin those of others, such as Litestream's
		var name string
		var counted bool
		err := read(&name, &counted)
		if relational.OfTheHouse(name) {
			s.all, s.counted[name] = append(s.all, relational.Table{Name: name}), counted
		}
		return err
	})
	var refers [][2]string
	for i := range s.all {
		table := &s.all[i]
		var failed [3]error
		var to []string
		table.Columns, failed[0] = texts(t, `SELECT name FROM pragma_table_info(?) ORDER BY name`, table.Name)
		table.Key, failed[1] = texts(t, `SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk`, table.Name)
		to, failed[2] = texts(t, `SELECT DISTINCT "table" FROM pragma_foreign_key_list(?)`, table.Name)
		table.Columns = slices.DeleteFunc(table.Columns, func(column string) bool { return !relational.OfTheHouse(table.Name + "." + column) })
		for _, other := range to {
			refers = append(refers, [2]string{table.Name, other})
		}
		if len(table.Key) == 0 {
			table.Key = table.Columns
		}
		err = errors.Join(append(failed[:], err)...)
	}
	if err == nil {
		s.all, err = relational.Arrange(s.all, refers)
	}
	return s, err
}

// texts reads one column.
func texts(t tx, query string, args ...any) (all []string, err error) {
	err = t.Rows(query, args, func(read scan) error {
		var text string
		err := read(&text)
		all = append(all, text)
		return err
	})
	return all, err
}

// Tables implements relational.Source and relational.Target.
func (s *tables) Tables() []relational.Table { return s.all }

// Rows implements relational.Source.
func (s *tables) Rows(ctx context.Context, table relational.Table) relational.Rows {
	query := fmt.Sprintf(`SELECT %s FROM %s ORDER BY %s`, quoted(table.Columns...), quoted(table.Name), quoted(table.Key...))
	return relational.AllRows(readOn(ctx, s.on), query, len(table.Columns))
}

// Last implements relational.Source.
func (s *tables) Last(ctx context.Context, table relational.Table) (last int64, err error) {
	err = readOn(ctx, s.on).Row(`SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = ?`, []any{table.Name}, &last)
	return last, err
}

// Fill implements relational.Target.
func (s *tables) Fill(ctx context.Context, table relational.Table, rows relational.Rows, last int64) error {
	t := txOn(ctx, s.on)
	if _, err := t.Exec(`DELETE FROM ` + quoted(table.Name)); err != nil {
		return err
	}
	add, err := s.on.PrepareContext(ctx, fmt.Sprintf(`INSERT INTO %s (%s) VALUES (?%s)`,
		quoted(table.Name), quoted(table.Columns...), strings.Repeat(`, ?`, len(table.Columns)-1)))
	if err != nil {
		return outward(ctx, err)
	}
	defer add.Close()
	for row, err := range rows {
		if err == nil {
			_, err = add.ExecContext(ctx, row...)
		}
		if err != nil {
			return outward(ctx, err)
		}
	}
	if !s.counted[table.Name] {
		return nil
	}
	now, err := s.Last(ctx, table)
	if err == nil && last > now {
		_, err = t.Exec(`DELETE FROM sqlite_sequence WHERE name = ?`, table.Name)
		if err == nil {
			_, err = t.Exec(`INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)`, table.Name, last)
		}
	}
	return err
}

// quoted lists names for a statement.
func quoted(names ...string) string { return `"` + strings.Join(names, `", "`) + `"` }
