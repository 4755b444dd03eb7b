// Package operator holds the use cases of operators on the data directory of a server, which
// may be running. Every change is in the audit log with the operator's name. Inputs and results
// are typed; errors are sentences for the operator. Methods block on the disk.
package operator

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"noir/data"
	"noir/data/postgres"
	"noir/data/sqlite"
	"noir/engine"
	"noir/server/hostkey"
)

// Office is an operator at work on a data directory.
type Office struct {
	Players    Players
	Moderation Moderation
	Matches    Matches
	Events     Events
	Upkeep     Upkeep

	close func() error
}

// Place is where a server keeps its lasting files.
type Place struct {
	Data     string // the data directory
	Database string // URL of a PostgreSQL database; the one in Data when empty
	HostKey  string // file of the host key; in Data when empty
}

// key returns the path of the current host key.
func (p Place) key() string {
	if p.HostKey != "" {
		return p.HostKey
	}
	return filepath.Join(p.Data, hostkey.File)
}

// store is what operators need of a store.
type store interface {
	data.Store
	data.Operator
	Close() error
}

// attach opens the store. copyTo copies its database into a directory that has none.
func (p Place) attach() (s store, copyTo func(ctx context.Context, by, dir string) error, err error) {
	if p.Database != "" {
		served, err := postgres.Attach(context.Background(), p.Database)
		if err != nil {
			return nil, nil, err
		}
		return served, func(ctx context.Context, by, dir string) error {
			if err := intoFile(ctx, served, dir); err != nil {
				return err
			}
			return served.Note(ctx, by, "backup", filepath.Join(dir, sqlite.FileName), nil)
		}, nil
	}
	file, err := sqlite.Attach(p.Data)
	if err != nil {
		return nil, nil, err
	}
	return file, func(ctx context.Context, by, dir string) error {
		return file.Backup(ctx, by, filepath.Join(dir, sqlite.FileName))
	}, nil
}

// InFile returns an error if the store is not the database in a data directory, for verbs that need
// that one.
func (p Place) InFile() error {
	if p.Database == "" {
		return nil
	}
	return misuse("that is for a database in a data directory; PostgreSQL has its own tools for it")
}

// Open opens the store of a place. A server may run on it. The audit log names by; games
// are those that are played here.
func Open(at Place, by string, games []engine.Game) (*Office, error) {
	store, copyTo, err := at.attach()
	if err != nil {
		return nil, err
	}
	players := Players{store, by}
	return &Office{
		Players:    players,
		Moderation: Moderation{store, players, by},
		Matches:    Matches{store, games, at.key(), by},
		Events:     Events{store, games, by},
		Upkeep:     Upkeep{store, copyTo, games, at, by},
		close:      store.Close,
	}, nil
}

// Close closes the store.
func (o *Office) Close() error { return o.close() }

// Misuse is an error in what the operator typed.
type Misuse struct{ error }

func misuse(format string, args ...any) error { return Misuse{fmt.Errorf(format, args...)} }

// advised adds what to do to an error of the store.
func advised(err error) error {
	switch {
	case errors.Is(err, data.ErrRunning):
		return fmt.Errorf("%w; try again when it is over", err)
	case errors.Is(err, data.ErrMet):
		return fmt.Errorf("%w; make that void first, with noir admin void", err)
	}
	return err
}
