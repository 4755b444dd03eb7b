package relational

import (
	"context"
	"encoding/json"

	"noir/data"
)

// settingsStore keeps players' preferences.
type settingsStore struct{ db Database }

// Settings implements data.Preferences.
func (s settingsStore) Settings(ctx context.Context, id data.PlayerID) (set data.Settings, err error) {
	err = s.db.Ask(ctx, func(t Tx) error {
		set, err = settings(t, id)
		return err
	})
	return set, err
}

func settings(t Tx, id data.PlayerID) (set data.Settings, err error) {
	err = t.Row(`SELECT body FROM settings WHERE player = ?`, []any{id}, Document{&set})
	if err == data.ErrNotFound {
		err = nil
	}
	return set, err
}

// ChangeSettings implements data.Preferences.
func (s settingsStore) ChangeSettings(ctx context.Context, id data.PlayerID, change func(*data.Settings)) (set data.Settings, err error) {
	err = s.db.WriteBeside(ctx, func(t Tx) error {
		t.HoldPlayers(id)
		if _, err := existing(t, id); err != nil {
			return err
		}
		if set, err = settings(t, id); err != nil {
			return err
		}
		change(&set)
		body, err := json.Marshal(set)
		if err != nil {
			return err
		}
		_, err = t.Exec(`INSERT INTO settings (player, body) VALUES (?1, ?2)
			ON CONFLICT (player) DO UPDATE SET body = ?2`, id, string(body))
		return err
	})
	if err != nil {
		return data.Settings{}, err
	}
	return set, nil
}

// PlayerByFeed implements data.Preferences.
func (s settingsStore) PlayerByFeed(ctx context.Context, feed string) (data.Player, error) {
	return findPlayer(ctx, s.db, `SELECT `+playerColumns+` FROM settings s JOIN players p ON p.id = s.player
		WHERE s.body ->> '$.feed' = ?`, feed)
}

// Hooked implements data.Preferences.
func (s settingsStore) Hooked(ctx context.Context) (map[data.PlayerID]data.Settings, error) {
	return s.hooked(ctx, ``)
}

// Lookouts implements data.Preferences.
func (s settingsStore) Lookouts(ctx context.Context, by data.PlayerID) (map[data.PlayerID]data.Settings, error) {
	return s.hooked(ctx, ` AND body ->> '$.lookout' IS NOT NULL AND s.player <> ?1 AND NOT EXISTS (SELECT 1 FROM ties t
		WHERE t.tie = 'blocked' AND (t.player = ?1 AND t.other = s.player OR t.player = s.player AND t.other = ?1))`, by)
}

// hooked returns the settings of players who have a webhook, with a further condition.
func (s settingsStore) hooked(ctx context.Context, and string, args ...any) (all map[data.PlayerID]data.Settings, err error) {
	err = s.db.Ask(ctx, func(t Tx) error {
		all = map[data.PlayerID]data.Settings{}
		return t.Rows(`SELECT s.player, s.body FROM settings s WHERE body ->> '$.webhook' IS NOT NULL`+and, args, func(read Scan) error {
			var (
				id  data.PlayerID
				set data.Settings
			)
			err := read(&id, Document{&set})
			all[id] = set
			return err
		})
	})
	return all, err
}
