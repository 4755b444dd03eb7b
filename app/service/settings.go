package service

import (
	"context"
	"maps"

	"noir/data"
	"noir/data/account"
	"noir/internal/language"
)

// Settings has the use cases about players' settings.
type Settings struct{ store settingsStore }

type settingsStore interface {
	Settings(ctx context.Context, id data.PlayerID) (data.Settings, error)
	ChangeSettings(ctx context.Context, id data.PlayerID, change func(*data.Settings)) (data.Settings, error)
	Declare(ctx context.Context, id data.PlayerID) error
}

// Of returns a player's settings; the zero value if they have set none, as guests and owners of new keys have.
func (s Settings) Of(ctx context.Context, id data.PlayerID) (data.Settings, error) {
	if id <= 0 {
		return data.Settings{}, nil
	}
	return s.store.Settings(ctx, id)
}

// Usual is Of with the default settings if they cannot be read.
func (s Settings) Usual(ctx context.Context, id data.PlayerID) data.Settings {
	set, _ := s.Of(ctx, id)
	return set
}

// Change changes one setting and returns all stored settings, so that changes by other sessions
// stay. A guest's settings are not stored: it returns the given ones with the change. The error
// is a sentence for an impossible value, or the store's.
func (s Settings) Change(ctx context.Context, id data.PlayerID, now data.Settings, one account.Setting, value string) (data.Settings, error) {
	now, err := one.In(now, value)
	if err != nil || id.Guest() {
		return now, err
	}
	return s.store.ChangeSettings(ctx, id, func(d *data.Settings) { *d, _ = one.In(*d, value) })
}

// Program marks a player's own account as a program's, or checks that it is not marked. The
// error is a sentence for a marked one, since only an operator can remove the mark, or the
// store's.
func (s Settings) Program(ctx context.Context, p data.Player, program bool) error {
	switch {
	case program == p.Bot:
		return nil
	case program:
		return s.store.Declare(ctx, p.ID)
	}
	return language.Sentence(ErrUsage, "only an operator takes the mark of a program away: ask one")
}

// Speak stores a player's language.
func (s Settings) Speak(ctx context.Context, id data.PlayerID, tag string) error {
	_, err := s.store.ChangeSettings(ctx, id, func(set *data.Settings) { set.Language = tag })
	return err
}

// Bookmark stores how far a player has come in some lessons, by game; other lessons stay.
func (s Settings) Bookmark(ctx context.Context, id data.PlayerID, lessons map[string]data.Progress) error {
	_, err := s.store.ChangeSettings(ctx, id, func(d *data.Settings) {
		all := maps.Clone(d.Lessons)
		if all == nil {
			all = map[string]data.Progress{}
		}
		maps.Copy(all, lessons)
		d.Lessons = all
	})
	return err
}
