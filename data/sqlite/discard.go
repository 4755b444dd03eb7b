package sqlite

import (
	"context"

	"noir/data"
)

// Discard implements data.Store.
func (s *Store) Discard(ctx context.Context, id data.MatchID) error {
	return s.writer.write(ctx, func(t tx) error {
		var number int64
		var over bool
		err := t.row(`SELECT number, ended IS NOT NULL FROM matches WHERE id = ?`, []any{id}, &number, &over)
		switch {
		case err != nil:
			return err
		case over:
			return data.ErrFinished
		}
		return removeMatch(t, number)
	})
}

// removed is what goes with a match ?1.
var removed = []string{
	`DELETE FROM moves WHERE match = ?1`,
	`DELETE FROM stops WHERE match = ?1`,
	`DELETE FROM seats WHERE match = ?1`,
	`DELETE FROM contest_matches WHERE match = ?1`,
	`UPDATE reports SET match = NULL WHERE match = ?1`,
	`DELETE FROM matches WHERE number = ?1`,
}

// removeMatch removes a match that has changed no rating.
func removeMatch(t tx, number int64) error {
	for _, remove := range removed {
		if _, err := t.exec(remove, number); err != nil {
			return err
		}
	}
	return nil
}
