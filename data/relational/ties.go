package relational

import (
	"context"
	"errors"
	"time"

	"noir/data"
)

// relationStore keeps the ties between players.
type relationStore struct{ db Database }

// Ties implements data.Relations.
func (s relationStore) Ties(ctx context.Context, id data.PlayerID) (ties []data.Tied, err error) {
	err = s.db.Ask(ctx, func(t Tx) error {
		ties = nil
		return t.Rows(`SELECT `+playerColumns+`, tie, since FROM ties JOIN players p ON p.id = other
			WHERE player = ? ORDER BY p.name`, []any{id}, func(read Scan) error {
			var tied data.Tied
			err := read(append(playerInto(&tied.Player), &tied.Tie, moment{&tied.Since})...)
			ties = append(ties, tied)
			return err
		})
	})
	return ties, err
}

// Tie implements data.Relations.
func (s relationStore) Tie(ctx context.Context, from, to data.PlayerID, tie data.Tie) error {
	if from == to {
		return errors.New("a player cannot be tied to themselves")
	}
	return s.db.WriteBeside(ctx, func(t Tx) error {
		t.HoldPlayers(from, to)
		for _, id := range []data.PlayerID{from, to} {
			if _, err := existing(t, id); err != nil {
				return err
			}
		}
		if tie == "" {
			_, err := t.Exec(`DELETE FROM ties WHERE player = ? AND other = ?`, from, to)
			return err
		}
		if err := setTie(t, from, to, tie); err != nil || tie != data.Blocked {
			return err
		}
		return withdrawAll(t, `(player = ?1 AND opponent = ?2) OR (player = ?2 AND opponent = ?1)`, from, to)
	})
}

func setTie(t Tx, from, to data.PlayerID, tie data.Tie) error {
	_, err := t.Exec(`INSERT INTO ties (player, other, tie, since) VALUES (?1, ?2, ?3, ?4)
		ON CONFLICT (player, other) DO UPDATE SET tie = ?3, since = ?4`, from, to, string(tie), time.Now().UnixMilli())
	if err != nil {
		return err
	}
	var ties int
	err = t.Row(`SELECT count(*) FROM ties WHERE player = ?`, []any{from}, &ties)
	if err == nil && ties > data.MaxTies {
		return data.ErrTooMany
	}
	return err
}

// Blocks implements data.Relations.
func (s relationStore) Blocks(ctx context.Context) (pairs [][2]data.PlayerID, err error) {
	err = s.db.Ask(ctx, func(t Tx) error {
		pairs = nil
		return t.Rows(`SELECT player, other FROM ties WHERE tie = 'blocked' ORDER BY player, other`, nil, func(read Scan) error {
			var pair [2]data.PlayerID
			err := read(&pair[0], &pair[1])
			pairs = append(pairs, pair)
			return err
		})
	})
	return pairs, err
}
