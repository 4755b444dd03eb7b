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

const (
	errRevoked   = sentence("This key was removed from your keyring. Connect again with another one of yours.")
	errClaimed   = sentence("Your key now belongs to another player. Connect again to play on.")
	errForgotten = sentence("Your account is deleted, as you wished. The games that you played stay, without your name.")
)

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

// mayTry charges the person who tried a wrong code, never the player whose code it might be, whom
// others could then lock out. A right code always works.
func (k keyring) mayTry() bool {
	return k.session.server.config.Quota.Take(k.session.connection.payer(), quota.Recovery, 1) == nil
}

func (k keyring) bound(fingerprint string, p data.Player, err error) (data.Player, error) {
	if err == nil {
		k.session.log.Info("a key speaks for a player", "key", fingerprint, "player", p.Name)
		k.session.connection.named(p)
		k.session.server.dismiss(k.session, Dismissal{Why: keyClaimed, Fingerprint: fingerprint})
	}
	return p, err
}

// Revoke implements data.Keyring, and ends the sessions of the key.
func (k keyring) Revoke(ctx context.Context, id data.PlayerID, key int64) (data.Key, error) {
	gone, err := k.Keyring.Revoke(ctx, id, key)
	if err == nil {
		k.session.log.Info("a key was taken away", "key", gone.Fingerprint, "player", int64(id))
		k.session.server.dismiss(k.spared, Dismissal{Why: keyRevoked, Fingerprint: gone.Fingerprint})
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
		k.session.server.dismiss(k.spared, Dismissal{Why: playerForgotten, Player: id})
	}
	return err
}

// Dismissal says whose sessions end because of a change of keys: those of a key, or of a player.
type Dismissal struct {
	Why         string
	Fingerprint string        `json:",omitempty"`
	Player      data.PlayerID `json:",omitempty"`
}

// Why sessions are dismissed.
const (
	keyClaimed      = "claimed"
	keyRevoked      = "revoked"
	playerForgotten = "forgotten"
)

// dismissed is what the dismissed are told.
var dismissed = map[string]error{keyClaimed: errClaimed, keyRevoked: errRevoked, playerForgotten: errForgotten}

// Dismiss ends the sessions that a dismissal by another server means. It does not wait for them.
func (s *Server) Dismiss(d Dismissal) { s.expel(nil, d) }

// dismiss ends the sessions that a dismissal means, here and at other servers, except spared if it is not
// nil.
func (s *Server) dismiss(spared *session, d Dismissal) {
	if s.config.Dismissed != nil {
		s.config.Dismissed(d)
	}
	s.expel(spared, d)
}

func (s *Server) expel(spared *session, d Dismissal) {
	why := dismissed[d.Why]
	if why == nil {
		return // by a newer server
	}
	for _, c := range s.all() {
		c.mu.Lock()
		meant := d.Fingerprint != "" && c.fingerprint == d.Fingerprint || d.Player != 0 && c.player == d.Player
		c.mu.Unlock()
		if meant {
			c.expel(why, spared)
		}
	}
}
