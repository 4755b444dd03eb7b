package datatest

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"

	"noir/data"
)

// newKey is a key that belongs to nobody.
const newKey = "SHA256:new"

// invite makes an invitation.
func (s *suite) invite(p data.Player) string {
	s.Helper()
	return must(s.Invite(s.Context(), p.ID)).Code
}

// wrong returns another code with the same locator.
func wrong(code string) string {
	if strings.HasSuffix(code, "0") {
		return code[:len(code)-1] + "1"
	}
	return code[:len(code)-1] + "0"
}

// keys are a player's fingerprints.
func (s *suite) keys(p data.Player) (fingerprints []string) {
	s.Helper()
	for _, k := range must(s.Keys(s.Context(), p.ID)) {
		fingerprints = append(fingerprints, k.Fingerprint)
	}
	return fingerprints
}

// told are the kinds of a player's letters, and the last of them.
func (s *suite) told(p data.Player) (kinds []string, last map[string]any) {
	s.Helper()
	for _, l := range must(s.Letters(s.Context(), p.ID)) {
		kinds = append(kinds, l.Kind)
		last = nil
		s.must(json.Unmarshal(l.Detail, &last))
	}
	return kinds, last
}

func (s *suite) keyIsAdded() {
	ctx := s.Context()
	anna := s.players("anna")[0]
	void, code := s.invite(anna), s.invite(anna)
	s.reopen()
	_, err := s.Claim(ctx, newKey, void, false)
	s.refused("the earlier one", err, data.ErrBadCode)
	for what, c := range map[string]string{"none": "", "no code": "U", "short": code[:4], "long": code + "0", "unknown": data.NewCode(20)} {
		_, err := s.Claim(ctx, newKey, c, false)
		s.refused(what, err, data.ErrBadCode)
	}
	typed := strings.ToLower(strings.ReplaceAll(code, "-", ""))
	_, err = s.Claim(ctx, "SHA256:anna", typed, false)
	s.refused("her own key", err, data.ErrKeyTaken)
	s.same("whose key it is", must(s.Claim(ctx, newKey, typed, false)), anna)
	_, err = s.Claim(ctx, "SHA256:third", code, false)
	s.refused("a second time", err, data.ErrBadCode)
	s.reopen()
	s.same("by the new key", must(s.PlayerByKey(ctx, newKey)), anna)
	s.same("keys", s.keys(anna), []string{"SHA256:anna", newKey})
	kinds, detail := s.told(anna)
	s.same("told", kinds, []string{data.KeyAdded})
	s.same("of", detail, map[string]any{"fingerprint": newKey, "label": ""})
	_, err = s.Invite(ctx, 99)
	s.refused("nobody invites", err, data.ErrNotFound)
}

// wrongCodesVoidNothing: many wrong codes do not stop the right one from working.
func (s *suite) wrongCodesVoidNothing() {
	anna := s.players("anna")[0]
	code := s.invite(anna)
	for range 20 {
		_, err := s.Claim(s.Context(), newKey, wrong(code), false)
		s.refused("a wrong code", err, data.ErrBadCode)
	}
	must(s.Claim(s.Context(), newKey, code, false))
}

func (s *suite) oneOfManyClaims() {
	anna := s.players("anna")[0]
	code := s.invite(anna)
	var bound, refused atomic.Int32
	var all sync.WaitGroup
	for i := range 16 {
		all.Go(func() {
			_, err := s.Claim(s.Context(), fmt.Sprint("SHA256:", i), code, false)
			switch {
			case err == nil:
				bound.Add(1)
			case errors.Is(err, data.ErrBadCode):
				refused.Add(1)
			default:
				s.Error(err)
			}
		})
	}
	all.Wait()
	s.same("bound and refused", []int32{bound.Load(), refused.Load()}, []int32{1, 15})
	s.same("keys", len(s.keys(anna)), 2)
}

// keyLeavesNewcomer: a person who connects from the other machine first gets a name there.
func (s *suite) keyLeavesNewcomer() {
	ctx := s.Context()
	p := s.players("anna", "anna-2", "bert")
	s.must(s.Tie(ctx, p[2].ID, p[1].ID, data.Blocked))
	s.same("whose key it is", must(s.Claim(ctx, "SHA256:anna-2", s.invite(p[0]), false)), p[0])
	s.nobody(p[1], p[0])
	s.same("who was blocked is so still", s.ties(p[2]), []string{"anna blocked"})
	_, detail := s.told(p[0])
	s.same("told", detail["merged"], any("anna-2"))

	must(s.Claim(ctx, newKey, s.invite(p[2]), false))
	must(s.Claim(ctx, newKey, s.invite(p[0]), false))
	s.same("who had another key", s.keys(p[2]), []string{"SHA256:bert"})
	kinds, _ := s.told(p[2])
	s.same("is told", kinds, []string{data.KeyAdded, data.KeyRemoved})
	s.same("all of them", s.keys(p[0]), []string{"SHA256:anna", "SHA256:anna-2", newKey})
	s.sound()
}

