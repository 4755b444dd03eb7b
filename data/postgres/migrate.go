package postgres

import (
	"database/sql"
	"embed"
	"time"

	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"

	"noir/data/relational"
)

//go:embed migrations/*.sql
var migrations embed.FS

func schema(db *sql.DB, options ...goose.ProviderOption) (relational.Schema, error) {
	return relational.SchemaOf(db, goose.DialectPostgres, migrations, txOn, options...)
}

// migrate brings the schema up to date. Of several processes one does it, the others wait.
func migrate(db *sql.DB) error {
	locker, err := lock.NewPostgresTableLocker(lock.WithTableLockTimeout(time.Second, 300)) // a table, since behind pgbouncer no session belongs to a process
	if err != nil {
		return err
	}
	schema, err := schema(db, goose.WithLocker(locker))
	if err != nil {
		return err
	}
	return schema.Migrate()
}

// current checks that the schema is of this version, and changes nothing.
func current(db *sql.DB) error {
	schema, err := schema(db)
	if err != nil {
		return err
	}
	return schema.Current()
}
