package postgres

import (
	"database/sql"
	"embed"
	"fmt"
	"io/fs"
	"time"

	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"

	"noir/data"
	"noir/data/relational"
)

//go:embed migrations/*.sql
var migrations embed.FS

func schema(db *sql.DB, options ...goose.ProviderOption) (*goose.Provider, error) {
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return nil, err
	}
	return goose.NewProvider(goose.DialectPostgres, db, files, append(options, goose.WithDisableGlobalRegistry(true))...)
}

// migrate brings the schema up to date. Of several processes one does it, the others wait.
func migrate(db *sql.DB) error {
	locker, err := lock.NewPostgresTableLocker(lock.WithTableLockTimeout(time.Second, 300)) // a table, since a session is nobody's behind pgbouncer
	if err != nil {
		return err
	}
	provider, err := schema(db, goose.WithLocker(locker))
	if err != nil {
		return err
	}
	has, knows, err := provider.GetVersions(background)
	if err != nil {
		return err
	}
	if has > knows {
		return newer(has, knows)
	}
	if has < knows {
		if _, err = provider.Up(background); err != nil {
			return err
		}
	}
	change, err := db.BeginTx(background, nil)
	if err != nil {
		return err
	}
	defer change.Rollback() // there is nothing left to undo once it is committed
	if err := relational.Refold(txOn(background, change)); err != nil {
		return err
	}
	return change.Commit()
}

// current checks that the schema is of this version, and changes nothing.
func current(db *sql.DB) error {
	provider, err := schema(db)
	if err != nil {
		return err
	}
	has, knows, err := provider.GetVersions(background)
	switch {
	case err != nil:
		return err
	case has > knows:
		return newer(has, knows)
	case has < knows:
		return fmt.Errorf("the database has schema %d, this noir has %d: start the server once, it brings the database up to date", has, knows)
	}
	version, err := relational.Folding(txOn(background, db))
	if err == nil && version != data.Folding {
		err = fmt.Errorf("the database tells names apart by measure %d, this noir by %d: start the server once, it brings the database up to date", version, data.Folding)
	}
	return err
}

func newer(has, knows int64) error {
	return fmt.Errorf("the database has schema %d, this noir knows only %d: it was written by a newer noir, use that one", has, knows)
}
