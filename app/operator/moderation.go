package operator

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"noir/data"
)

// Moderation has the operator's use cases about players' behaviour.
type Moderation struct {
	store interface {
		data.Moderators
		Bans(ctx context.Context) ([]data.Ban, error)
	}
	players Players
	by      string
}

// Ban shuts out a key, a player or an address prefix, permanently if length is 0.
func (m Moderation) Ban(ctx context.Context, kind data.BanKind, value, reason string, length time.Duration) (data.Ban, error) {
	b := data.Ban{Kind: kind, Value: value, Reason: reason}
	if length > 0 {
		b.Until = time.Now().Add(length)
	}
	if kind == data.BanName {
		if _, err := m.players.Find(ctx, value); err != nil {
			return b, err
		}
	}
	b, err := m.store.Ban(ctx, m.by, b)
	if _, ok := errors.AsType[*data.BadBan](err); ok {
		err = Misuse{err}
	}
	return b, err
}

// Unban ends a ban that is in force.
func (m Moderation) Unban(ctx context.Context, id int64) error { return m.store.Lift(ctx, m.by, id) }

// Bans returns the bans in force, or all that were ever made.
func (m Moderation) Bans(ctx context.Context, all bool) ([]data.Ban, error) {
	if all {
		return m.store.EveryBan(ctx)
	}
	return m.store.Bans(ctx)
}

// Mute limits a player to phrases, replacing an earlier silence: until Unmute if length is 0.
func (m Moderation) Mute(ctx context.Context, name, reason string, length time.Duration) (p data.Player, until time.Time, err error) {
	if length > 0 {
		until = time.Now().Add(length)
	}
	p, err = m.players.on(ctx, name, func(id data.PlayerID) error {
		return m.store.Hush(ctx, m.by, data.Silence{Player: id, Until: until, Reason: reason})
	})
	return p, until, err
}

// Unmute ends a player's silence.
func (m Moderation) Unmute(ctx context.Context, name string) (data.Player, error) {
	return m.players.on(ctx, name, func(id data.PlayerID) error { return m.store.Unhush(ctx, m.by, id) })
}

// Warn leaves a player a letter with a warning.
func (m Moderation) Warn(ctx context.Context, name, text string) (data.Player, error) {
	return m.players.on(ctx, name, func(id data.PlayerID) error {
		if data.Clean(text, data.MaxReason) == "" {
			return misuse("a warning says something")
		}
		return m.store.Warn(ctx, m.by, id, text)
	})
}

// Reports returns players' reports, newest first; only open ones unless all is set.
func (m Moderation) Reports(ctx context.Context, all bool, limit, offset int) ([]data.Report, error) {
	return m.store.Reports(ctx, all, limit, offset)
}

// Said is one line of the talk that is kept with a report.
type Said struct {
	At   time.Time `json:"at"`
	Name string    `json:"name"`
	Text string    `json:"text"`
}

// Report returns one report, with the talk at the table.
func (m Moderation) Report(ctx context.Context, id int64) (data.Report, []Said, error) {
	r, err := m.store.Report(ctx, id)
	switch {
	case errors.Is(err, data.ErrNotFound):
		return r, nil, fmt.Errorf("there is no report %d; noir admin reports --all shows them", id)
	case err != nil:
		return r, nil, err
	}
	var talk []Said
	if err := json.Unmarshal(r.Talk, &talk); err != nil {
		return r, nil, fmt.Errorf("the talk of report %d: %w", id, err)
	}
	return r, talk, nil
}

// CloseReport closes a report. The player who made it gets a letter with the verdict.
func (m Moderation) CloseReport(ctx context.Context, id int64, verdict string) error {
	return m.store.Judge(ctx, m.by, id, verdict)
}
