package sqlite

import (
	"context"
	"time"

	"noir/data"
)

// CreatePlayer implements data.Store.
func (s *Store) CreatePlayer(ctx context.Context, name, fingerprint, label string) (data.Player, error) {
	name, err := data.CheckName(name)
	if err != nil {
		return data.Player{}, err
	}
	p := data.Player{Name: name, Created: instant(time.Now())}
	err = s.writer.write(ctx, func(t tx) error {
		err := t.row(`INSERT INTO players (name, skeleton, created) VALUES (?, ?, ?)
			ON CONFLICT DO NOTHING RETURNING id`,
			[]any{p.Name, data.Skeleton(p.Name), p.Created.UnixMilli()}, &p.ID)
		if err == data.ErrNotFound {
			return data.ErrNameTaken
		}
		if err != nil {
			return err
		}
		bound, err := t.exec(`INSERT INTO keys (player, fingerprint, label, added, last_seen)
			VALUES (?1, ?2, ?3, ?4, ?4) ON CONFLICT DO NOTHING`,
			p.ID, fingerprint, label, p.Created.UnixMilli())
		if err == nil && bound == 0 {
			return data.ErrKeyTaken
		}
		return err
	})
	if err != nil {
		return data.Player{}, err
	}
	return p, nil
}

// PlayerByKey implements data.Store. That the key was seen is committed soon
// after, by the time of Close at the latest; only a process that is killed may
// lose it.
func (s *Store) PlayerByKey(ctx context.Context, fingerprint string) (data.Player, error) {
	p, err := s.player(ctx, `SELECT p.id, p.name, p.created
		FROM keys k JOIN players p ON p.id = k.player WHERE k.fingerprint = ?`, fingerprint)
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

// PlayerByName implements data.Store.
func (s *Store) PlayerByName(ctx context.Context, name string) (data.Player, error) {
	return s.player(ctx, `SELECT id, name, created FROM players WHERE name = ?`, name)
}

func (s *Store) player(ctx context.Context, query, by string) (p data.Player, err error) {
	err = s.read(ctx, func(t tx) error {
		return t.row(query, []any{by}, &p.ID, &p.Name, moment{&p.Created})
	})
	return p, err
}

// NameFree implements data.Store.
func (s *Store) NameFree(ctx context.Context, name string) (free bool, err error) {
	err = s.read(ctx, func(t tx) error {
		return t.row(`SELECT NOT EXISTS (SELECT 1 FROM players WHERE skeleton = ?)`,
			[]any{data.Skeleton(name)}, &free)
	})
	return free, err
}

// Keys implements data.Store.
func (s *Store) Keys(ctx context.Context, id data.PlayerID) (keys []data.Key, err error) {
	err = s.read(ctx, func(t tx) error {
		return t.rows(`SELECT id, player, fingerprint, label, added, last_seen
			FROM keys WHERE player = ? ORDER BY id`, []any{id}, func(read scan) error {
			var k data.Key
			err := read(&k.ID, &k.Player, &k.Fingerprint, &k.Label, moment{&k.Added}, moment{&k.LastSeen})
			keys = append(keys, k)
			return err
		})
	})
	return keys, err
}
