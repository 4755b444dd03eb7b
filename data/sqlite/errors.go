package sqlite

import (
	"context"
	"errors"

	"modernc.org/sqlite"
	lib "modernc.org/sqlite/lib"

	"noir/data"
	"noir/data/relational"
)

// outward turns an error of the driver into one of package data, wrapping the driver's along with it. It returns ctx's
// error and errors of package data unchanged.
func outward(ctx context.Context, err error) error { return told(ctx, err, relational.Unavailable) }

// unreadable is outward for what only reads.
func unreadable(ctx context.Context, err error) error { return told(ctx, err, relational.Unreadable) }

func told(ctx context.Context, err error, unavailable func(error) error) error {
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
	return unavailable(sound(err))
}

// damaged is the error for a file that is truncated, overwritten or no database. For players it is data.ErrUnavailable.
type damaged struct{ cause error }

func (d damaged) Error() string {
	return "the file is not a whole database of Noir's; restore a backup that is: " + d.cause.Error()
}

func (d damaged) Unwrap() []error { return []error{data.ErrUnavailable, d.cause} }

// sound turns a driver's error about a damaged file into damaged. It returns other errors unchanged.
func sound(err error) error {
	if cause, ok := errors.AsType[*sqlite.Error](err); ok {
		switch cause.Code() & 0xff {
		case lib.SQLITE_CORRUPT, lib.SQLITE_NOTADB:
			return damaged{err}
		}
	}
	return err
}

// busy reports whether a statement failed because another connection is writing.
func busy(err error) bool {
	var cause *sqlite.Error
	return errors.As(err, &cause) && cause.Code()&0xff == lib.SQLITE_BUSY
}