func (s *suite) keyOfWhoHasPlayed() {
	ctx := s.Context()
	p := s.players("anna", "bert", "cora")
	s.begin("m1", p[1], p[2])
	must(s.Claim(ctx, "SHA256:bert-2", s.invite(p[1]), false)) // what the player has does not stay with another key
	code := s.invite(p[0])
	claim := func(key string, merge bool) error {
		_, err := s.Claim(ctx, key, code, merge)
		return err
	}
	s.refused("a player at a table", claim("SHA256:bert", false), data.ErrHasPlayed)
	s.refused("a player at a table, as one", claim("SHA256:bert", true), data.ErrRunning)
	s.finish("m1", won(1, 2))
	s.refused("a player who has played", claim("SHA256:bert", false), data.ErrHasPlayed)
	s.must(claim("SHA256:bert", true))
	s.nobody(p[1], p[0])
	acts := must(s.office().Audit(ctx, 10))
	s.same("logged", []any{len(acts), acts[0].By, acts[0].Verb, acts[0].Subject}, []any{1, data.Themselves, "merge", "bert"})
	games := must(s.Games(ctx, p[0].ID, "", 10))
	s.same("the game is hers", []any{len(games), games[0].Seats[0].Player, games[0].Seats[0].Name, games[0].Seats[0].Apart},
		[]any{1, p[0].ID, "anna", true})
	s.same("and what it did to a rating nobody's", s.rating(p[0]), data.Rating{})
	code = s.invite(p[0])
	s.refused("whom she has met", claim("SHA256:cora", true), data.ErrMet)
	s.must(claim(newKey, true))
	s.sound()
}

func (s *suite) keysAreFew() {
	p := s.players("anna", "bert")
	anna, code := p[0], ""
	for n := 1; n < data.MaxKeys; n++ {
		code = s.invite(anna)
		must(s.Claim(s.Context(), fmt.Sprint("SHA256:", n), code, false))
	}
	_, err := s.Invite(s.Context(), anna.ID)
	s.refused("another", err, data.ErrTooMany)
	must(s.Claim(s.Context(), "SHA256:bert-2", s.invite(p[1]), false))
	codes := s.codes(anna)
	for _, key := range []string{newKey, "SHA256:bert-2"} {
		_, err = s.Recover(s.Context(), key, "anna", codes[0], false)
		s.refused(key, err, data.ErrTooMany)
	}
	s.same("the other one's stay", s.keys(p[1]), []string{"SHA256:bert", "SHA256:bert-2"})
}

func (s *suite) keyIsNamed() {
	ctx := s.Context()
	p := s.players("anna", "bert")
	keys := must(s.Keys(ctx, p[0].ID))
	_, err := s.Relabel(ctx, p[1].ID, keys[0].ID, "mine")
	s.refused("somebody else's", err, data.ErrNotFound)
	named := must(s.Relabel(ctx, p[0].ID, keys[0].ID, " \x1b[2Jdas Büro\n"+strings.Repeat("ü", 50)))
	s.same("a label", named.Label, "[2Jdas Büro "+strings.Repeat("ü", data.MaxLabel-12))
	keys = must(s.Keys(ctx, p[0].ID))
	s.same("stored", keys, []data.Key{named})
}

func (s *suite) keyIsRevoked() {
	ctx := s.Context()
	p := s.players("anna", "bert")
	must(s.Claim(ctx, newKey, s.invite(p[0]), false))
	keys := must(s.Keys(ctx, p[0].ID))
	revoke := func(p data.Player, key int64) error {
		_, err := s.Revoke(ctx, p.ID, key)
		return err
	}
	s.refused("somebody else's", revoke(p[1], keys[0].ID), data.ErrNotFound)
	asked := []string{keys[0].Fingerprint, keys[1].Fingerprint, "SHA256:nobody"}
	s.same("owners before", must(s.KeyOwners(ctx, asked)), map[string]data.PlayerID{asked[0]: p[0].ID, asked[1]: p[0].ID})
	s.same("revoked", must(s.Revoke(ctx, p[0].ID, keys[0].ID)), keys[0])
	s.same("owners", must(s.KeyOwners(ctx, asked)), map[string]data.PlayerID{asked[1]: p[0].ID})
	s.same("owners of none", must(s.KeyOwners(ctx, nil)), map[string]data.PlayerID{})
	_, err := s.PlayerByKey(ctx, "SHA256:anna")
	s.refused("it speaks for nobody", err, data.ErrNotFound)
	s.refused("again", revoke(p[0], keys[0].ID), data.ErrNotFound)
	s.refused("the last one", revoke(p[0], keys[1].ID), data.ErrLastKey)
	must(s.NewRecovery(ctx, p[0].ID))
	s.must(revoke(p[0], keys[1].ID))
	s.same("keys", len(s.keys(p[0])), 0)
	kinds, detail := s.told(p[0])
	s.same("told", kinds, []string{data.KeyAdded, data.KeyRemoved, data.RecoveryMade, data.KeyRemoved})
	s.same("of", detail, map[string]any{"fingerprint": newKey, "label": ""})
}

