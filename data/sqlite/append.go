package sqlite

import (
	"context"
	"encoding/json"
	"fmt"

	"noir/data"
)

// Append implements data.Store.
func (s *Store) Append(ctx context.Context, id data.MatchID, entries ...data.Entry) error {
	return s.writer.submit(ctx, &request{
		do:    func(t tx) error { return appendLog(t, id, entries) },
		plain: len(entries) <= 1,
	})
}

// appendLog adds entries to the log of a match that runs.
func appendLog(t tx, id data.MatchID, entries []data.Entry) error {
	for _, e := range entries {
		dice, err := list(e.Dice)
		if err != nil {
			return err
		}
		drawn, err := list(e.Drawn)
		if err != nil {
			return err
		}
		added, err := t.exec(`INSERT INTO moves (match, ply, seat, move, at_ms, by, dice, drawn)
			SELECT number, ?2, ?3, ?4, ?5, ?6, ?7, ?8 FROM matches
			WHERE id = ?1 AND ended IS NULL
			AND ?2 = 1 + ifnull((SELECT max(ply) FROM moves WHERE match = number), 0)`,
			string(id), e.Ply, int64(e.Seat), string(e.Move), e.AtMS, string(e.By), dice, drawn)
		if err != nil {
			return err
		}
		if added == 0 {
			return refusal(t, id, e.Ply)
		}
	}
	return nil
}

// refusal says why an entry was not added.
func refusal(t tx, id data.MatchID, ply int) error {
	var over bool
	if err := t.row(`SELECT ended IS NOT NULL FROM matches WHERE id = ?`, []any{id}, &over); err != nil {
		return err
	}
	if over {
		return data.ErrFinished
	}
	return fmt.Errorf("%w: ply %d", data.ErrOutOfOrder, ply)
}

// list writes a list that is empty most of the time.
func list[T any](items []T) (string, error) {
	if len(items) == 0 {
		return "[]", nil
	}
	raw, err := json.Marshal(items)
	return string(raw), err
}
