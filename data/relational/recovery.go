package relational

import (
	"context"
	"crypto/subtle"
	"strings"
	"time"

	"noir/data"
)

// recoverySigns is how many characters a recovery code has.
const recoverySigns = 16

// NewRecovery implements data.Keyring.
func (s keyStore) NewRecovery(ctx context.Context, id data.PlayerID) ([]string, error) {
	codes := make([]string, data.RecoveryCodes)
	for i := range codes {
		codes[i] = data.NewCode(recoverySigns)
	}
	err := s.db.Write(ctx, func(t Tx) error {
		if _, err := existing(t, id); err != nil {
			return err
		}
		if _, err := t.Exec(`DELETE FROM recovery_codes WHERE player = ?`, id); err != nil {
			return err
		}
		for _, code := range codes {
			_, err := t.Exec(`INSERT INTO recovery_codes (player, proof) VALUES (?, ?)`, id, proofOf(data.ReadCode(code)))
			if err != nil {
				return err
			}
		}
		return leave(t, id, data.RecoveryMade, detail{"codes": len(codes)})
	})
	if err != nil {
		return nil, err
	}
	return codes, nil
}

// RecoveryLeft implements data.Keyring.
func (s keyStore) RecoveryLeft(ctx context.Context, id data.PlayerID) (left int, err error) {
	err = s.db.Read(ctx, func(t Tx) error {
		left, err = codesLeft(t, id)
		return err
	})
	return left, err
}

func codesLeft(t Tx, id data.PlayerID) (left int, err error) {
	err = t.Row(`SELECT count(*) FROM recovery_codes WHERE player = ?`, []any{id}, &left)
	return left, err
}

// Recover implements data.Keyring.
func (s keyStore) Recover(ctx context.Context, fingerprint, name, code string, merge bool) (data.Player, error) {
	code = data.ReadCode(code)
	if err := s.rightFor(ctx, name, code); err != nil {
		return data.Player{}, err
	}
	name = strings.ToLower(name)
	return s.enter(ctx, fingerprint, merge, entry{
		meets: `SELECT k.player, p.id FROM keys k, players p WHERE k.fingerprint = ? AND p.name = ?`,
		by:    name,
		admits: func(t Tx) (p data.Player, right bool, err error) {
			p, err = player(t, playerByName, name)
			if err == data.ErrNotFound {
				return p, false, nil
			}
			if err == nil {
				right, err = useCode(t, p.ID, code)
			}
			return p, right, err
		},
		tells: func(t Tx, p data.Player, merged string) error {
			left, err := codesLeft(t, p.ID)
			if err != nil {
				return err
			}
			return tellOfKey(t, p.ID, data.Recovered, fingerprint, merged, detail{"left": left})
		},
	})
}

// rightFor returns data.ErrBadCode for a wrong code, without asking the writer.
func (s keyStore) rightFor(ctx context.Context, name, code string) error {
	return s.db.Read(ctx, func(t Tx) error {
		p, err := player(t, playerByName, strings.ToLower(name))
		if err == data.ErrNotFound {
			return data.ErrBadCode
		}
		if err != nil {
			return err
		}
		if proof, err := provenBy(t, p.ID, code); err != nil || proof != nil {
			return err
		}
		return data.ErrBadCode
	})
}

// useCode removes a code if it is right.
func useCode(t Tx, id data.PlayerID, code string) (right bool, err error) {
	proof, err := provenBy(t, id, code)
	if err != nil || proof == nil {
		return false, err
	}
	if _, err := t.Exec(`DELETE FROM recovery_failures WHERE player = ?`, id); err != nil {
		return false, err
	}
	_, err = t.Exec(`DELETE FROM recovery_codes WHERE player = ? AND proof = ?`, id, proof)
	return err == nil, err
}

// provenBy compares a code with every code of a player, always with all, and returns the stored
// hash of the right one, or nil.
func provenBy(t Tx, id data.PlayerID, code string) (proof []byte, err error) {
	given := proofOf(code)
	err = t.Rows(`SELECT proof FROM recovery_codes WHERE player = ?`, []any{id}, func(read Scan) error {
		var kept []byte
		err := read(&kept)
		if subtle.ConstantTimeCompare(kept, given) == 1 {
			proof = kept
		}
		return err
	})
	return proof, err
}

// Mistaken implements data.Keyring. It forgets the codes from before a pause.
func (s keyStore) Mistaken(ctx context.Context, name string) error {
	return s.db.Write(ctx, func(t Tx) error {
		p, err := player(t, playerByName, strings.ToLower(name))
		if err == data.ErrNotFound {
			return nil
		}
		if err != nil {
			return err
		}
		now, wrong := time.Now(), 0
		err = t.Row(`INSERT INTO recovery_failures (player, wrong, latest) VALUES (?1, 1, ?2)
			ON CONFLICT (player) DO UPDATE SET wrong = CASE WHEN recovery_failures.latest > ?3 THEN recovery_failures.wrong + 1 ELSE 1 END, latest = ?2 RETURNING wrong`,
			[]any{p.ID, now.UnixMilli(), now.Add(-data.RecoveryPause).UnixMilli()}, &wrong)
		if err != nil || wrong != data.RecoveryTries {
			return err
		}
		if _, err := t.Exec(`DELETE FROM letters WHERE player = ? AND kind = ?`, p.ID, data.RecoveryTried); err != nil {
			return err
		}
		return leave(t, p.ID, data.RecoveryTried, detail{})
	})
}
