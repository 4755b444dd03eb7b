package server

import (
	"context"
	"errors"

	"noir/data"
	"noir/internal/quota"
)

// keyring is the store's keyring for one session: when keys change owners, it updates the sessions
// that are connected.
type keyring struct {
	data.Keyring
	session *session

	// spared is the caller's own command. It is not ended with its key, since it reports the result
	// itself.
	spared *session
}

// Claim implements data.Keyring. The session goes on as the key's new player; other sessions with
// that key are ended.
func (k keyring) Claim(ctx context.Context, fingerprint, code string, merge bool) (data.Player, error) {
	p, err := k.Keyring.Claim(ctx, fingerprint, code, merge)
	if errors.Is(err, data.ErrBadCode) && !k.mayTry() {
		err = data.ErrManyTries
	}
	return k.bound(fingerprint, p, err)
}

// Recover implements data.Keyring, as Claim does.
func (k keyring) Recover(ctx context.Context, fingerprint, name, code string, merge bool) (data.Player, error) {
	p, err := k.Keyring.Recover(ctx, fingerprint, name, code, merge)
	switch {
	case !errors.Is(err, data.ErrBadCode):
	case !k.mayTry():
		err = data.ErrManyTries
	default:
		if err := k.Keyring.Mistaken(ctx, name); err != nil {
			k.session.log.Warn("a wrong recovery code was not noted", "err", err)
		}
	}
	return k.bound(fingerprint, p, err)
}

// mayTry charges the person who tried a wrong code. It never charges the player whose code it might
// be, since then others could lock that player out. A right code always works.
func (k keyring) mayTry() bool {
	return k.session.config.Quota.Take(k.session.connection.payer(), quota.Recovery, 1) == nil
}

func (k keyring) bound(fingerprint string, p data.Player, err error) (data.Player, error) {
	if err == nil {
		k.session.log.Info("a key speaks for a player", "key", fingerprint, "player", p.Name)
		k.session.connection.named(p)
		k.session.dismiss(k.session, Dismissal{Why: keyClaimed, Fingerprint: fingerprint})
	}
	return p, err
}

// Revoke implements data.Keyring, and ends the sessions of the key.
func (k keyring) Revoke(ctx context.Context, id data.PlayerID, key int64) (data.Key, error) {
	gone, err := k.Keyring.Revoke(ctx, id, key)
	if err == nil {
		k.session.log.Info("a key was taken away", "key", gone.Fingerprint, "player", int64(id))
		k.session.dismiss(k.spared, Dismissal{Why: keyRevoked, Fingerprint: gone.Fingerprint})
	}
	return gone, err
}

// TakeName implements data.Keyring. Other sessions of the player show the old name until their next
// visit.
func (k keyring) TakeName(ctx context.Context, id data.PlayerID, name string) (data.Player, error) {
	p, err := k.Keyring.TakeName(ctx, id, name)
	if err == nil {
		k.session.log.Info("a player took a name", "player", int64(id), "name", p.Name)
		k.session.connection.named(p)
	}
	return p, err
}

// Forget implements data.Keyring, and ends the sessions of the player.
func (k keyring) Forget(ctx context.Context, id data.PlayerID) error {
	err := k.Keyring.Forget(ctx, id)
	if err == nil {
		k.session.dismiss(k.spared, Dismissal{Why: playerForgotten, Player: id})
	}
	return err
}
