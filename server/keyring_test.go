package server

import (
	"context"
	"fmt"
	"io"
	"strings"
	"sync/atomic"
	"testing"

	gossh "golang.org/x/crypto/ssh"

	"noir/data"
	"noir/internal/await"
)

// slowLookup is a store that looks up a key's player long before it returns.
type slowLookup struct {
	store
	slow  atomic.Bool
	known chan data.Player
	give  chan struct{}
}

func (s *slowLookup) PlayerByKey(ctx context.Context, fingerprint string) (data.Player, error) {
	p, err := s.store.PlayerByKey(ctx, fingerprint)
	if s.slow.Load() {
		s.known <- p
		<-s.give
	}
	return p, err
}

// bindings has the commands `claim CODE` and `revoke ID`; the first needs no name.
func bindings(c *Config) {
	before := guideOf(c).command
	guideOf(c).unnamed = func(args []string) bool { return args[0] == "claim" }
	guideOf(c).command = func(ctx context.Context, v Visit, args []string, in io.Reader, out, errOut io.Writer) int {
		var err error
		switch args[0] {
		case "claim":
			var p data.Player
			p, err = v.Keys.Claim(ctx, v.Fingerprint, args[1], false)
			fmt.Fprintf(out, "%d is %s now\n", v.Player.ID, p.Name)
		case "revoke":
			var id int64
			_, _ = fmt.Sscan(args[1], &id)
			_, err = v.Keys.Revoke(ctx, v.Player.ID, id)
			fmt.Fprintf(out, "done: %v\n", ctx.Err())
		default:
			return before(ctx, v, args, in, out, errOut)
		}
		if err != nil {
			fmt.Fprintln(errOut, err)
			return 1
		}
		return 0
	}
}

// ring is a player with two keys, each with an open terminal.
type ring struct {
	house       *testHouse
	keys        [2]gossh.Signer
	connections [2]*gossh.Client
	screens     [2]*shellTerminal
	visits      [2]Visit
}

func newRing(t *testing.T) *ring {
	t.Helper()
	r := &ring{house: open(t, bindings), keys: [2]gossh.Signer{newKey(t), newKey(t)}}
	first := r.house.dial(t, "marlowe", gossh.PublicKeys(r.keys[0]))
	command(t, first, "whoami")
	owner := await.One(t, r.house.visits, "visit")
	made, err := owner.Keys.Invite(t.Context(), owner.Player.ID)
	if err != nil {
		t.Fatal(err)
	}
	second := r.house.dial(t, "lapwing", gossh.PublicKeys(r.keys[1]))
	if got := command(t, second, "claim "+made.Code); got.out != "0 is marlowe now\n" {
		t.Fatalf("%+v", got)
	}
	r.connections = [2]*gossh.Client{first, second}
	for i, c := range r.connections {
		r.screens[i] = shell(t, c, "xterm", 80, 24)
		r.screens[i].see(t, "screen of marlowe")
		r.visits[i] = await.One(t, r.house.visits, "visit")
	}
	return r
}

// gone checks that a screen has ended with a sentence by the time its cause was done.
func (r *ring) gone(t *testing.T, i int, sentence string) {
	t.Helper()
	if r.visits[i].Context.Err() == nil {
		t.Error("the session goes on")
	}
	if code := r.screens[i].code(t); code != 1 || !strings.Contains(r.screens[i].said(), sentence) {
		t.Errorf("exit code %d, %q", code, r.screens[i].said())
	}
}

// stays checks that a screen goes on.
func (r *ring) stays(t *testing.T, i int) {
	t.Helper()
	r.screens[i].press(t, "x")
	r.screens[i].see(t, "keys 1.")
}

func (r *ring) key(t *testing.T, i int) int64 {
	t.Helper()
	all, err := r.house.store.Keys(t.Context(), r.visits[0].Player.ID)
	if err != nil || len(all) != 2 {
		t.Fatal(all, err)
	}
	return all[i].ID
}

