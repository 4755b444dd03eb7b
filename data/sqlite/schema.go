package sqlite

import (
	"database/sql"
	"embed"

	"github.com/pressly/goose/v3"

	"noir/data/relational"
)

//go:embed migrations/*.sql
var migrations embed.FS

// schemaOf is the schema of a database, which may be of another version.
func schemaOf(db *sql.DB) (relational.Schema, error) {
	return relational.SchemaOf(db, goose.DialectSQLite3, migrations, txOn)
}
