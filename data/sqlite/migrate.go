package sqlite

import (
	"embed"
	"fmt"
	"io/fs"

	"github.com/pressly/goose/v3"

	"noir/data"
	"noir/data/relational"
)

//go:embed migrations/*.sql
var migrations embed.FS

// migrate brings the schema up to date.
func (s *database) migrate() error {
	provider, err := s.schema()
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
	if _, err = provider.Up(background); err != nil {
		return err
	}
	change, err := s.db.BeginTx(background, nil)
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
func (s *database) current() error {
	provider, err := s.schema()
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
		return fmt.Errorf("the store has schema %d, this noir has %d: start the server once, it brings the store up to date", has, knows)
	}
	version, err := relational.Folding(txOn(background, s.db))
	if err == nil && version != data.Folding {
		err = fmt.Errorf("the store tells names apart by measure %d, this noir by %d: start the server once, it brings the store up to date", version, data.Folding)
	}
	return err
}

func newer(has, knows int64) error {
	return fmt.Errorf("the store has schema %d, this noir knows only %d: it was written by a newer noir, use that one", has, knows)
}

func (s *database) schema() (*goose.Provider, error) {
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return nil, err
	}
	return goose.NewProvider(goose.DialectSQLite3, s.db, files, goose.WithDisableGlobalRegistry(true))
}
