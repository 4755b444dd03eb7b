package sqlite

import "context"

// Ready writes to the disk without changing anything, and so tells whether a move could be stored
// now. It blocks as a move would, even past the end of ctx when the disk hangs.
// data.ErrUnavailable.
func (s upkeep) Ready(ctx context.Context) error {
	return s.db.Write(ctx, func(t tx) error {
		// Change it and change it back: SQLite writes nothing for a row that stays as it is.
		for range 2 {
			if _, err := t.Exec(`UPDATE server SET pid = -pid`); err != nil {
				return err
			}
		}
		return nil
	})
}
