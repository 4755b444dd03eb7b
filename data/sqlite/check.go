package sqlite

import (
	"context"
	"errors"
	"fmt"

	"noir/data/relational"
)

// Check implements data.Upkeep. In addition to relational.Check it has SQLite check the file and
// all references. It reads the whole file.
func (s upkeep) Check(ctx context.Context) error {
	return s.db.Study(ctx, func(t tx) error {
		return errors.Join(checkPages(t), checkReferences(t), relational.Check(t))
	})
}

func checkPages(t tx) error {
	var faults []error
	err := t.Rows(fmt.Sprintf(`PRAGMA integrity_check(%d)`, relational.MaxFaults), nil, func(read scan) error {
		var fault string
		err := read(&fault)
		if fault != "ok" {
			faults = append(faults, errors.New(fault))
		}
		return err
	})
	return errors.Join(append(faults, err)...)
}

func checkReferences(t tx) error {
	var faults []error
	err := t.Rows(`SELECT "table", rowid, parent FROM pragma_foreign_key_check LIMIT ?`,
		[]any{relational.MaxFaults}, func(read scan) error {
			var table, parent string
			var row *int64 // NULL in a table without row ids
			err := read(&table, &row, &parent)
			faults = append(faults, fmt.Errorf("a row of %s refers to one of %s that is not there", table, parent))
			return err
		})
	return errors.Join(append(faults, err)...)
}