func TestTheSessionsOfARevokedKeyEnd(t *testing.T) {
	t.Parallel()
	r := newRing(t)
	if _, err := r.visits[0].Keys.Revoke(t.Context(), r.visits[0].Player.ID, r.key(t, 1)); err != nil {
		t.Fatal(err)
	}
	r.gone(t, 1, "This key was removed from your keyring.")
	r.stays(t, 0)
	again := r.house.dial(t, "lapwing", gossh.PublicKeys(r.keys[1]))
	if got := command(t, again, "whoami"); !strings.HasPrefix(got.out, "lapwing ") {
		t.Errorf("%+v", got)
	}
}

// TestAKeyTakenAwayDuringItsLookupLetsNobodyIn: the store has looked up the key, and the server
// does not have the answer yet.
func TestAKeyTakenAwayDuringItsLookupLetsNobodyIn(t *testing.T) {
	t.Parallel()
	store := &slowLookup{known: make(chan data.Player, 1), give: make(chan struct{})}
	h := open(t, func(c *Config) {
		store.store = c.Store
		c.Store = store
		bindings(c)
	})
	owner := h.dial(t, "marlowe", gossh.PublicKeys(newKey(t)))
	command(t, owner, "whoami")
	visit := await.One(t, h.visits, "visit")
	made, err := visit.Keys.Invite(t.Context(), visit.Player.ID)
	if err != nil {
		t.Fatal(err)
	}
	taken := newKey(t)
	if got := command(t, h.dial(t, "x", gossh.PublicKeys(taken)), "claim "+made.Code); got.code != 0 {
		t.Fatalf("%+v", got)
	}
	all, err := h.store.Keys(t.Context(), visit.Player.ID)
	if err != nil || len(all) != 2 {
		t.Fatal(all, err)
	}

	store.slow.Store(true)
	enters := shell(t, h.dial(t, "x", gossh.PublicKeys(taken)), "xterm", 80, 24)
	if p := await.One(t, store.known, "look-up"); p.Name != "marlowe" {
		t.Fatalf("the key speaks for %+v", p)
	}
	store.slow.Store(false)
	if _, err := visit.Keys.Revoke(t.Context(), visit.Player.ID, all[1].ID); err != nil {
		t.Fatal(err)
	}
	close(store.give)
	if code := enters.code(t); code != 1 || !strings.Contains(enters.said(), "This key was removed from your keyring.") {
		t.Errorf("exit code %d, %q", code, enters.said())
	}
}

// TestACommandOutlivesItsKey: it says itself how things went; what else runs with the
// key ends.
func TestACommandOutlivesItsKey(t *testing.T) {
	t.Parallel()
	r := newRing(t)
	if got := command(t, r.connections[0], fmt.Sprint("revoke ", r.key(t, 0))); got.code != 0 || got.out != "done: <nil>\n" {
		t.Errorf("%+v", got)
	}
	r.gone(t, 0, "This key was removed from your keyring.")
	r.stays(t, 1)
}

func TestTheSessionsOfADeletedPlayerEnd(t *testing.T) {
	t.Parallel()
	r := newRing(t)
	if err := r.visits[0].Keys.Forget(t.Context(), r.visits[0].Player.ID); err != nil {
		t.Fatal(err)
	}
	r.gone(t, 0, "Your account is deleted")
	r.gone(t, 1, "Your account is deleted")
}

// TestAClaimEndsWhatElseRunsWithTheKey: only the claiming session goes on.
func TestAClaimEndsWhatElseRunsWithTheKey(t *testing.T) {
	t.Parallel()
	h := open(t, bindings)
	key := newKey(t)
	command(t, h.dial(t, "marlowe", gossh.PublicKeys(newKey(t))), "whoami")
	owner := await.One(t, h.visits, "visit")
	made, err := owner.Keys.Invite(t.Context(), owner.Player.ID)
	if err != nil {
		t.Fatal(err)
	}
	first := h.dial(t, "lapwing", gossh.PublicKeys(key))
	if got := command(t, first, "whoami"); !strings.HasPrefix(got.out, "lapwing") {
		t.Fatalf("%+v", got)
	}
	other := shell(t, h.dial(t, "lapwing", gossh.PublicKeys(key)), "xterm", 80, 24)
	other.see(t, "screen of lapwing")
	if got := command(t, first, "claim "+made.Code); got.code != 0 || !strings.Contains(got.out, "is marlowe now") {
		t.Errorf("%+v", got)
	}
	if code := other.code(t); code != 1 || !strings.Contains(other.said(), "Your key now belongs to another player.") {
		t.Errorf("exit code %d, %q", code, other.said())
	}
	if free, err := h.store.NameFree(t.Context(), "lapwing"); err != nil || !free {
		t.Errorf("the name of a player who never was is still taken: %v", err)
	}
}

