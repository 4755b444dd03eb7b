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
		return p, language.Sentence(err, "there is no player %.64q: check the name", name)
	}
	return p, err
}

// nameAttempts bounds the search for a free name. After that the visitor must think of one.
const nameAttempts = 50

// Proposal is a name for a new visitor.
type Proposal struct {
	Name string // "": they must think of one
	Kept error  // says, in words, that what they wished for is reserved: then Name does not resemble it
}

// Propose returns a free name like the wish.
func (n Names) Propose(ctx context.Context, wish string) (p Proposal) {
	if _, err := data.CheckName(wish); errors.Is(err, data.ErrNameKept) {
		p.Kept = unnamed(err)
	}
	for attempt := range nameAttempts {
		name := data.ProposeName(wish, attempt)
		free, err := n.store.NameFree(ctx, name)
		switch {
		case err != nil:
			return p
		case free:
			p.Name = name
			return p
		}
	}
	return p
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
