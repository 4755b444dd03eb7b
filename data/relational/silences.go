package relational

import (
	"context"
	"errors"
	"time"

	"noir/data"
)

// endless is when a silence ends that has no end: so it is among those in force, and outlasts all others.
var endless = time.Date(9999, 12, 31, 0, 0, 0, 0, time.UTC)

// Silences implements data.Moderation.
func (s moderationStore) Silences(ctx context.Context) (silences []data.Silence, err error) {
	err = s.db.Ask(ctx, func(t Tx) error {
		silences = nil
		return t.Rows(`SELECT player, until, reason FROM silences WHERE until > ? ORDER BY player`,
			[]any{time.Now().UnixMilli()}, func(read Scan) error {
				var quiet data.Silence
				err := read(&quiet.Player, moment{&quiet.Until}, &quiet.Reason)
				if quiet.Until.Equal(endless) {
					quiet.Until = time.Time{}
				}
				silences = append(silences, quiet)
				return err
			})
	})
	return silences, err
}

// Hush implements data.Moderators.
func (s moderationStore) Hush(ctx context.Context, by string, quiet data.Silence) error {
	quiet.Reason = data.Clean(quiet.Reason, data.MaxReason)
	if !quiet.Until.IsZero() && !quiet.Until.After(time.Now()) {
		return errors.New("the silence would be over before it begins")
	}
	until := endless
	if !quiet.Until.IsZero() {
		until = instant(quiet.Until)
	}
	return s.db.Write(ctx, func(t Tx) error {
		p, err := existing(t, quiet.Player)
		if err != nil {
			return err
		}
		return hush(t, by, p, until, quiet.Reason)
	})
}

// Unhush implements data.Moderators.
func (s moderationStore) Unhush(ctx context.Context, by string, id data.PlayerID) error {
	return s.db.Write(ctx, func(t Tx) error {
		p, err := existing(t, id)
		if err != nil {
			return err
		}
		return unhush(t, by, p)
	})
}

// silence is the detail of a data.Silenced.
func silence(until time.Time, reason string) detail {
	if until.Equal(endless) {
		return detail{"endless": true, "reason": reason}
	}
	return detail{"until": until, "reason": reason}
}

func hush(t Tx, by string, p data.Player, until time.Time, reason string) error {
	_, err := t.Exec(`INSERT INTO silences (player, until, reason) VALUES (?1, ?2, ?3)
		ON CONFLICT (player) DO UPDATE SET until = ?2, reason = ?3`, p.ID, until.UnixMilli(), reason)
	if err != nil {
		return err
	}
	told := silence(until, reason)
	if err := leave(t, p.ID, data.Silenced, told); err != nil {
		return err
	}
	told["player"] = p.ID
	return Audit(t, by, "mute", p.Name, told)
}

func unhush(t Tx, by string, p data.Player) error {
	var until int64
	err := t.Row(`DELETE FROM silences WHERE player = ? RETURNING until`, []any{p.ID}, &until)
	if err == nil && until <= time.Now().UnixMilli() {
		err = data.ErrNotFound
	}
	if err != nil {
		return unknown(err, "%s is not silenced", p.Name)
	}
	if err := leave(t, p.ID, data.Silenced, detail{}); err != nil {
		return err
	}
	return Audit(t, by, "unmute", p.Name, detail{"player": p.ID})
}
