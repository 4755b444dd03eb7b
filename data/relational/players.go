package relational

import (
	"context"
	"errors"
	"time"

	"noir/data"
)

// playerStore keeps players and their names.
type playerStore struct{ db Database }

// CreatePlayer implements data.Players.
func (s playerStore) CreatePlayer(ctx context.Context, name, fingerprint, label string) (data.Player, error) {
	name, err := data.CheckName(name)
	if err != nil {
		return data.Player{}, err
	}
	p := data.Player{Name: name, Created: instant(time.Now())}
	err = s.db.WriteBeside(ctx, func(t Tx) error {
		t.HoldNames()
		if err := taken(t, p.Name, 0); err != nil {
			return err
		}
		err := t.Row(`INSERT INTO players (name, skeleton, created) VALUES (?, ?, ?) RETURNING id`,
			[]any{p.Name, data.Skeleton(p.Name), p.Created.UnixMilli()}, &p.ID)
		if err != nil {
			return err
		}
		bound, err := t.Exec(`INSERT INTO keys (player, fingerprint, label, added, last_seen)
			VALUES (?1, ?2, ?3, ?4, ?4) ON CONFLICT DO NOTHING`,
			p.ID, fingerprint, label, p.Created.UnixMilli())
		switch {
		case err != nil:
			return err
		case bound == 0:
			return data.ErrKeyTaken
		}
		hash, err := hashOf(t, fingerprint)
		if err != nil {
			return err
		}
		if err := arrive(t, hash); err != nil {
			return err
		}
		return recall(t, hash, p)
	})
	if err != nil {
		return data.Player{}, err
	}
	return p, nil
}

// PlayerByKey implements data.Players. The time at which the key was seen is committed soon after,
// by Close at the latest; only a killed process may lose it.
func (s playerStore) PlayerByKey(ctx context.Context, fingerprint string) (data.Player, error) {
	p, err := findPlayer(ctx, s.db, playerByKey, fingerprint)
	if err != nil {
		return data.Player{}, err
	}
	seen := time.Now().UnixMilli()
	err = s.db.Post(ctx, func(t Tx) error {
		_, err := t.Exec(`UPDATE keys SET last_seen = ?1 WHERE fingerprint = ?2 AND last_seen < ?1`, seen, fingerprint)
		return err
	})
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
	return findPlayer(ctx, s.db, playerByName, name)
}

func findPlayer(ctx context.Context, db Database, query, by string) (p data.Player, err error) {
	err = db.Ask(ctx, func(t Tx) error {
		p, err = player(t, query, by)
		return err
	})
	return p, err
}

// player reads the one player that a query returns. data.ErrNotFound.
func player(t Tx, query string, by any) (p data.Player, err error) {
	err = t.Row(query, []any{by}, playerInto(&p)...)
	return p, err
}

// NameFree implements data.Players.
func (s playerStore) NameFree(ctx context.Context, name string) (bool, error) {
	err := s.db.Ask(ctx, func(t Tx) error { return taken(t, name, 0) })
	if errors.Is(err, data.ErrNameTaken) {
		return false, nil
	}
	return err == nil, err
}

// Gone implements data.Players.
func (s playerStore) Gone(ctx context.Context, players []data.PlayerID) (gone []data.PlayerID, err error) {
	err = s.db.Ask(ctx, func(t Tx) error {
		gone = nil
		// Each is looked up by itself: of a join the planner may think that it is cheaper to read all players.
		return t.Rows(`SELECT a.id FROM (SELECT CAST(CAST(value AS TEXT) AS BIGINT) AS id FROM json_each(?)) a
				WHERE (SELECT p.id FROM players p WHERE p.id = a.id`+andThere+`) IS NULL`,
			[]any{numbers(players)}, func(read Scan) error {
				var id data.PlayerID
				err := read(&id)
				gone = append(gone, id)
				return err
			})
	})
	if err != nil {
		return nil, err
	}
	return gone, nil
}

// existing finds a player who should exist. data.ErrNotFound.
func existing(t Tx, id data.PlayerID) (data.Player, error) {
	p, err := player(t, playerByID, id)
	return p, unknown(err, "player %d", id)
}
