package relational

import (
	"context"
	"encoding/json"
	"time"

	"noir/data"
)

// keyStore keeps keys and the codes that add them. Binding a key may make another player depart.
type keyStore struct {
	db   Database
	gone *departures
}

// Keys implements data.Keyring.
func (s keyStore) Keys(ctx context.Context, id data.PlayerID) (keys []data.Key, err error) {
	err = s.db.Ask(ctx, func(t Tx) error {
		keys, err = keysOf(t, id)
		return err
	})
	return keys, err
}

// KeyOwners implements data.Keyring.
func (s keyStore) KeyOwners(ctx context.Context, fingerprints []string) (owners map[string]data.PlayerID, err error) {
	type key struct{ Key string } // an object: a text alone is in quotes on PostgreSQL
	of := make([]key, len(fingerprints))
	for i, fingerprint := range fingerprints {
		of[i] = key{fingerprint}
	}
	asked, err := json.Marshal(of)
	if err != nil {
		return nil, err
	}
	err = s.db.Ask(ctx, func(t Tx) error {
		owners = map[string]data.PlayerID{}
		return t.Rows(`SELECT fingerprint, player FROM keys WHERE fingerprint IN (SELECT value ->> '$.Key' FROM json_each(?))`, []any{string(asked)},
			func(read Scan) error {
				var fingerprint string
				var owner data.PlayerID
				err := read(&fingerprint, &owner)
				owners[fingerprint] = owner
				return err
			})
	})
	return owners, err
}

// keyColumns are the columns that readKey reads.
const keyColumns = `id, player, fingerprint, label, added, last_seen`

func readKey(read Scan) (k data.Key, err error) {
	err = read(&k.ID, &k.Player, &k.Fingerprint, &k.Label, moment{&k.Added}, moment{&k.LastSeen})
	return k, err
}

func keysOf(t Tx, id data.PlayerID) (keys []data.Key, err error) {
	err = t.Rows(`SELECT `+keyColumns+` FROM keys WHERE player = ? ORDER BY id`, []any{id}, func(read Scan) error {
		k, err := readKey(read)
		keys = append(keys, k)
		return err
	})
	return keys, err
}

// keyOf finds a key of a player. data.ErrNotFound.
func keyOf(t Tx, id data.PlayerID, key int64) (k data.Key, err error) {
	err = data.ErrNotFound
	failed := t.Rows(`SELECT `+keyColumns+` FROM keys WHERE id = ? AND player = ?`, []any{key, id}, func(read Scan) error {
		k, err = readKey(read)
		return err
	})
	if failed != nil {
		return data.Key{}, failed
	}
	return k, err
}

// Relabel implements data.Keyring.
func (s keyStore) Relabel(ctx context.Context, id data.PlayerID, key int64, label string) (k data.Key, err error) {
	label = data.Clean(label, data.MaxLabel)
	err = s.db.Write(ctx, func(t Tx) error {
		if k, err = keyOf(t, id, key); err != nil {
			return err
		}
		k.Label = label
		_, err = t.Exec(`UPDATE keys SET label = ? WHERE id = ?`, label, key)
		return err
	})
	if err != nil {
		return data.Key{}, err
	}
	return k, nil
}

// Revoke implements data.Keyring.
func (s keyStore) Revoke(ctx context.Context, id data.PlayerID, key int64) (k data.Key, err error) {
	err = s.db.Write(ctx, func(t Tx) error {
		if k, err = keyOf(t, id, key); err != nil {
			return err
		}
		if err := mayRevoke(t, id); err != nil {
			return err
		}
		if _, err := t.Exec(`DELETE FROM keys WHERE id = ?`, key); err != nil {
			return err
		}
		return leave(t, id, data.KeyRemoved, detail{"fingerprint": k.Fingerprint, "label": k.Label})
	})
	if err != nil {
		return data.Key{}, err
	}
	return k, nil
}

// mayRevoke returns data.ErrLastKey for a player who would be left with neither key nor recovery
// code.
func mayRevoke(t Tx, id data.PlayerID) error {
	var ways int
	err := t.Row(`SELECT (SELECT count(*) FROM keys WHERE player = ?1) + (SELECT count(*) FROM recovery_codes WHERE player = ?1)`,
		[]any{id}, &ways)
	if err == nil && ways <= 1 {
		return data.ErrLastKey
	}
	return err
}

