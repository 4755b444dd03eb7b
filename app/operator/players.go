package operator

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"noir/data"
)

// Players has the operator's use cases about accounts. Names are exact; the error for an
// unknown name suggests the nearest.
type Players struct {
	store interface {
		data.Accounts
		PlayerByName(ctx context.Context, name string) (data.Player, error)
		MarkBot(ctx context.Context, by string, id data.PlayerID, bot bool) error
		Keys(ctx context.Context, id data.PlayerID) ([]data.Key, error)
		Ratings(ctx context.Context, id data.PlayerID) (map[string]data.Rating, error)
		Games(ctx context.Context, id data.PlayerID, before data.MatchID, limit int) ([]data.Match, error)
		EveryBan(ctx context.Context) ([]data.Ban, error)
		Silences(ctx context.Context) ([]data.Silence, error)
	}
	by string
}

// Find returns the player of a name.
func (p Players) Find(ctx context.Context, name string) (data.Player, error) {
	found, err := p.store.PlayerByName(ctx, name)
	if !errors.Is(err, data.ErrNotFound) {
		return found, err
	}
	like, err := p.store.NearestName(ctx, name)
	switch {
	case err != nil:
		return found, err
	case like != "":
		return found, fmt.Errorf("there is no player %.64q; the nearest is %q", name, like)
	}
	return found, fmt.Errorf("there is no player %.64q; noir admin players lists them", name)
}

// Search returns players whose name contains a text, by name, and how many there are in all.
func (p Players) Search(ctx context.Context, text string, limit, offset int) ([]data.Player, int, error) {
	return p.store.Search(ctx, text, limit, offset)
}

// Reserved returns players whose name contains a text and could not be chosen today.
func (p Players) Reserved(ctx context.Context, text string) ([]data.Holder, error) {
	all, err := p.store.Holders(ctx)
	return slices.DeleteFunc(all, func(h data.Holder) bool { return !strings.Contains(h.Name, strings.ToLower(text)) }), err
}

// Dossier is what the server knows about a player.
type Dossier struct {
	Player  data.Player
	Keys    []data.Key
	Ratings map[string]data.Rating // by game
	Bans    []data.Ban             // of the player or one of the keys; past ones too
	Silence *data.Silence          // nil: the player is not silenced
	Games   []data.Match           // the latest, without logs
}

// Describe returns a player's dossier, with at most games of the latest matches.
func (p Players) Describe(ctx context.Context, name string, games int) (d Dossier, err error) {
	if d.Player, err = p.Find(ctx, name); err != nil {
		return d, err
	}
	if d.Keys, err = p.store.Keys(ctx, d.Player.ID); err != nil {
		return d, err
	}
	if d.Ratings, err = p.store.Ratings(ctx, d.Player.ID); err != nil {
		return d, err
	}
	bans, err := p.store.EveryBan(ctx)
	if err != nil {
		return d, err
	}
	d.Bans = slices.DeleteFunc(bans, func(b data.Ban) bool { return !d.meant(b) })
	silences, err := p.store.Silences(ctx)
	if err != nil {
		return d, err
	}
	for _, s := range silences {
		if s.Player == d.Player.ID {
			d.Silence = &s
		}
	}
	d.Games, err = p.store.Games(ctx, d.Player.ID, "", games)
	return d, err
}

// meant reports whether a ban is one of the player or of one of their keys.
func (d Dossier) meant(b data.Ban) bool {
	ofKey := func(k data.Key) bool { return b.Kind == data.BanKey && b.Value == k.Fingerprint }
	return b.Player == d.Player.ID || slices.ContainsFunc(d.Keys, ofKey)
}

// Rename gives a player another name, and returns them before and after.
func (p Players) Rename(ctx context.Context, name, wish string) (before, after data.Player, err error) {
	before, err = p.on(ctx, name, func(id data.PlayerID) (err error) {
		after, err = p.store.Rename(ctx, p.by, id, wish)
		return err
	})
	return before, after, err
}

// MarkBot marks a player's account as a program's, or takes the mark away.
func (p Players) MarkBot(ctx context.Context, name string, bot bool) (data.Player, error) {
	return p.on(ctx, name, func(id data.PlayerID) error { return p.store.MarkBot(ctx, p.by, id, bot) })
}

// on applies an operation to the player with a name, and returns them.
func (p Players) on(ctx context.Context, name string, do func(id data.PlayerID) error) (data.Player, error) {
	found, err := p.Find(ctx, name)
	if err == nil {
		err = do(found.ID)
	}
	return found, err
}

// Merge merges two players into one (data.Accounts), and returns both as they were.
func (p Players) Merge(ctx context.Context, name, second string) (from, into data.Player, err error) {
	if from, err = p.Find(ctx, name); err != nil {
		return from, into, err
	}
	if into, err = p.Find(ctx, second); err != nil {
		return from, into, err
	}
	return from, into, advised(p.store.Merge(ctx, p.by, from.ID, into.ID))
}

// Delete removes all data about a player, and returns the name that their games show from then on.
func (p Players) Delete(ctx context.Context, gone data.Player) (left string, err error) {
	left, err = p.store.Delete(ctx, p.by, gone.ID)
	return left, advised(err)
}
