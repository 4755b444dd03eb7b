package tui

import (
	"context"
	"errors"
	"strings"

	"noir/data"
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

// Enrol makes the owner of a key a player of that name. Whoever has got another
// name on another connection meanwhile stays who he is.
func Enrol(ctx context.Context, store data.Store, wish, fingerprint string) (data.Player, error) {
	name, err := data.CheckName(wish)
	if err != nil {
		return data.Player{}, err
	}
	player, err := store.CreatePlayer(ctx, name, fingerprint, "")
	if errors.Is(err, data.ErrKeyTaken) {
		return store.PlayerByKey(ctx, fingerprint)
	}
	return player, err
}

// Unnamed says why a name cannot be had, from the error of Enrol.
func Unnamed(cause error) string {
	switch {
	case errors.Is(cause, data.ErrNameTaken):
		return "Somebody here answers to that, or to something that looks just like it."
	case errors.Is(cause, data.ErrBadName):
		_, why, _ := strings.Cut(cause.Error(), ": ")
		return Sentence(why)
	}
	return "The house cannot write at the moment. Try again."
}

// Sentence begins a clause with a capital and ends it with a full stop.
func Sentence(clause string) string {
	if clause == "" {
		return ""
	}
	return strings.ToUpper(clause[:1]) + strings.TrimSuffix(clause[1:], ".") + "."
}
