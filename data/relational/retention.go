package relational

import (
	"context"
	"fmt"
	"time"

	"noir/data"
)

// retentionStore deletes matches that are kept only for a while.
type retentionStore struct{ db Database }

// Limits of one call of Prune, since others wait for it.
const (
	pruneMatches = 32
	pruneMoves   = 500 // it ends with the match that reaches this
)

// passes is the condition for a match to be deleted after a while.
const passes = `NOT rated AND (SELECT count(*) FROM seats s WHERE s.match = number AND s.kind <> 'bot') < 2
	AND NOT EXISTS (SELECT 1 FROM seats s WHERE s.match = number AND s.kept)
	AND NOT EXISTS (SELECT 1 FROM contest_matches c WHERE c.match = number)
	AND NOT EXISTS (SELECT 1 FROM analyses a WHERE a.match = number)
	AND NOT EXISTS (SELECT 1 FROM puzzles p WHERE p.match = number)
	AND NOT EXISTS (SELECT 1 FROM reports r WHERE r.match = number)`

// reconsider notes for matches that match a condition whether they are deleted after a while.
func reconsider(t Tx, which string, args ...any) error {
	_, err := t.Exec(`UPDATE matches SET passing = (`+passes+`) WHERE `+which, args...)
	return err
}

// Keep implements data.Retention.
func (s retentionStore) Keep(ctx context.Context, player data.PlayerID, id data.MatchID, keep bool) error {
	return s.db.Write(ctx, func(t Tx) error {
		var number int64
		var over, kept bool
		err := t.Row(`SELECT m.number, m.ended IS NOT NULL, count(*) FILTER (WHERE s.kept) > 0 FROM matches m JOIN seats s ON s.match = m.number
			WHERE m.id = ?2 AND s.player IN `+selves+` GROUP BY m.number`, []any{player, id}, &number, &over, &kept)
		switch {
		case err != nil:
			return err
		case !over:
			return data.ErrRunning
		case kept == keep:
			return nil
		}
		if keep {
			var marked int
			if err := t.Row(`SELECT count(*) FROM seats WHERE kept AND player IN `+selves, []any{player}, &marked); err != nil {
				return err
			}
			if marked >= data.MaxKept {
				return fmt.Errorf("%w: %d games are marked", data.ErrTooMany, marked)
			}
		}
		if _, err := t.Exec(`UPDATE seats SET kept = ?2 WHERE match = ?3 AND player IN `+selves, player, keep, number); err != nil {
			return err
		}
		return reconsider(t, `number = ?`, number)
	})
}

// unmark removes the marks of a deleted player.
func unmark(t Tx, id data.PlayerID) error {
	var marked []int64
	err := t.Rows(`SELECT match FROM seats WHERE kept AND player IN `+selves, []any{id}, func(read Scan) error {
		var number int64
		err := read(&number)
		marked = append(marked, number)
		return err
	})
	if err != nil || len(marked) == 0 {
		return err
	}
	if _, err := t.Exec(`UPDATE seats SET kept = FALSE WHERE kept AND player IN `+selves, id); err != nil {
		return err
	}
	return reconsider(t, `number `+listed, numbers(marked))
}

// Passing implements data.Retention.
func (s retentionStore) Passing(ctx context.Context, before time.Time) (n int, err error) {
	err = s.db.Study(ctx, func(t Tx) error {
		return t.Row(`SELECT count(*) FROM matches WHERE passing AND ended < ?`, []any{before.UnixMilli()}, &n)
	})
	return n, err
}

// Prune implements data.Retention. Space is given back when nothing is left to remove.
func (s retentionStore) Prune(ctx context.Context, before time.Time) (pruned int, more bool, err error) {
	err = s.db.Write(ctx, func(t Tx) error {
		pruned, more = 0, false
		old, err := passing(t, before)
		if err != nil {
			return err
		}
		var moves int64
		for _, number := range old {
			if moves >= pruneMoves || pruned == pruneMatches {
				break
			}
			var n int64
			if err := t.Row(`SELECT count(*) FROM moves WHERE match = ?`, []any{number}, &n); err != nil {
				return err
			}
			if err := removeMatch(t, number); err != nil {
				return err
			}
			moves += n
			pruned++
		}
		if pruned > 0 {
			more = true
			return nil // space is given back when there is nothing to remove
		}
		more, err = s.db.GiveBack(t)
		return err
	})
	return pruned, more, err
}

// passing returns the oldest matches to remove, one more than are removed at once.
func passing(t Tx, before time.Time) (old []int64, err error) {
	err = t.Rows(`SELECT number FROM matches WHERE passing AND ended < ? ORDER BY ended LIMIT ?`,
		[]any{before.UnixMilli(), pruneMatches + 1}, func(read Scan) error {
			var number int64
			err := read(&number)
			old = append(old, number)
			return err
		})
	return old, err
}
