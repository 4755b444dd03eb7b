package sqlite

import (
	"embed"
	"io/fs"

	"github.com/pressly/goose/v3"

	"noir/data/relational"
)

//go:embed migrations/*.sql
var migrations embed.FS

// migrate brings the schema up to date.
func (s *database) migrate() error {
	schema, err := s.schema()
	if err != nil {
		return err
	}
	return schema.Migrate()
}

// current checks that the schema is of this version, and changes nothing.
func (s *database) current() error {
	schema, err := s.schema()
	if err != nil {
		return err
	}
	return schema.Current()
}

func (s *database) schema() (relational.Schema, error) {
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return relational.Schema{}, err
	}
	all, err := relational.Migrations(files)
	if err != nil {
		return relational.Schema{}, err
	}
	provider, err := goose.NewProvider(goose.DialectSQLite3, s.db, nil, goose.WithGoMigrations(all...), goose.WithDisableGlobalRegistry(true))
	return relational.Schema{Provider: provider, DB: s.db, On: txOn}, err
}
