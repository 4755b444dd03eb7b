package operator

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"noir/data"
	"noir/data/audit"
	"noir/data/postgres"
	"noir/data/relational"
	"noir/data/sqlite"
	"noir/engine"
)

// Migration copies a house from the database in a data directory to one of PostgreSQL, or back.
type Migration struct {
	Place
	By    string // for the audit log of the copy
	Games []engine.Game
	Tell  func(doing string) // called with what is being done; may be called often
}

// There copies the database in the directory into the PostgreSQL database, which must be empty. No
// server may run on the directory, and it stays as it is.
func (m Migration) There(ctx context.Context) (audit.Count, error) {
	var count audit.Count
	err := sqlite.Read(ctx, m.Data, func(from relational.Source) error {
		return postgres.Make(ctx, m.Database, m.fill(ctx, from), func(s *postgres.Store, to relational.Source) (err error) {
			count, err = m.prove(ctx, from, to, s, filepath.Join(m.Data, sqlite.FileName))
			return err
		})
	})
	return count, err
}

// Back copies the PostgreSQL database, on which no server may run, into a new one in the directory. The
// PostgreSQL database stays as it is.
func (m Migration) Back(ctx context.Context) (audit.Count, error) {
	if err := postgres.Idle(ctx, m.Database); err != nil {
		return audit.Count{}, err
	}
	var count audit.Count
	err := postgres.Read(ctx, m.Database, func(from relational.Source) error {
		return sqlite.Make(ctx, m.Data, m.fill(ctx, from), func(s *sqlite.Store, to relational.Source) (err error) {
			count, err = m.prove(ctx, from, to, s, "PostgreSQL")
			return err
		})
	})
	if errors.Is(err, fs.ErrExist) {
		err = fmt.Errorf("%s is there already: name a directory without one with --data", filepath.Join(m.Data, sqlite.FileName))
	}
	return count, err
}

// intoFile copies a PostgreSQL database into a new one in a directory, and compares them.
func intoFile(ctx context.Context, s *postgres.Store, dir string) error {
	quietly := func(string) {}
	return s.Everything(ctx, func(from relational.Source) error {
		return sqlite.Make(ctx, dir, func(to relational.Target) error {
			return relational.Copy(ctx, from, to, quietly)
		}, func(_ *sqlite.Store, to relational.Source) error {
			return relational.Compare(ctx, from, to, quietly)
		})
	})
}

func (m Migration) fill(ctx context.Context, from relational.Source) func(relational.Target) error {
	return func(to relational.Target) error {
		return relational.Copy(ctx, from, to, func(table string) { m.Tell("copying " + table) })
	}
}

// prove compares a copy with its original, runs the store's own checks on it, replays its games and
// recomputes its ratings. Then it records in the audit log of the copy where the copy is from.
func (m Migration) prove(ctx context.Context, from, to relational.Source, s interface {
	audit.Store
	data.AuditLog
	Check(ctx context.Context) error
}, source string) (audit.Count, error) {
	if err := relational.Compare(ctx, from, to, func(table string) { m.Tell("comparing " + table) }); err != nil {
		return audit.Count{}, err
	}
	m.Tell("checking")
	if err := s.Check(ctx); err != nil {
		return audit.Count{}, fmt.Errorf("the copy is not in order: %w", err)
	}
	count, err := audit.Run(ctx, s, m.Games, func(games int) {
		if games%100 == 0 {
			m.Tell(fmt.Sprintf("%d games replayed", games))
		}
	})
	if err != nil {
		return audit.Count{}, err
	}
	return count, s.Note(ctx, m.By, "migrate", source, map[string]any{"games": count.Games, "ratings": count.Ratings})
}
