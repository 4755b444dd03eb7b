package relational

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"time"

	"noir/data"
)

// The length of the part of an invitation that finds it, and of the whole.
const (
	locatorSigns    = 4
	invitationSigns = 20
)

// proofOf returns what is stored of a code. It needs no salt: nobody can enumerate 80 bits.
func proofOf(code string) []byte {
	sum := sha256.Sum256([]byte(code))
	return sum[:]
}

// Invite implements data.Keyring.
func (s keyStore) Invite(ctx context.Context, id data.PlayerID) (i data.Invitation, err error) {
	now := instant(time.Now())
	i.Expires = now.Add(data.InvitationLasts)
	err = s.db.Write(ctx, func(t Tx) error {
		if _, err := existing(t, id); err != nil {
			return err
		}
		if err := hasRoom(t, id); err != nil {
			return err
		}
		if _, err := t.Exec(`DELETE FROM invitations WHERE player = ? OR expires <= ?`, id, now.UnixMilli()); err != nil {
			return err
		}
		for kept := int64(0); kept == 0; { // until the part that finds it is unique
			i.Code = data.NewCode(invitationSigns)
			code := data.ReadCode(i.Code)
			kept, err = t.Exec(`INSERT INTO invitations (player, locator, proof, expires) VALUES (?, ?, ?, ?)
				ON CONFLICT (locator) DO NOTHING`, id, code[:locatorSigns], proofOf(code), i.Expires.UnixMilli())
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return data.Invitation{}, err
	}
	return i, nil
}

// Claim implements data.Keyring.
func (s keyStore) Claim(ctx context.Context, fingerprint, code string, merge bool) (data.Player, error) {
	code = data.ReadCode(code)
	if len(code) != invitationSigns {
		return data.Player{}, data.ErrBadCode
	}
	return s.enter(ctx, fingerprint, merge, entry{
		meets: `SELECT k.player, i.player FROM keys k, invitations i WHERE k.fingerprint = ? AND i.locator = ?`,
		by:    code[:locatorSigns],
		admits: func(t Tx) (p data.Player, right bool, err error) {
			if p, right, err = inviter(t, code); err == nil && right {
				_, err = t.Exec(`DELETE FROM invitations WHERE player = ?`, p.ID)
			}
			return p, right, err
		},
		tells: func(t Tx, p data.Player, merged string) error {
			return tellOfKey(t, p.ID, data.KeyAdded, fingerprint, merged, detail{})
		},
	})
}

// inviter finds the player who made the invitation of a code, and whether the code is right.
func inviter(t Tx, code string) (p data.Player, right bool, err error) {
	var proof []byte
	err = t.Row(`SELECT `+playerColumns+`, i.proof FROM invitations i JOIN players p ON p.id = i.player
		WHERE i.locator = ? AND i.expires > ?`,
		[]any{code[:locatorSigns], time.Now().UnixMilli()}, append(playerInto(&p), &proof)...)
	if err == data.ErrNotFound {
		return p, false, nil
	}
	return p, err == nil && subtle.ConstantTimeCompare(proof, proofOf(code)) == 1, err
}
