package relational

import (
	"context"
	"encoding/json"
	"time"

	"noir/data"
)

// letterStore keeps what players are told when they are next there.
type letterStore struct{ db Database }

// Letters implements data.Letters.
func (s letterStore) Letters(ctx context.Context, id data.PlayerID) (letters []data.Letter, err error) {
	err = s.db.Ask(ctx, func(t Tx) error {
		letters = nil
		return t.Rows(`SELECT id, player, coalesce(about, 0), at, kind, detail FROM letters l WHERE player = ?
			AND NOT EXISTS (SELECT 1 FROM departures d WHERE d.player = l.about AND d.heir IS NULL) ORDER BY id`,
			[]any{id}, func(read Scan) error {
				var l data.Letter
				err := read(&l.ID, &l.Player, &l.About, moment{&l.At}, &l.Kind, Document{&l.Detail})
				letters = append(letters, l)
				return err
			})
	})
	return letters, err
}

// Write implements data.Letters.
func (s letterStore) Write(ctx context.Context, l data.Letter) error {
	if l.Detail == nil {
		l.Detail = json.RawMessage(`{}`)
	}
	return s.db.WriteBeside(ctx, func(t Tx) error {
		t.HoldPlayers(l.Player)
		if _, err := existing(t, l.Player); err != nil {
			return err
		}
		if l.About != 0 {
			if _, err := existing(t, l.About); err != nil {
				return err
			}
		}
		return leaveAbout(t, l.Player, l.About, l.Kind, l.Detail)
	})
}

// leave leaves a letter that names nobody else.
func leave(t Tx, id data.PlayerID, kind string, d any) error { return leaveAbout(t, id, 0, kind, d) }

// leaveAbout leaves a letter; its detail becomes JSON. Beyond the limit the oldest letters go.
func leaveAbout(t Tx, id, about data.PlayerID, kind string, d any) error {
	raw, err := json.Marshal(d)
	if err != nil {
		return err
	}
	var of any
	if about != 0 {
		of = about
	}
	_, err = t.Exec(`INSERT INTO letters (player, about, at, kind, detail) VALUES (?, ?, ?, ?, ?)`,
		id, of, time.Now().UnixMilli(), kind, string(raw))
	if err != nil {
		return err
	}
	return leaveNewest(t, id)
}

// leaveNewest deletes the oldest letters of a player who has too many.
func leaveNewest(t Tx, id data.PlayerID) error {
	_, err := t.Exec(`DELETE FROM letters WHERE player = ?1 AND id <= (
		SELECT id FROM letters WHERE player = ?1 ORDER BY id DESC LIMIT 1 OFFSET ?2)`, id, data.MaxLetters)
	return err
}

// Read implements data.Letters.
func (s letterStore) Read(ctx context.Context, id data.PlayerID, upTo int64) error {
	return s.db.WriteBeside(ctx, func(t Tx) error {
		t.HoldPlayers(id)
		_, err := t.Exec(`DELETE FROM letters WHERE player = ? AND id <= ?`, id, upTo)
		return err
	})
}

// Warn implements data.Moderators.
func (s moderationStore) Warn(ctx context.Context, by string, id data.PlayerID, text string) error {
	text = data.Clean(text, data.MaxReason)
	return s.db.Write(ctx, func(t Tx) error {
		p, err := existing(t, id)
		if err != nil {
			return err
		}
		if err := leave(t, id, data.Warned, detail{"text": text}); err != nil {
			return err
		}
		return Audit(t, by, "warn", p.Name, detail{"player": id, "text": text})
	})
}