// TestAKeyThatClaimsInVainIsNobodys: a wrong code makes no player.
func TestAKeyThatClaimsInVainIsNobodys(t *testing.T) {
	t.Parallel()
	h := open(t, bindings)
	key := newKey(t)
	if got := command(t, h.dial(t, "lapwing", gossh.PublicKeys(key)), "claim 0000-0000-0000-0000-0000"); got.code != 1 {
		t.Errorf("%+v", got)
	}
	if p, err := h.store.PlayerByKey(t.Context(), gossh.FingerprintSHA256(key.PublicKey())); err == nil {
		t.Errorf("the key is that of %v", p)
	}
}

// TestWrongCodesAreCountedByWhoTries: after five every further one is said to be too many,
// of recovery and of invitation codes together. The owner's right code works, from that
// key too, and one letter tells of it.
func TestWrongCodesAreCountedByWhoTries(t *testing.T) {
	t.Parallel()
	house := open(t, func(c *Config) {
		before := guideOf(c).command
		guideOf(c).unnamed = func(args []string) bool { return args[0] != "whoami" }
		guideOf(c).command = func(ctx context.Context, v Visit, args []string, in io.Reader, out, errOut io.Writer) int {
			var err error
			switch args[0] {
			case "recover":
				_, err = v.Keys.Recover(ctx, v.Fingerprint, args[1], args[2], false)
			case "claim":
				_, err = v.Keys.Claim(ctx, v.Fingerprint, args[1], false)
			default:
				return before(ctx, v, args, in, out, errOut)
			}
			fmt.Fprint(out, err)
			return 0
		}
	})
	command(t, house.dial(t, "marlowe", gossh.PublicKeys(newKey(t))), "whoami")
	owner := await.One(t, house.visits, "visit")
	codes, err := owner.Keys.NewRecovery(t.Context(), owner.Player.ID)
	if err != nil {
		t.Fatal(err)
	}
	made, err := owner.Keys.Invite(t.Context(), owner.Player.ID)
	if err != nil {
		t.Fatal(err)
	}
	stranger := house.dial(t, "stranger", gossh.PublicKeys(newKey(t)))
	for n, line := range []string{
		"recover marlowe 0000-0000-0000-0000", "recover nobody 0000-0000-0000-0000", "claim " + made.Code[:len(made.Code)-4] + "0000",
		"recover marlowe 0000-0000-0000-0001", "recover marlowe 0000-0000-0000-0002", "recover marlowe 0000-0000-0000-0003",
		"claim 0000-0000-0000-0000-0000", "recover nobody 0000-0000-0000-0000",
	} {
		want := data.ErrBadCode
		if n >= 5 {
			want = data.ErrManyTries
		}
		if got := command(t, stranger, line); got.out != want.Error() {
			t.Errorf("%d, %s: %s", n, line, got.out)
		}
	}
	for n, line := range []string{"recover marlowe " + codes[0], "claim " + made.Code} {
		lost := house.dial(t, "lost", gossh.PublicKeys(newKey(t)))
		if got := command(t, lost, line); got.out != "<nil>" {
			t.Errorf("the owner's right code, %d: %s", n, got.out)
		}
	}
	again, err := owner.Keys.Invite(t.Context(), owner.Player.ID)
	if err != nil {
		t.Fatal(err)
	}
	hasty := house.dial(t, "hasty", gossh.PublicKeys(newKey(t)))
	for range 6 {
		command(t, hasty, "claim 0000-0000-0000-0000-0000")
	}
	if got := command(t, hasty, "claim "+again.Code); got.out != "<nil>" {
		t.Errorf("a right code after too many wrong ones: %s", got.out)
	}
	if got := command(t, stranger, "recover marlowe "+codes[1]); got.out != "<nil>" {
		t.Errorf("a right code after many wrong ones: %s", got.out)
	}
}
