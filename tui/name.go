package tui

import (
	"context"
	"strings"
	"unicode/utf8"

	"noir/data"
	"noir/data/account"
	"noir/data/language"
)

// nameAttempts bounds the search for a free name; after so many a visitor thinks
// of one himself.
const nameAttempts = 50

// FreeName returns a name like the wish that nobody has, or "". It asks the
// store.
func FreeName(ctx context.Context, store data.Store, wish string) string {
	for n := range nameAttempts {
		name := data.ProposeName(wish, n)
		free, err := store.NameFree(ctx, name)
		switch {
		case err != nil:
			return ""
		case free:
			return name
		}
	}
	return ""
}

// CheckName returns a name as the house writes it, or why who is called so far as given
// ("" for nobody yet) cannot have it: the error is one that Session.Enrol may have. It
// asks the store.
func CheckName(ctx context.Context, store data.Store, now, wish string) (string, error) {
	name, err := data.CheckName(wish)
	if err != nil {
		return "", err
	}
	if now != "" && data.Skeleton(name) == data.Skeleton(now) {
		return name, nil // nobody else is called like that
	}
	free, err := store.NameFree(ctx, name)
	if err == nil && !free {
		err = data.ErrNameTaken
	}
	return name, err
}

// Welcome is the message that brings home whoever has become a player. It asks the
// store; settings that cannot be had are the usual ones.
func Welcome(ctx context.Context, store data.Preferences, p data.Player) Named {
	settings, _ := store.Settings(ctx, p.ID)
	return Named{Player: p, Settings: settings}
}

// Unnamed says why a name cannot be had, from the error of Session.Enrol.
func Unnamed(r *language.Reader, cause error) string { return r.Explain(account.Unnamed(cause)) }

// Sentence begins a clause with a capital and ends it with a full stop.
func Sentence(r *language.Reader, clause string) string {
	if clause == "" {
		return ""
	}
	first, size := utf8.DecodeRuneInString(clause)
	return r.Upper(string(first)) + strings.TrimSuffix(clause[size:], ".") + "."
}
