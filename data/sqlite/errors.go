package sqlite

import (
	"context"
	"errors"

	"modernc.org/sqlite"
	lib "modernc.org/sqlite/lib"

	"noir/data/relational"
)

// outward turns an error of the driver into one of package data, wrapping the driver's beside it.
// It returns ctx's error and errors of package data unchanged.
func outward(ctx context.Context, err error) error {
	if err == nil {
		return nil
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if cause, ok := errors.AsType[*sqlite.Error](err); ok {
		switch cause.Code() & 0xff { // the primary code; the rest is detail
		case lib.SQLITE_CONSTRAINT, lib.SQLITE_MISMATCH, lib.SQLITE_TOOBIG:
			return err
		}
	}
	return relational.Unavailable(err)
}

// busy reports whether a statement failed because another connection is writing.
func busy(err error) bool {
	var cause *sqlite.Error
	return errors.As(err, &cause) && cause.Code()&0xff == lib.SQLITE_BUSY
}