// bound is the result of binding a key: the name that it freed, and that player's departure.
type bound struct {
	merged string
	departure
	all bool
}

// entry adds a key to a player who has others, by a code.
type entry struct {
	meets  string // reads the player whose key it is, by its fingerprint, and the one it comes to, by by
	by     string
	admits func(Tx) (p data.Player, right bool, err error) // uses the code up if it is right
	tells  func(t Tx, p data.Player, merged string) error  // the player it has come to; merged is whose it was, if they are now one
}

// enter binds a key to a player. data.ErrBadCode.
func (s keyStore) enter(ctx context.Context, fingerprint string, merge bool, way entry) (p data.Player, err error) {
	known, err := s.gone.acquainted(ctx, func(t Tx) (from, to data.PlayerID, err error) {
		if !merge {
			return 0, 0, data.ErrNotFound
		}
		err = t.Row(way.meets, []any{fingerprint, way.by}, &from, &to)
		return from, to, err
	})
	if err != nil {
		return data.Player{}, err
	}
	var b bound
	right := false
	err = s.db.Write(ctx, func(t Tx) (err error) {
		if p, right, err = way.admits(t); err != nil || !right {
			return err
		}
		if b, err = bind(t, fingerprint, p, merge, known); err != nil {
			return err
		}
		return way.tells(t, p, b.merged)
	})
	switch {
	case err != nil:
		return data.Player{}, err
	case !right:
		return data.Player{}, data.ErrBadCode
	}
	return p, s.gone.departed(ctx, b.departure, b.all)
}

// bind gives a key to a player. Another player who had it loses it.
func bind(t Tx, fingerprint string, to data.Player, merge bool, known acquaintance) (b bound, err error) {
	from, err := player(t, playerByKey, fingerprint)
	switch {
	case err == data.ErrNotFound:
		return b, addKey(t, fingerprint, to)
	case err != nil:
		return b, err
	case from.ID == to.ID:
		return b, data.ErrKeyTaken
	}
	var played bool
	var keys int
	err = t.Row(`SELECT EXISTS (SELECT 1 FROM seats WHERE player IN `+selves+`), (SELECT count(*) FROM keys WHERE player = ?1)`,
		[]any{from.ID}, &played, &keys)
	switch {
	case err != nil:
		return b, err
	case played && !merge:
		return b, data.ErrHasPlayed
	case !played && keys > 1:
		return b, moveKey(t, fingerprint, from, to)
	}
	b.merged = from.Name
	b.departure, b.all, err = join(t, from, to, known)
	return b, err
}

// addKey binds a key that nobody has.
func addKey(t Tx, fingerprint string, to data.Player) error {
	if err := hasRoom(t, to.ID); err != nil {
		return err
	}
	_, err := t.Exec(`INSERT INTO keys (player, fingerprint, label, added, last_seen) VALUES (?1, ?2, '', ?3, ?3)`,
		to.ID, fingerprint, time.Now().UnixMilli())
	if err != nil {
		return err
	}
	hash, err := hashOf(t, fingerprint)
	if err != nil {
		return err
	}
	return recall(t, hash, to)
}

// moveKey takes a key from a player who has others and gives it to another.
func moveKey(t Tx, fingerprint string, from, to data.Player) error {
	if err := hasRoom(t, to.ID); err != nil {
		return err
	}
	var label string
	err := t.Row(`UPDATE keys SET player = ? WHERE fingerprint = ? RETURNING label`, []any{to.ID, fingerprint}, &label)
	if err != nil {
		return err
	}
	return leave(t, from.ID, data.KeyRemoved, detail{"fingerprint": fingerprint, "label": label})
}

// hasRoom returns data.ErrTooMany for a player who may have no further key.
func hasRoom(t Tx, id data.PlayerID) error {
	var keys int
	err := t.Row(`SELECT count(*) FROM keys WHERE player = ?`, []any{id}, &keys)
	if err == nil && keys >= data.MaxKeys {
		return data.ErrTooMany
	}
	return err
}

// tellOfKey leaves a letter about a key that was bound.
func tellOfKey(t Tx, id data.PlayerID, kind, fingerprint, merged string, d detail) error {
	var label string
	if err := t.Row(`SELECT label FROM keys WHERE fingerprint = ?`, []any{fingerprint}, &label); err != nil {
		return err
	}
	d["fingerprint"], d["label"] = fingerprint, label
	if merged != "" {
		d["merged"] = merged
	}
	return leave(t, id, kind, d)
}
