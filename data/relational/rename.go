package relational

import (
	"context"
	"fmt"
	"time"

	"noir/data"
)

// Rename implements data.Accounts.
func (s playerStore) Rename(ctx context.Context, by string, id data.PlayerID, name string) (data.Player, error) {
	return s.rename(ctx, by, id, name, func(Tx, data.Player) error { return nil })
}

// TakeName implements data.Keyring.
func (s playerStore) TakeName(ctx context.Context, id data.PlayerID, name string) (data.Player, error) {
	return s.rename(ctx, data.Themselves, id, name, func(t Tx, p data.Player) error {
		now := instant(time.Now())
		var until int64
		err := t.Row(`SELECT coalesce(max(until), 0) FROM former_names WHERE player = ?`, []any{id}, &until)
		switch {
		case err != nil:
			return err
		case until > now.UnixMilli():
			return &data.TooSoon{Until: time.UnixMilli(until)}
		}
		if _, err := t.Exec(`DELETE FROM former_names WHERE until <= ?`, now.UnixMilli()); err != nil {
			return err
		}
		_, err = t.Exec(`INSERT INTO former_names (player, name, skeleton, until) VALUES (?, ?, ?, ?)`,
			id, p.Name, data.Skeleton(p.Name), now.Add(data.NameLasts).UnixMilli())
		return err
	})
}

// rename gives a player another name if they may have it. Past games show it too, since they refer
// to the player. also does further checks and notes with the player under the old name. If the
// player has the name already, nothing happens.
func (s playerStore) rename(ctx context.Context, by string, id data.PlayerID, name string, also func(Tx, data.Player) error) (p data.Player, err error) {
	name, err = data.CheckName(name)
	if err != nil {
		return data.Player{}, err
	}
	err = s.db.Write(ctx, func(t Tx) error {
		if p, err = existing(t, id); err != nil || p.Name == name {
			return err
		}
		if err := taken(t, name, id); err != nil {
			return err
		}
		if err := also(t, p); err != nil {
			return err
		}
		if _, err := t.Exec(`UPDATE players SET name = ?, skeleton = ? WHERE id = ?`, name, data.Skeleton(name), id); err != nil {
			return err
		}
		was := p.Name
		p.Name = name
		return Audit(t, by, "rename", was, detail{"player": id, "to": name})
	})
	if err != nil {
		return data.Player{}, err
	}
	return p, nil
}

// mustNotPlay returns data.ErrRunning while one of the players has a game running.
func mustNotPlay(t Tx, players ...data.Player) error {
	for _, p := range players {
		var match data.MatchID
		err := t.Row(`SELECT m.id FROM seats s CROSS JOIN matches m ON m.number = s.match
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
