package sqlite

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"noir/data"
)

// playerStore keeps players and their names.
type playerStore struct{ *database }

// CreatePlayer implements data.Players.
func (s playerStore) CreatePlayer(ctx context.Context, name, fingerprint, label string) (data.Player, error) {
	name, err := data.CheckName(name)
	if err != nil {
		return data.Player{}, err
	}
	p := data.Player{Name: name, Created: instant(time.Now())}
	err = s.writer.write(ctx, func(t tx) error {
		if err := taken(t, p.Name, 0); err != nil {
			return err
		}
		err := t.row(`INSERT INTO players (name, skeleton, created) VALUES (?, ?, ?) RETURNING id`,
			[]any{p.Name, data.Skeleton(p.Name), p.Created.UnixMilli()}, &p.ID)
		if err != nil {
			return err
		}
		bound, err := t.exec(`INSERT INTO keys (player, fingerprint, label, added, last_seen)
			VALUES (?1, ?2, ?3, ?4, ?4) ON CONFLICT DO NOTHING`,
			p.ID, fingerprint, label, p.Created.UnixMilli())
		switch {
		case err != nil:
			return err
		case bound == 0:
			return data.ErrKeyTaken
		}
		if err := arrive(t, fingerprint); err != nil {
			return err
		}
		return recall(t, fingerprint, p)
	})
	if err != nil {
		return data.Player{}, err
	}
	return p, nil
}

// PlayerByKey implements data.Players. The time at which the key was seen is committed soon after,
// by Close at the latest; only a killed process may lose it.
func (s playerStore) PlayerByKey(ctx context.Context, fingerprint string) (data.Player, error) {
	p, err := s.player(ctx, playerByKey, fingerprint)
	if err != nil {
		return data.Player{}, err
	}
	seen := time.Now().UnixMilli()
	err = s.writer.post(ctx, &request{plain: true, do: func(t tx) error {
		_, err := t.exec(`UPDATE keys SET last_seen = max(last_seen, ?) WHERE fingerprint = ?`, seen, fingerprint)
		return err
	}})
	return p, err
}

// playerColumns are the columns of players p that playerInto reads.
const playerColumns = `p.id, p.name, p.created, p.bot`

func playerInto(p *data.Player) []any {
	return []any{&p.ID, &p.Name, moment{&p.Created}, &p.Bot}
}

// andThere excludes departed players p.
const andThere = ` AND NOT EXISTS (SELECT 1 FROM departures d WHERE d.player = p.id)`

const (
	playerByName = `SELECT ` + playerColumns + ` FROM players p WHERE name = ?` + andThere
	playerByID   = `SELECT ` + playerColumns + ` FROM players p WHERE id = ?` + andThere
	playerByKey  = `SELECT ` + playerColumns + ` FROM keys k JOIN players p ON p.id = k.player WHERE k.fingerprint = ?`
)

// PlayerByName implements data.Players.
func (s playerStore) PlayerByName(ctx context.Context, name string) (data.Player, error) {
	return s.player(ctx, playerByName, name)
}

func (s *database) player(ctx context.Context, query, by string) (p data.Player, err error) {
	err = s.read(ctx, func(t tx) error {
		p, err = player(t, query, by)
		return err
	})
	return p, err
}

// player reads the one player that a query returns. data.ErrNotFound.
func player(t tx, query string, by any) (p data.Player, err error) {
	err = t.row(query, []any{by}, playerInto(&p)...)
	return p, err
}

// NameFree implements data.Players.
func (s playerStore) NameFree(ctx context.Context, name string) (bool, error) {
	err := s.read(ctx, func(t tx) error { return taken(t, name, 0) })
	if errors.Is(err, data.ErrNameTaken) {
		return false, nil
	}
	return err == nil, err
}

// Gone implements data.Players.
func (s playerStore) Gone(ctx context.Context, players []data.PlayerID) (gone []data.PlayerID, err error) {
	list, err := json.Marshal(players)
	if err != nil {
		return nil, err
	}
	err = s.read(ctx, func(t tx) error {
		return t.rows(`SELECT value FROM json_each(?) WHERE NOT EXISTS (
				SELECT 1 FROM players p WHERE p.id = value`+andThere+`)`,
			[]any{string(list)}, func(read scan) error {
				var id data.PlayerID
				err := read(&id)
				gone = append(gone, id)
				return err
			})
	})
	return gone, err
}

// existing finds a player who should exist. data.ErrNotFound.
func existing(t tx, id data.PlayerID) (data.Player, error) {
	p, err := player(t, playerByID, id)
	return p, unknown(err, "player %d", id)
}
