package sqlite

import (
	"context"
	"errors"
	"fmt"
	"net/url"
)

const (
	prunePages = 64   // given back to the system at a time
	sparePages = 1024 // stay free in the file for what is written next
)

// GiveBack implements relational.Database. It cuts free pages off the end of the file. It works only if this
// version or a later one made or rebuilt the database (Rebuild).
func (s *database) GiveBack(t tx) (more bool, err error) {
	var free, mode int
	if err := t.Row(`PRAGMA freelist_count`, nil, &free); err != nil {
		return false, err
	}
	if err := t.Row(`PRAGMA auto_vacuum`, nil, &mode); err != nil {
		return false, err
	}
	if mode == 0 || free <= sparePages {
		return false, nil
	}
	// Each row is a page that was given back: reading only the first row would give back one page.
	err = t.Rows(fmt.Sprintf(`PRAGMA incremental_vacuum(%d)`, prunePages), nil, func(scan) error { return nil })
	return free-prunePages > sparePages, err
}

// Rebuild rewrites the database of a directory without free pages, so that from then on space is
// given back. Nobody may have it open. It needs as much space again while it runs.
func Rebuild(ctx context.Context, dir string) error {
	s, err := Open(dir)
	if err != nil {
		return err
	}
	db, err := connect(s.db.path, url.Values{"_pragma": {roomPragma}})
	if err == nil {
		_, err = db.ExecContext(ctx, `VACUUM`)
		err = errors.Join(err, db.Close())
	}
	return errors.Join(err, s.Close())
}
