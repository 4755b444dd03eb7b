package sqlite

import (
	"context"
	"fmt"

	"noir/data"
)

// Rename implements data.Office.
func (s *Store) Rename(ctx context.Context, by string, id data.PlayerID, name string) (p data.Player, err error) {
	name, err = data.CheckName(name)
	if err != nil {
		return data.Player{}, err
	}
	err = s.writer.write(ctx, func(t tx) error {
		if p, err = existing(t, id); err != nil {
			return err
		}
		renamed, err := t.exec(`UPDATE OR IGNORE players SET name = ?, skeleton = ? WHERE id = ?`,
			name, data.Skeleton(name), id)
		if err != nil {
			return err
		}
		if renamed == 0 {
			return fmt.Errorf("%w: %s", data.ErrNameTaken, name)
		}
		was := p.Name
		p.Name = name
		return audit(t, by, "rename", was, detail{"player": id, "to": name})
	})
	if err != nil {
		return data.Player{}, err
	}
	return p, nil
}

// mustNotPlay returns data.ErrRunning while one of some players has a game running.
func mustNotPlay(t tx, players ...data.Player) error {
	for _, p := range players {
		var match data.MatchID
		err := t.row(`SELECT m.id FROM seats s CROSS JOIN matches m ON m.number = s.match
			WHERE s.player = ? AND s.ended IS NULL LIMIT 1`, []any{p.ID}, &match)
		switch err {
		case data.ErrNotFound:
		case nil:
			return fmt.Errorf("%w: %s plays %s", data.ErrRunning, p.Name, match)
		default:
			return err
		}
	}
	return nil
}
