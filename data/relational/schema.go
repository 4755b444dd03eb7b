package relational

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"regexp"

	"github.com/pressly/goose/v3"

	"noir/data"
)

// Schema is the migrations of a database.
type Schema struct {
	*goose.Provider
	DB *sql.DB
	On func(context.Context, Statements) Tx // of the dialect
}

// back begins the part of a text for goose that undoes the others.
var back = regexp.MustCompile(`(?i)--\s*\+goose\s+down`)

// SchemaOf is the schema of a database, which may be of another version. The migrations of its dialect are
// migrations/NUMBER_NAME.sql in files.
func SchemaOf(db *sql.DB, dialect goose.Dialect, files fs.FS, on func(context.Context, Statements) Tx, options ...goose.ProviderOption) (Schema, error) {
	folder, err := fs.Sub(files, "migrations")
	if err != nil {
		return Schema{}, err
	}
	all, err := Migrations(folder)
	if err != nil {
		return Schema{}, err
	}
	provider, err := goose.NewProvider(dialect, db, nil, append(options, goose.WithGoMigrations(all...), goose.WithDisableGlobalRegistry(true))...)
	return Schema{Provider: provider, DB: db, On: on}, err
}

// Migrations reads the migrations of a dialect, NUMBER_NAME.sql in a folder; there are no down migrations. Each is one
// text for the database, in one transaction: goose would take it apart by lines, and look at each with four megabytes
// of memory. What leads back would be done with all else, so a text that has any is refused.
func Migrations(folder fs.FS) ([]*goose.Migration, error) {
	names, err := fs.Glob(folder, "*.sql")
	if err != nil {
		return nil, err
	}
	var all []*goose.Migration
	for _, name := range names {
		number, err := goose.NumericComponent(name)
		if err != nil {
			return nil, err
		}
		all = append(all, goose.NewGoMigration(number, &goose.GoFunc{RunTx: func(ctx context.Context, t *sql.Tx) error {
			text, err := fs.ReadFile(folder, name)
			switch {
			case err != nil:
			case back.Match(text):
				err = errors.New("nothing leads back, so take the part for goose Down away")
			default:
				_, err = t.ExecContext(ctx, string(text))
			}
			if err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
			return nil
		}}, nil))
	}
	return all, nil
}

// Migrate brings the schema up to date.
func (s Schema) Migrate() error {
	has, knows, err := s.versions()
	if err != nil {
		return err
	}
	if has < knows {
		if _, err := s.Up(background); err != nil {
			return err
		}
	}
	change, err := s.DB.BeginTx(background, nil)
	if err != nil {
		return err
	}
	defer change.Rollback() // there is nothing left to undo once it is committed
	if err := Refold(s.On(background, change)); err != nil {
		return err
	}
	return change.Commit()
}

// Current checks that the schema is of this version, and changes nothing.
func (s Schema) Current() error {
	has, knows, err := s.versions()
	if err != nil {
		return err
	}
	if has < knows {
		return fmt.Errorf("the database has schema %d, this noir has %d: start the server once, it brings the database up to date", has, knows)
	}
	version, err := Folding(s.On(background, s.DB))
	if err == nil && version != data.Folding {
		err = fmt.Errorf("the database has version %d of the name rules, this noir has version %d: start the server once, it brings the database up to date", version, data.Folding)
	}
	return err
}

// versions returns the version of the database's schema and that of this noir. It fails if the database's is newer.
func (s Schema) versions() (has, knows int64, err error) {
	has, knows, err = s.GetVersions(background)
	if err == nil && has > knows {
		err = fmt.Errorf("the database has schema %d, this noir knows only %d: it was written by a newer noir, use that one", has, knows)
	}
	return has, knows, err
}
