package relational

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"time"

	"noir/data"
)

// hashOf returns the stored hash of a key. It includes a secret of the file, so that a copy of one
// row tells nothing, though public keys are known elsewhere.
func hashOf(t Tx, fingerprint string) ([]byte, error) {
	var secret []byte
	if err := t.Row(`SELECT secret FROM memory_secret`, nil, &secret); err != nil {
		return nil, err
	}
	sum := hmac.New(sha256.New, secret)
	sum.Write([]byte(fingerprint))
	return sum.Sum(nil), nil
}

// deletedVerdict closes the reports about a deleted player.
const deletedVerdict = "the account was deleted"

// remember keeps what deletion must not undo: an operator's silence, blocks and mutes by others,
// and which reports are by or about the player. A player with none of these is not remembered.
func remember(t Tx, p data.Player) error {
	now := time.Now()
	var worth bool
	err := t.Row(`SELECT EXISTS (SELECT 1 FROM silences WHERE player = ?1 AND until > ?2)
		OR EXISTS (SELECT 1 FROM ties WHERE other = ?1 AND tie <> 'friend')
		OR EXISTS (SELECT 1 FROM reports WHERE by = ?1 AND (at > ?3 OR closed IS NULL))
		OR EXISTS (SELECT 1 FROM reports WHERE about = ?1 AND closed IS NULL)`,
		[]any{p.ID, now.UnixMilli(), now.Add(-data.ReportsWithin).UnixMilli()}, &worth)
	if err != nil || !worth {
		return err
	}
	keys, err := keysOf(t, p.ID)
	if err != nil || len(keys) == 0 {
		return err
	}
	var memory int64
	err = t.Row(`INSERT INTO memories (until, silent, reason)
		SELECT ?2, s.until, s.reason FROM players p LEFT JOIN silences s ON s.player = p.id WHERE p.id = ?1 RETURNING number`,
		[]any{p.ID, now.Add(data.Remembered).UnixMilli()}, &memory)
	if err != nil {
		return err
	}
	for _, k := range keys {
		hash, err := hashOf(t, k.Fingerprint)
		if err != nil {
			return err
		}
		if _, err := t.Exec(`INSERT INTO memory_keys (hash, memory) VALUES (?, ?)
			ON CONFLICT (hash) DO UPDATE SET memory = excluded.memory`, hash, memory); err != nil {
			return err
		}
	}
	for _, keep := range []string{
		`INSERT INTO memory_ties (player, memory, tie, since) SELECT player, ?2, tie, since FROM ties WHERE other = ?1 AND tie <> 'friend'`,
		`UPDATE reports SET by_memory = ?2 WHERE by = ?1`,
		`UPDATE reports SET about_memory = ?2 WHERE about = ?1 AND closed IS NULL`,
	} {
		if _, err := t.Exec(keep, p.ID, memory); err != nil {
			return err
		}
	}
	return nil
}

// recall gives a player what is remembered of a key that they just got, given by its hash.
func recall(t Tx, hash []byte, p data.Player) error {
	now := time.Now().UnixMilli()
	var memory int64
	var until time.Time
	var reason string
	err := t.Row(`SELECT m.number, CASE WHEN m.silent > ?2 THEN m.silent END, coalesce(m.reason, '') FROM memory_keys k JOIN memories m ON m.number = k.memory
		WHERE k.hash = ?1 AND m.until > ?2`, []any{hash, now}, &memory, moment{&until}, &reason)
	if err == data.ErrNotFound {
		return nil
	}
	if err != nil {
		return err
	}
	if !until.IsZero() {
		err := leave(t, p.ID, data.Silenced, silence(until, reason))
		if err != nil {
			return err
		}
	}
	err = withdrawAll(t, `(player = ?1 AND opponent IN (SELECT player FROM memory_ties WHERE memory = ?2 AND tie = 'blocked'))
		OR (opponent = ?1 AND player IN (SELECT player FROM memory_ties WHERE memory = ?2 AND tie = 'blocked'))`, p.ID, memory)
	if err != nil {
		return err
	}
	for _, restore := range []string{
		`INSERT INTO silences (player, until, reason) SELECT ?1, silent, reason FROM memories WHERE number = ?2 AND silent > ?3
			ON CONFLICT (player) DO UPDATE SET until = excluded.until, reason = excluded.reason WHERE excluded.until > silences.until`,
		`INSERT INTO ties (player, other, tie, since) SELECT player, ?1, tie, since FROM memory_ties WHERE memory = ?2 AND player <> ?1
			ON CONFLICT (player, other) DO UPDATE SET tie = excluded.tie WHERE excluded.tie = 'blocked' OR ties.tie = 'friend'`,
		`UPDATE reports SET by = ?1, by_memory = NULL WHERE by_memory = ?2`,
		`UPDATE reports SET about = ?1, about_memory = NULL, closed = NULL, verdict = '' WHERE about_memory = ?2`,
		`DELETE FROM memory_keys WHERE hash = ?4`, // the player who has the key has the rest with it
	} {
		if _, err := t.Exec(restore, p.ID, memory, now, hash); err != nil {
			return err
		}
	}
	if err := forgetMemories(t, `number = ? AND NOT EXISTS (SELECT 1 FROM memory_keys WHERE memory = number)`, memory); err != nil {
		return err
	}
	return Audit(t, data.Themselves, "return", p.Name, detail{"player": p.ID})
}

// forgetMemories deletes the memories that match a condition.
func forgetMemories(t Tx, which string, arg any) error {
	for _, forget := range []string{
		`DELETE FROM memory_keys WHERE memory IN (SELECT number FROM memories WHERE ` + which + `)`,
		`DELETE FROM memory_ties WHERE memory IN (SELECT number FROM memories WHERE ` + which + `)`,
		`UPDATE reports SET by_memory = NULL WHERE by_memory IN (SELECT number FROM memories WHERE ` + which + `)`,
		`UPDATE reports SET about_memory = NULL WHERE about_memory IN (SELECT number FROM memories WHERE ` + which + `)`,
		`DELETE FROM memories WHERE ` + which,
	} {
		if _, err := t.Exec(forget, arg); err != nil {
			return err
		}
	}
	return nil
}

// arrive counts a player made with a key, given by its hash. data.ErrCrowded for a key with which too many
// were made and deleted again.
func arrive(t Tx, hash []byte) error {
	now := time.Now()
	var made int
	err := t.Row(`SELECT count(*) FROM arrivals WHERE hash = ? AND at > ?`, []any{hash, now.Add(-data.ArrivalsWithin).UnixMilli()}, &made)
	if err != nil {
		return err
	}
	if made >= data.MaxArrivals {
		return data.ErrCrowded
	}
	_, err = t.Exec(`INSERT INTO arrivals (hash, at) VALUES (?, ?)`, hash, now.UnixMilli())
	return err
}

// forgetOld deletes expired memories.
func (s *departures) forgetOld(ctx context.Context) error {
	now := time.Now()
	day := now.Add(-data.ArrivalsWithin).UnixMilli()
	old := false
	err := s.db.Read(ctx, func(t Tx) error {
		return t.Row(`SELECT EXISTS (SELECT 1 FROM memories WHERE until <= ?) OR EXISTS (SELECT 1 FROM arrivals WHERE at <= ?)`,
			[]any{now.UnixMilli(), day}, &old)
	})
	if err != nil || !old {
		return err
	}
	return s.db.Write(ctx, func(t Tx) error {
		if err := forgetMemories(t, `until <= ?`, now.UnixMilli()); err != nil {
			return err
		}
		_, err := t.Exec(`DELETE FROM arrivals WHERE at <= ?`, day)
		return err
	})
}