// oneKeyStays: of two keys that revoke each other only one succeeds.
func (s *suite) oneKeyStays() {
	anna := s.players("anna")[0]
	for n := range 7 {
		must(s.Claim(s.Context(), fmt.Sprint("SHA256:", n), s.invite(anna), false))
	}
	keys := must(s.Keys(s.Context(), anna.ID))
	var all sync.WaitGroup
	for _, k := range keys {
		all.Go(func() {
			if _, err := s.Revoke(s.Context(), anna.ID, k.ID); err != nil && !errors.Is(err, data.ErrLastKey) {
				s.Error(err)
			}
		})
	}
	all.Wait()
	s.same("keys", len(s.keys(anna)), 1)
}

// codes makes recovery codes.
func (s *suite) codes(p data.Player) []string {
	s.Helper()
	codes := must(s.NewRecovery(s.Context(), p.ID))
	s.same("codes", len(codes), data.RecoveryCodes)
	return codes
}

// left is how many recovery codes a player has.
func (s *suite) left(p data.Player) int {
	s.Helper()
	return must(s.RecoveryLeft(s.Context(), p.ID))
}

func (s *suite) keyIsRecovered() {
	ctx := s.Context()
	p := s.players("anna", "bert")
	s.same("at first", s.left(p[0]), 0)
	void, codes := s.codes(p[0]), s.codes(p[0])
	s.reopen()
	recover := func(key, name, code string) error {
		_, err := s.Recover(ctx, key, name, code, false)
		return err
	}
	s.refused("an earlier one", recover(newKey, "anna", void[0]), data.ErrBadCode)
	s.refused("somebody else's", recover(newKey, "bert", codes[0]), data.ErrBadCode)
	s.refused("nobody's", recover(newKey, "cora", codes[0]), data.ErrBadCode)
	s.refused("none", recover(newKey, "anna", ""), data.ErrBadCode)
	s.refused("a key of hers", recover("SHA256:anna", "anna", codes[0]), data.ErrKeyTaken)
	s.same("none is used up", s.left(p[0]), 10)
	s.same("who came back", must(s.Recover(ctx, newKey, "Anna", strings.ToLower(codes[3]), false)), p[0])
	s.same("keys", s.keys(p[0]), []string{"SHA256:anna", newKey})
	s.refused("a second time", recover("SHA256:third", "anna", codes[3]), data.ErrBadCode)
	s.must(recover("SHA256:third", "anna", codes[9]))
	s.reopen()
	s.same("left", s.left(p[0]), 8)
	kinds, detail := s.told(p[0])
	s.same("told", kinds, []string{data.RecoveryMade, data.RecoveryMade, data.Recovered, data.Recovered})
	s.same("of", detail, map[string]any{"fingerprint": "SHA256:third", "label": "", "left": 8.0})
	_, err := s.NewRecovery(ctx, 99)
	s.refused("nobody's codes", err, data.ErrNotFound)
}

// wrongRecoveriesAreTold in one letter, and keep nobody out.
func (s *suite) wrongRecoveriesAreTold() {
	ctx := s.Context()
	anna := s.players("anna", "bert")[0]
	codes := s.codes(anna)
	tried := func(want ...string) {
		s.Helper()
		kinds, _ := s.told(anna)
		s.same("told", kinds, append([]string{data.RecoveryMade}, want...))
	}
	s.must(s.Mistaken(ctx, "nobody"))
	for n := range 4 * data.RecoveryTries {
		if n == data.RecoveryTries {
			tried(data.RecoveryTried)
			s.reopen()
		} else if n == data.RecoveryTries-1 {
			tried()
		}
		_, err := s.Recover(ctx, newKey, "anna", wrong(codes[0]), false)
		s.refused("a wrong code", err, data.ErrBadCode)
		s.must(s.Mistaken(ctx, "Anna"))
	}
	tried(data.RecoveryTried)
	must(s.Recover(ctx, newKey, "anna", codes[0], false))
	tried(data.RecoveryTried, data.Recovered)
	for range data.RecoveryTries {
		s.must(s.Mistaken(ctx, "anna"))
	}
	tried(data.Recovered, data.RecoveryTried)
}

func (s *suite) oneOfManyRecovers() {
	anna := s.players("anna")[0]
	code := s.codes(anna)[0]
	var bound atomic.Int32
	var all sync.WaitGroup
	for i := range data.RecoveryTries {
		all.Go(func() {
			_, err := s.Recover(s.Context(), fmt.Sprint("SHA256:", i), "anna", code, false)
			if err == nil {
				bound.Add(1)
			} else if !errors.Is(err, data.ErrBadCode) {
				s.Error(err)
			}
		})
	}
	all.Wait()
	s.same("bound", bound.Load(), int32(1))
	s.same("left", s.left(anna), 9)
}

func (s *suite) playerForgets() {
	ctx := s.Context()
	p := s.players("anna", "bert")
	s.begin("m1", p...)
	s.refused("one who plays", s.Forget(ctx, p[0].ID), data.ErrRunning)
	s.finish("m1", won(1, 2))
	s.must(s.Forget(ctx, p[0].ID))
	s.nobody(p[0], p[1])
	s.refused("again", s.Forget(ctx, p[0].ID), data.ErrNotFound)
}
