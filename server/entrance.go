package server

import (
	"context"
	"errors"

	"charm.land/ssh"
	gossh "golang.org/x/crypto/ssh"

	"noir/data"
)

// entrance is where the visitor of one session comes in.
type entrance struct {
	connection *connection
	key        ssh.PublicKey // nil for a guest
	coded      bool          // the user name was an invitation's code
}

// visit finds out who the visitor is and whether they may come in; an error is a sentence. The owner of a new key is no
// player yet, and needs no invitation for a command that is unnamed.
func (e *entrance) visit(v Visit, unnamed bool) (Visit, error) {
	if e.key == nil {
		v.Player = e.connection.asGuest()
		if err := e.connection.admit(v); err != nil {
			return v, err
		}
		return v, e.invited(v)
	}
	v.Fingerprint = gossh.FingerprintSHA256(e.key)
	e.connection.proved(v.Fingerprint)
	invitations := e.connection.config.Invitations
	if e.coded = invitations != nil && invitations.Admits(v.User); e.coded {
		v.User = "" // it is no name, and must stay secret
	}
	var err error
	v.Player, err = e.connection.config.Store.PlayerByKey(v.Context, v.Fingerprint)
	if err != nil && !errors.Is(err, data.ErrNotFound) { // a new key has none
		return v, e.lookup(v, err)
	}
	v.Enrol = func(ctx context.Context, name string) (data.Player, error) {
		return e.connection.enrol(ctx, name, v.Fingerprint)
	}
	if err = e.connection.admit(v); err != nil || v.Player.ID != 0 || unnamed || e.coded {
		return v, err
	}
	return v, e.invited(v)
}

// invited returns why a visitor who is no player yet cannot come in, nil if they can.
func (e *entrance) invited(v Visit) error {
	invitations := e.connection.config.Invitations
	switch {
	case invitations == nil:
		return nil
	case v.Fingerprint == "":
		return saying("Only invited people come in here, and no guests: connect with the key that was invited.")
	case !invitations.Invited(v.Fingerprint):
		return saying("Only invited people come in here. Connect with a code in place of your name (ssh -l CODE …), or send the operators your public key; its fingerprint is %s.", v.Fingerprint)
	}
	return nil
}

// enrol makes the owner of a new key a player who cannot be asked for a name, and returns what they are told of the one
// that they get, nil for nothing. An error is a sentence.
func (e *entrance) enrol(v Visit) (p data.Player, remark, err error) {
	if p, err = v.enrolAs(v.User); err != nil {
		return p, nil, e.lookup(v, err)
	}
	switch name, _ := data.CheckName(v.User); {
	case e.coded:
		remark = saying("Your name here is %s. `account rename NAME` gives you another one.", p.Name)
	case p.Name != name:
		remark = saying("Your name here is %s: %q is taken or not allowed. `account rename NAME` gives you another one.", p.Name, printable(v.User, maxUser))
	}
	return p, remark, nil
}

// lookup words a failure of the store to find or make the visitor's player.
func (e *entrance) lookup(v Visit, cause error) error {
	switch {
	case errors.Is(cause, data.ErrCrowded):
		return errCrowded
	case v.Context.Err() == nil: // otherwise the visitor is gone
		e.connection.log.Error("cannot look a visitor up", "err", cause)
	}
	return errLookup
}
