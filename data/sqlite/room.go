package sqlite

import (
	"context"
	"errors"
	"net/url"
)

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
