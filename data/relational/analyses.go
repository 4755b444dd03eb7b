package relational

import (
	"context"
	"encoding/json"
	"errors"

	"noir/data"
)

// Analysis implements data.Histories.
func (s historyStore) Analysis(ctx context.Context, id data.MatchID) (body json.RawMessage, err error) {
	err = s.db.Browse(ctx, func(t Tx) error {
		return t.Row(`SELECT body FROM analyses a JOIN matches m ON m.number = a.match WHERE m.id = ?`,
			[]any{id}, Document{&body})
	})
	return body, err
}

// SaveAnalysis implements data.Histories.
func (s historyStore) SaveAnalysis(ctx context.Context, id data.MatchID, body json.RawMessage) error {
	if !json.Valid(body) {
		return errors.New("the analysis is no JSON")
	}
	return s.db.WriteBeside(ctx, func(t Tx) error {
		t.HoldMatch(id)
		saved, err := t.Exec(`INSERT INTO analyses (match, body)
			SELECT number, ?2 FROM matches WHERE id = ?1 AND ended IS NOT NULL
			ON CONFLICT (match) DO UPDATE SET body = ?2`, string(id), string(body))
		if err != nil {
			return err
		}
		if saved > 0 {
			return reconsider(t, `id = ?`, string(id))
		}
		if err := overOrUnknown(t, id); err != data.ErrFinished {
			return err
		}
		return data.ErrRunning
	})
}
