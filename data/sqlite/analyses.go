package sqlite

import (
	"context"
	"encoding/json"
	"errors"

	"noir/data"
)

// Analysis implements data.Histories.
func (s historyStore) Analysis(ctx context.Context, id data.MatchID) (body json.RawMessage, err error) {
	err = s.browse(ctx, func(t tx) error {
		return t.row(`SELECT body FROM analyses a JOIN matches m ON m.number = a.match WHERE m.id = ?`,
			[]any{id}, document{&body})
	})
	return body, err
}

// SaveAnalysis implements data.Histories.
func (s historyStore) SaveAnalysis(ctx context.Context, id data.MatchID, body json.RawMessage) error {
	if !json.Valid(body) {
		return errors.New("the analysis is no JSON")
	}
	return s.writer.write(ctx, func(t tx) error {
		saved, err := t.exec(`INSERT INTO analyses (match, body)
			SELECT number, ?2 FROM matches WHERE id = ?1 AND ended IS NOT NULL
			ON CONFLICT DO UPDATE SET body = ?2`, string(id), string(body))
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
