package service

import (
	"context"
	"errors"
	"strings"

	"noir/data"
	"noir/internal/language"
)

// Names has the use cases about names.
type Names struct {
	store namesStore
}

type namesStore interface {
	PlayerByName(ctx context.Context, name string) (data.Player, error)
	NameFree(ctx context.Context, name string) (bool, error)
}

// Find returns the player with a name, in any case. The error wraps data.ErrNotFound if nobody has
// the name.
func (n Names) Find(ctx context.Context, name string) (data.Player, error) {
	p, err := n.store.PlayerByName(ctx, strings.ToLower(strings.TrimSpace(name)))
	if errors.Is(err, data.ErrNotFound) {
		return p, language.Sentence(err, "there is no player %.64q", name)
	}
	return p, err
}

// nameAttempts bounds the search for a free name. After that the visitor must think of one.
const nameAttempts = 50

// Propose returns a free name like the wish, or "".
func (n Names) Propose(ctx context.Context, wish string) string {
	for attempt := range nameAttempts {
		name := data.ProposeName(wish, attempt)
		free, err := n.store.NameFree(ctx, name)
		switch {
		case err != nil:
			return ""
		case free:
			return name
		}
	}
	return ""
}

// Check returns a name in its canonical form, or the reason why a player with the name now (""
// for a new visitor) cannot have it: data.ErrBadName, data.ErrNameKept, data.ErrNameTaken or the
// store's errors, in words (unnamed).
func (n Names) Check(ctx context.Context, now, wish string) (string, error) {
	name, err := data.CheckName(wish)
	if err != nil {
		return "", unnamed(err)
	}
	if now != "" && data.Skeleton(name) == data.Skeleton(now) {
		return name, nil // no other player has it
	}
	free, err := n.store.NameFree(ctx, name)
	switch {
	case err != nil:
		return "", unnamed(err)
	case !free:
		return "", unnamed(data.ErrNameTaken)
	}
	return name, nil
}
