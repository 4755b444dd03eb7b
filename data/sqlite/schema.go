package sqlite

import (
	"database/sql"
	"embed"
	"io/fs"

	"github.com/pressly/goose/v3"

	"noir/data/relational"
)

//go:embed migrations/*.sql
var migrations embed.FS

// schemaOf is the schema of a database, which may be of another version.
func schemaOf(db *sql.DB) (relational.Schema, error) {
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return relational.Schema{}, err
	}
	all, err := relational.Migrations(files)
	if err != nil {
		return relational.Schema{}, err
	}
	provider, err := goose.NewProvider(goose.DialectSQLite3, db, nil, goose.WithGoMigrations(all...), goose.WithDisableGlobalRegistry(true))
	return relational.Schema{Provider: provider, DB: db, On: txOn}, err
}
