package sqlite

import (
	"context"
	"time"

	"noir/data"
)

// Stop implements data.Store.
func (s *Store) Stop(ctx context.Context, at map[data.MatchID]time.Duration) error {
	now := time.Now().UnixMilli()
	return s.writer.write(ctx, func(t tx) error {
		for id, stood := range at {
			_, err := t.exec(`INSERT INTO stops (match, ply, at_ms, at)
				SELECT number, ifnull((SELECT max(ply) FROM moves WHERE match = number), 0), ?2, ?3 FROM matches
				WHERE id = ?1 AND ended IS NULL
				ON CONFLICT DO NOTHING`, string(id), stood.Milliseconds(), now)
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// stoppedAt is, in a query of matches, the game time at which a match's clocks
// were stopped after its last ply.
const stoppedAt = `ifnull((SELECT max(at_ms) FROM stops WHERE match = number
	AND ply = ifnull((SELECT max(ply) FROM moves WHERE match = number), 0)), 0)`
