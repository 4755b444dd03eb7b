package relational

import (
	"context"
	"time"

	"noir/data"
)

// banStore keeps bans.
type banStore struct{ db Database }

// Ban implements data.Moderators.
func (s banStore) Ban(ctx context.Context, by string, b data.Ban) (data.Ban, error) {
	b.Player, b.By, b.Since, b.Lifted = 0, by, instant(time.Now()), time.Time{}
	if !b.Until.IsZero() {
		b.Until = instant(b.Until)
	}
	b, err := b.Canonical(b.Since)
	if err != nil {
		return data.Ban{}, err
	}
	err = s.db.Write(ctx, func(t Tx) error {
		if b.Kind == data.BanName {
			p, err := player(t, playerByName, b.Value)
			if err != nil {
				return unknown(err, "nobody is called %s", b.Value)
			}
			b.Player = p.ID
		}
		return insertBan(t, &b)
	})
	if err != nil {
		return data.Ban{}, err
	}
	return b, nil
}

func insertBan(t Tx, b *data.Ban) error {
	logged := detail{"kind": b.Kind, "reason": b.Reason}
	var until, player any
	if !b.Until.IsZero() {
		until, logged["until"] = b.Until.UnixMilli(), b.Until
	}
	if b.Player != 0 {
		player, logged["player"] = b.Player, b.Player
	}
	err := t.Row(`INSERT INTO bans (kind, value, player, reason, by, since, until)
		VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING id`,
		[]any{b.Kind, b.Value, player, b.Reason, b.By, b.Since.UnixMilli(), until}, &b.ID)
	if err != nil {
		return err
	}
	logged["ban"] = b.ID
	return Audit(t, b.By, "ban", b.Value, logged)
}

// Lift implements data.Moderators.
func (s banStore) Lift(ctx context.Context, by string, ban int64) error {
	return s.db.Write(ctx, func(t Tx) error {
		now := time.Now().UnixMilli()
		var value string
		err := t.Row(`UPDATE bans SET lifted = ?1 WHERE id = ?2 AND `+inForce+` RETURNING value`,
			[]any{now, ban}, &value)
		if err != nil {
			return unknown(err, "no ban %d is in force", ban)
		}
		return Audit(t, by, "lift", value, detail{"ban": ban})
	})
}

// inForce is the condition for a ban to hold at the moment ?1.
const inForce = `lifted IS NULL AND (until IS NULL OR until > ?1)`

// Bans implements data.Moderation.
func (s banStore) Bans(ctx context.Context) ([]data.Ban, error) {
	return s.bans(ctx, `WHERE `+inForce, time.Now().UnixMilli())
}

// EveryBan implements data.Moderators.
func (s banStore) EveryBan(ctx context.Context) ([]data.Ban, error) { return s.bans(ctx, ``) }

// bans reads bans, newest first. A ban by name shows the player's current name.
func (s banStore) bans(ctx context.Context, which string, args ...any) (bans []data.Ban, err error) {
	err = s.db.Read(ctx, func(t Tx) error {
		bans = nil
		return t.Rows(`SELECT b.id, kind, coalesce(p.name, value), coalesce(player, 0), reason, by, since, until, lifted
			FROM bans b LEFT JOIN players p ON p.id = player `+which+` ORDER BY b.id DESC`, args, func(read Scan) error {
			var b data.Ban
			err := read(&b.ID, &b.Kind, &b.Value, &b.Player, &b.Reason, &b.By,
				moment{&b.Since}, moment{&b.Until}, moment{&b.Lifted})
			bans = append(bans, b)
			return err
		})
	})
	return bans, err
}
