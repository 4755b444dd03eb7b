package sqlite

import (
	"context"
	"encoding/json"
	"time"

	"noir/data"
)

// Letters implements data.Circle.
func (s *Store) Letters(ctx context.Context, id data.PlayerID) (letters []data.Letter, err error) {
	err = s.read(ctx, func(t tx) error {
		return t.rows(`SELECT id, player, at, kind, detail FROM letters WHERE player = ? ORDER BY id`,
			[]any{id}, func(read scan) error {
				var l data.Letter
				err := read(&l.ID, &l.Player, moment{&l.At}, &l.Kind, document{&l.Detail})
				letters = append(letters, l)
				return err
			})
	})
	return letters, err
}

// Write implements data.Circle.
func (s *Store) Write(ctx context.Context, l data.Letter) error {
	if l.Detail == nil {
		l.Detail = json.RawMessage(`{}`)
	}
	return s.writer.write(ctx, func(t tx) error {
		if _, err := existing(t, l.Player); err != nil {
			return err
		}
		return leave(t, l.Player, l.Kind, l.Detail)
	})
}

// leave leaves a letter; its detail becomes JSON. Of too many the oldest go.
func leave(t tx, id data.PlayerID, kind string, d any) error {
	raw, err := json.Marshal(d)
	if err != nil {
		return err
	}
	_, err = t.exec(`INSERT INTO letters (player, at, kind, detail) VALUES (?, ?, ?, ?)`,
		id, time.Now().UnixMilli(), kind, string(raw))
	if err != nil {
		return err
	}
	return leaveNewest(t, id)
}

// leaveNewest takes away the oldest letters of who has too many.
func leaveNewest(t tx, id data.PlayerID) error {
	_, err := t.exec(`DELETE FROM letters WHERE player = ?1 AND id <= (
		SELECT id FROM letters WHERE player = ?1 ORDER BY id DESC LIMIT 1 OFFSET ?2)`, id, data.MaxLetters)
	return err
}

// Read implements data.Circle.
func (s *Store) Read(ctx context.Context, id data.PlayerID, upTo int64) error {
	return s.writer.write(ctx, func(t tx) error {
		_, err := t.exec(`DELETE FROM letters WHERE player = ? AND id <= ?`, id, upTo)
		return err
	})
}

// Warn implements data.Bench.
func (s *Store) Warn(ctx context.Context, by string, id data.PlayerID, text string) error {
	text = data.Clean(text, data.MaxReason)
	return s.writer.write(ctx, func(t tx) error {
		p, err := existing(t, id)
		if err != nil {
			return err
		}
		if err := leave(t, id, data.Warned, detail{"text": text}); err != nil {
			return err
		}
		return audit(t, by, "warn", p.Name, detail{"player": id, "text": text})
	})
}
