package service

import (
	"context"
	"strconv"
	"strings"

	"noir/data"
	"noir/internal/language"
)

// Keys has the use cases about a visitor's keys, name and account, on one connection. Every
// method but Enrol returns an error for guests, who have none.
type Keys struct {
	ring        data.Keyring
	enrol       func(ctx context.Context, name string) (data.Player, error)
	fingerprint string
}

// NewKeys returns the keys of a connection. ring is the keyring whose changes take effect on
// that connection, enrol makes its new visitor a player, and fingerprint is that of its key, ""
// for a guest.
func NewKeys(ring data.Keyring, fingerprint string, enrol func(ctx context.Context, name string) (data.Player, error)) *Keys {
	return &Keys{ring: ring, enrol: enrol, fingerprint: fingerprint}
}

// Fingerprint is that of the connection's key, "" for a guest.
func (k *Keys) Fingerprint() string { return k.fingerprint }

// Keyring is the keys and codes of a player.
type Keyring struct {
	Keys    []data.Key // oldest first
	Current int64      // the ID of the key of this connection; 0 if it is not among them
	Codes   int        // unused recovery codes
}

// Enrol makes the owner of the connection's key a player with that name, or returns the player
// that they have become meanwhile. The error is in words (unnamed).
func (k *Keys) Enrol(ctx context.Context, name string) (data.Player, error) {
	p, err := k.enrol(ctx, name)
	return p, unnamed(err)
}

// List returns a player's keyring.
func (k *Keys) List(ctx context.Context, id data.PlayerID) (Keyring, error) {
	if err := known(id); err != nil {
		return Keyring{}, err
	}
	all, err := k.ring.Keys(ctx, id)
	if err != nil {
		return Keyring{}, refused(err)
	}
	left, err := k.ring.RecoveryLeft(ctx, id)
	r := Keyring{Keys: all, Codes: left}
	for _, key := range all {
		if key.Fingerprint == k.fingerprint {
			r.Current = key.ID
		}
	}
	return r, refused(err)
}

// Find returns the key of a player whose ID, as in lists, was typed.
func (k *Keys) Find(ctx context.Context, id data.PlayerID, text string) (data.Key, error) {
	if err := known(id); err != nil {
		return data.Key{}, err
	}
	number, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return data.Key{}, language.Sentence(ErrUsage, "%.64q is not the ID of a key; `keys` lists them", text)
	}
	ring, err := k.List(ctx, id)
	if err != nil {
		return data.Key{}, err
	}
	for _, key := range ring.Keys {
		if key.ID == number {
			return key, nil
		}
	}
	return data.Key{}, refused(data.ErrNotFound)
}

// Invite makes a one-time code that binds one more key to the player.
func (k *Keys) Invite(ctx context.Context, id data.PlayerID) (data.Invitation, error) {
	if err := known(id); err != nil {
		return data.Invitation{}, err
	}
	made, err := k.ring.Invite(ctx, id)
	return made, refused(err)
}

// Claim gives the connection's key to the player who made an invitation, and returns that player.
// The error wraps data.ErrHasPlayed when the key's present player has games and merge is not set;
// if it is set, the two are merged.
func (k *Keys) Claim(ctx context.Context, id data.PlayerID, code string, merge bool) (data.Player, error) {
	if err := known(id); err != nil {
		return data.Player{}, err
	}
	p, err := k.ring.Claim(ctx, k.fingerprint, code, merge)
	return p, refused(err)
}

// Recover is Claim with a recovery code of the named player.
func (k *Keys) Recover(ctx context.Context, id data.PlayerID, name, code string, merge bool) (data.Player, error) {
	if err := known(id); err != nil {
		return data.Player{}, err
	}
	p, err := k.ring.Recover(ctx, k.fingerprint, strings.ToLower(name), code, merge)
	return p, refused(err)
}

// Relabel labels a key of the player and returns it with the stored label.
func (k *Keys) Relabel(ctx context.Context, id data.PlayerID, key int64, label string) (data.Key, error) {
	if err := known(id); err != nil {
		return data.Key{}, err
	}
	changed, err := k.ring.Relabel(ctx, id, key, label)
	return changed, refused(err)
}

// Revoke removes a key of the player, and ends its sessions. The error wraps data.ErrLastKey for
// the only key while no recovery code is left.
func (k *Keys) Revoke(ctx context.Context, id data.PlayerID, key int64) (data.Key, error) {
	if err := known(id); err != nil {
		return data.Key{}, err
	}
	gone, err := k.ring.Revoke(ctx, id, key)
	return gone, refused(err)
}

// NewRecovery replaces the recovery codes by new ones.
func (k *Keys) NewRecovery(ctx context.Context, id data.PlayerID) ([]string, error) {
	if err := known(id); err != nil {
		return nil, err
	}
	codes, err := k.ring.NewRecovery(ctx, id)
	return codes, refused(err)
}

// Rename renames the player at their own wish. The error is in words (unnamed).
func (k *Keys) Rename(ctx context.Context, id data.PlayerID, name string) (data.Player, error) {
	if err := known(id); err != nil {
		return data.Player{}, err
	}
	p, err := k.ring.TakeName(ctx, id, name)
	return p, unnamed(err)
}

// Forget deletes the player, and ends their sessions.
func (k *Keys) Forget(ctx context.Context, id data.PlayerID) error {
	if err := known(id); err != nil {
		return err
	}
	return refused(k.ring.Forget(ctx, id))
}
