package relational

import (
	"context"
	"time"

	"noir/data"
)

// challengeStore keeps challenges.
type challengeStore struct{ db Database }

// challengeSigns is how many characters a challenge's id has.
const challengeSigns = 4

// Challenge implements data.Challenges.
func (s challengeStore) Challenge(ctx context.Context, c data.Challenge) (data.Challenge, error) {
	c.At, c.Expires = instant(time.Now()), instant(c.Expires)
	var made data.Challenge
	err := s.db.WriteBeside(ctx, func(t Tx) (err error) {
		made = c // afresh: this may be done again
		t.HoldPlayers(c.From.ID, c.To.ID)
		if err := withdrawAll(t, `expires <= ?1`, c.At.UnixMilli()); err != nil {
			return err
		}
		if made.From, err = existing(t, c.From.ID); err != nil {
			return err
		}
		if err := mayChallenge(t, c.From.ID); err != nil {
			return err
		}
		if c.To.ID == 0 {
			made.To = data.Player{}
			return insertChallenge(t, &made, nil)
		}
		if made.To, err = existing(t, c.To.ID); err != nil {
			return err
		}
		if err := mustNotBlock(t, c.From.ID, c.To.ID); err != nil {
			return err
		}
		if err := insertChallenge(t, &made, c.To.ID); err != nil {
			return err
		}
		return leaveAbout(t, c.To.ID, c.From.ID, data.Challenged, detail{
			"challenge": made.ID, "from": made.From.Name, "game": c.Game, "pace": c.Pace,
		})
	})
	if err != nil {
		return data.Challenge{}, err
	}
	return made, nil
}

// mayChallenge returns data.ErrTooMany for a player with too many open challenges.
func mayChallenge(t Tx, id data.PlayerID) error {
	var open int
	err := t.Row(`SELECT count(*) FROM challenges WHERE player = ?`, []any{id}, &open)
	if err == nil && open >= data.MaxChallenges {
		return data.ErrTooMany
	}
	return err
}

// mustNotBlock returns data.ErrNotFound when either of two has blocked the other.
func mustNotBlock(t Tx, one, other data.PlayerID) error {
	var blocked bool
	err := t.Row(`SELECT EXISTS (SELECT 1 FROM ties WHERE tie = 'blocked'
		AND ((player = ?1 AND other = ?2) OR (player = ?2 AND other = ?1)))`, []any{one, other}, &blocked)
	if err == nil && blocked {
		return data.ErrNotFound
	}
	return err
}

// insertChallenge stores a challenge under a new unique id.
func insertChallenge(t Tx, c *data.Challenge, opponent any) error {
	for {
		c.ID = data.NewCode(challengeSigns)
		kept, err := t.Exec(`INSERT INTO challenges (id, player, opponent, game, rated, pace, seats, options, at, expires, address)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING`,
			c.ID, c.From.ID, opponent, c.Game, c.Rated, string(c.Pace), c.Seats, text(c.Options), c.At.UnixMilli(), c.Expires.UnixMilli(), origin(c.Address))
		if err != nil || kept > 0 {
			return err
		}
	}
}

// Challenges implements data.Challenges.
func (s challengeStore) Challenges(ctx context.Context) (open []data.Challenge, err error) {
	err = s.db.Ask(ctx, func(t Tx) error {
		open, err = challenges(t, `c.expires > ?`, time.Now().UnixMilli())
		return err
	})
	return open, err
}

// challenges reads the challenges that match a condition.
func challenges(t Tx, which string, args ...any) (found []data.Challenge, err error) {
	err = t.Rows(`SELECT c.id, p.id, p.name, p.created, p.bot, coalesce(o.id, 0), coalesce(o.name, ''), o.created, coalesce(o.bot, FALSE),
			game, rated, pace, seats, options, at, expires, address
		FROM challenges c JOIN players p ON p.id = c.player LEFT JOIN players o ON o.id = c.opponent
		WHERE `+which+` ORDER BY c.number`, args, func(read Scan) error {
		var c data.Challenge
		players := append(playerInto(&c.From), playerInto(&c.To)...)
		err := read(append(append([]any{&c.ID}, players...),
			&c.Game, &c.Rated, &c.Pace, &c.Seats, Document{&c.Options}, moment{&c.At}, moment{&c.Expires}, from{&c.Address})...)
		found = append(found, c)
		return err
	})
	return found, err
}

// Withdraw implements data.Challenges.
func (s challengeStore) Withdraw(ctx context.Context, id string) (c data.Challenge, err error) {
	err = s.db.WriteBeside(ctx, func(t Tx) error {
		c, err = withdraw(t, data.ReadCode(id))
		return err
	})
	return c, err
}

// withdraw removes an open challenge and its letter. data.ErrNotFound, also when another node has just done so.
func withdraw(t Tx, id string) (data.Challenge, error) {
	held, err := t.Exec(`UPDATE challenges SET expires = expires WHERE id = ? AND expires > ?`, id, time.Now().UnixMilli())
	var found []data.Challenge
	if err == nil && held > 0 {
		found, err = challenges(t, `c.id = ?`, id)
	}
	switch {
	case err != nil:
		return data.Challenge{}, err
	case len(found) == 0:
		return data.Challenge{}, data.ErrNotFound
	}
	return found[0], withdrawAll(t, `id = ?1`, id)
}

// withdrawAll removes the challenges that match a condition, with their letters.
func withdrawAll(t Tx, which string, args ...any) error {
	_, err := t.Exec(`DELETE FROM letters WHERE kind = '`+data.Challenged+`' AND (player, detail ->> '$.challenge') IN (
		SELECT opponent, id FROM challenges WHERE `+which+`)`, args...)
	if err != nil {
		return err
	}
	_, err = t.Exec(`DELETE FROM challenges WHERE `+which, args...)
	return err
}
