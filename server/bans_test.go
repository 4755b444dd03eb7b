package server

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"noir/data"
	"noir/internal/await"
)

// ban bans a visitor and waits until the server knows.
func (h *testHouse) ban(t *testing.T, b data.Ban) data.Ban {
	t.Helper()
	b, err := h.store.Ban(t.Context(), "marple", b)
	if err != nil {
		t.Fatal(err)
	}
	h.until(t, func() bool { return h.bans.count(b.Kind) == 1 })
	return b
}

// marlowe is player 1 of a house: their key, and a connection with the screens.
type marlowe struct {
	*shellTerminal
	key  gossh.Signer
	conn *gossh.Client
}

// marlowe makes the first player of a house.
func (h *testHouse) marlowe(t *testing.T) marlowe {
	t.Helper()
	key := newKey(t)
	conn := h.dial(t, "marlowe", gossh.PublicKeys(key))
	if r := command(t, conn, "whoami"); r.out != "marlowe 1\n" {
		t.Fatalf("%+v", r)
	}
	return marlowe{h.screens(t, conn), key, conn}
}

// again is a second connection of marlowe's, with the screens.
func (h *testHouse) again(t *testing.T, m marlowe) *shellTerminal {
	t.Helper()
	return h.screens(t, h.dial(t, "marlowe", gossh.PublicKeys(m.key)))
}

// screens shows the screens of marlowe.
func (h *testHouse) screens(t *testing.T, conn *gossh.Client) *shellTerminal {
	t.Helper()
	s := shell(t, conn, "xterm", 80, 24)
	s.see(t, "screen of marlowe")
	return s
}

// becomes makes a connection of marlowe's one of another player, as a claim does.
func (h *testHouse) becomes(m marlowe, heir data.Player) {
	for _, c := range h.connections.all() {
		if c.Conn.RemoteAddr().String() == m.conn.LocalAddr().String() {
			c.named(heir)
		}
	}
}

// sentAway waits until a terminal is hung up with a reason.
func (s *shellTerminal) sentAway(t *testing.T, why string) {
	t.Helper()
	if code := s.code(t); code != 1 || !strings.Contains(s.said(), why) {
		t.Errorf("exit code %d, %q; want 1 and %q", code, s.said(), why)
	}
}

func (h *testHouse) lift(t *testing.T, b data.Ban) {
	t.Helper()
	if err := h.store.Lift(t.Context(), "marple", b.ID); err != nil {
		t.Fatal(err)
	}
	h.until(t, func() bool { return h.bans.count(b.Kind) == 0 })
}

// until reads the bans until they are as they should be.
func (h *testHouse) until(t *testing.T, so func() bool) {
	t.Helper()
	for late := time.Now().Add(patience); !so(); {
		if err := h.watch.look(t.Context()); err != nil {
			t.Fatal(err)
		}
		if time.Now().After(late) {
			t.Fatal("the server does not take notice of the bans")
		}
	}
}

// TestWhomABanMeets: the address, key or player that it names, while it is in force, and nobody else.
func TestWhomABanMeets(t *testing.T) {
	t.Parallel()
	from, key := netip.MustParseAddr("192.0.2.7"), "SHA256:marlowe"
	future, past := time.Now().Add(time.Hour), time.Now().Add(-time.Hour)
	address, byKey, byName := data.Ban{Kind: data.BanPrefix, Value: "192.0.2.0/24"}, data.Ban{Kind: data.BanKey, Value: key}, data.Ban{Kind: data.BanName, Value: "marlowe", Player: 7}
	for _, c := range []struct {
		what          string
		ban           data.Ban
		until, lifted time.Time
		from          netip.Addr
		key           string
		player        data.PlayerID
		met           bool
	}{
		{"the address", address, time.Time{}, time.Time{}, from, "", 0, true},
		{"the address for a while", address, future, time.Time{}, from, key, 7, true},
		{"for a while that is over", address, past, time.Time{}, from, key, 7, false},
		{"lifted", address, future, past, from, key, 7, false},
		{"another address", address, time.Time{}, time.Time{}, netip.MustParseAddr("192.0.3.7"), key, 7, false},
		{"the key", byKey, time.Time{}, time.Time{}, from, key, 0, true},
		{"another key", byKey, time.Time{}, time.Time{}, from, "SHA256:spade", 7, false},
		{"no key", data.Ban{Kind: data.BanKey}, time.Time{}, time.Time{}, from, "", 7, false},
		{"the player", byName, time.Time{}, time.Time{}, from, "", 7, true},
		{"another player", byName, time.Time{}, time.Time{}, from, key, 8, false},
		{"nobody yet", data.Ban{Kind: data.BanName, Value: "marlowe"}, time.Time{}, time.Time{}, from, key, 0, false},
	} {
		var b bans
		c.ban.Until, c.ban.Lifted = c.until, c.lifted
		b.set([]data.Ban{c.ban})
		if err := b.against(c.from, c.key, c.player); (err != nil) != c.met {
			t.Errorf("%s: %v", c.what, err)
		}
		inForce := 1
		if !c.lifted.IsZero() || c.until.Equal(past) {
			inForce = 0
		}
		if n := b.count(c.ban.Kind); n != inForce {
			t.Errorf("%s: %d are in force", c.what, n)
		}
	}
}

func TestBannedAddress(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	b := h.ban(t, data.Ban{Kind: data.BanPrefix, Value: "127.0.0.0/8", Reason: "a flood came from there."})
	_, err := h.tryDial("marlowe", asGuest()...)
	if err == nil || !strings.Contains(err.Error(), "Your address is shut out for good: a flood came from there.") {
		t.Errorf("was told %v", err)
	}
	if n := h.outcome(t, "banned"); n != 1 {
		t.Errorf("%v are counted", n)
	}
	h.lift(t, b)
	if r := command(t, h.dial(t, "marlowe", asGuest()...), "whoami"); r.code != 0 {
		t.Errorf("after the ban: %+v", r)
	}
}

func TestBannedKey(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	key := newKey(t)
	until := time.Now().Add(time.Hour)
	h.ban(t, data.Ban{
		Kind: data.BanKey, Value: gossh.FingerprintSHA256(key.PublicKey()), Reason: "two seats at one table", Until: until,
	})
	c := h.dial(t, "marlowe", gossh.PublicKeys(key))
	want := "Your key is shut out until " + until.UTC().Format("2 January 2006, 15:04 UTC") + ": two seats at one table.\n"
	for range 2 {
		if r := command(t, c, "whoami"); r.code != 1 || r.err != want {
			t.Errorf("%+v, want %q", r, want)
		}
	}
	if r := command(t, c, ""); r.code != 1 || r.err != want {
		t.Errorf("plain: %+v", r)
	}
	if h.outcome(t, "banned") != 1 || h.outcome(t, "key") != 0 {
		t.Errorf("%v are banned, %v have come in", h.outcome(t, "banned"), h.outcome(t, "key"))
	}
	if _, err := h.store.PlayerByKey(t.Context(), gossh.FingerprintSHA256(key.PublicKey())); !errors.Is(err, data.ErrNotFound) {
		t.Errorf("the key has a player: %v", err)
	}
	if r := command(t, h.dial(t, "marlowe", gossh.PublicKeys(newKey(t))), "whoami"); r.code != 0 {
		t.Errorf("another key: %+v", r)
	}
}

// TestBanEndsWhatRuns: all sessions of the banned, and nobody else's.
func TestBanEndsWhatRuns(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	m := h.marlowe(t)
	waiting := make(chan result, 1)
	go func() { waiting <- command(t, h.dial(t, "x", gossh.PublicKeys(m.key)), "wait") }()
	other := shell(t, h.dial(t, "spade", gossh.PublicKeys(newKey(t))), "xterm", 80, 24)
	other.see(t, "screen")
	for range 4 {
		await.One(t, h.visits, "visit")
	}

	h.ban(t, data.Ban{Kind: data.BanName, Value: "marlowe", Reason: "abuse"})
	const told = "You are shut out for good: abuse."
	m.sentAway(t, told)
	if r := await.One(t, waiting, "end of the command"); !strings.Contains(r.err, told) {
		t.Errorf("the command: %+v", r)
	}
	if err := m.conn.Wait(); err == nil { // the connection is closed, too
		t.Error("still connected")
	}
	other.press(t, "a")
	other.see(t, "keys 1")
}

// TestBanOfSomebodyJustEnrolled: the first session belongs to the player that it has made.
func TestBanOfSomebodyJustEnrolled(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	s := shell(t, h.dial(t, "vera", gossh.PublicKeys(newKey(t))), "xterm", 80, 24)
	s.see(t, "screen")
	if _, err := await.One(t, h.visits, "visit").Enrol(t.Context(), "vera"); err != nil {
		t.Fatal(err)
	}
	h.ban(t, data.Ban{Kind: data.BanName, Value: "vera"})
	s.sentAway(t, "You are shut out for good.")
}

// TestDeletedPlayerIsSentAway: their key then belongs to nobody; the others stay connected.
func TestDeletedPlayerIsSentAway(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	key := newKey(t)
	c := h.dial(t, "marlowe", gossh.PublicKeys(key))
	s := shell(t, c, "xterm", 80, 24)
	s.see(t, "screen")
	p, err := await.One(t, h.visits, "visit").Enrol(t.Context(), "marlowe")
	if err != nil {
		t.Fatal(err)
	}
	other := shell(t, h.dial(t, "spade", gossh.PublicKeys(newKey(t))), "xterm", 80, 24)
	other.see(t, "screen")
	if _, err := await.One(t, h.visits, "visit").Enrol(t.Context(), "spade"); err != nil {
		t.Fatal(err)
	}
	if _, err := h.store.Delete(t.Context(), "marple", p.ID); err != nil {
		t.Fatal(err)
	}
	if err := h.watch.look(t.Context()); err != nil {
		t.Fatal(err)
	}
	s.sentAway(t, "Your player has been deleted")
	if err := c.Wait(); err == nil {
		t.Error("still connected")
	}
	if r := command(t, h.dial(t, "marlowe", gossh.PublicKeys(key)), "whoami"); r.code != 0 || r.out == fmt.Sprintf("marlowe %d\n", p.ID) {
		t.Errorf("connected again: %+v", r)
	}
	other.press(t, "a")
	other.see(t, "keys 1")
}

func TestBansMeet(t *testing.T) {
	t.Parallel()
	now := time.Now()
	var b bans
	b.set([]data.Ban{
		{Kind: data.BanPrefix, Value: "192.0.2.0/24"},
		{Kind: data.BanPrefix, Value: "2001:db8::/64"},
		{Kind: data.BanPrefix, Value: "198.51.100.0/24", Until: now.Add(-time.Second)},
		{Kind: data.BanPrefix, Value: "203.0.113.0/24", Lifted: now},
		{Kind: data.BanKey, Value: "SHA256:x"},
		{Kind: data.BanName, Value: "vera", Player: 7},
		{Kind: data.BanName, Value: "nobody"}, // whose player is deleted
	})
	for _, test := range []struct {
		from, key string
		player    data.PlayerID
		out       bool
	}{
		{"192.0.2.9", "", 0, true},
		{"192.0.3.9", "", 0, false},
		{"2001:db8::ffff", "", 0, true},
		{"2001:db8:0:1::", "", 0, false},
		{"198.51.100.1", "", 0, false},
		{"203.0.113.1", "", 0, false},
		{"10.0.0.1", "SHA256:x", 0, true},
		{"10.0.0.1", "SHA256:y", 7, true},
		{"10.0.0.1", "", -7, false},
		{"10.0.0.1", "SHA256:y", 0, false},
	} {
		if err := b.against(netip.MustParseAddr(test.from), test.key, test.player); (err != nil) != test.out {
			t.Errorf("%+v: %v", test, err)
		}
	}
}

// flaky is a store whose bans sometimes cannot be read.
type flaky struct {
	data.Store
	broken atomic.Bool
	asked  chan struct{}
}

func (f *flaky) Bans(ctx context.Context) ([]data.Ban, error) {
	f.asked <- struct{}{}
	if f.broken.Load() {
		return nil, data.ErrUnavailable
	}
	return []data.Ban{{Kind: data.BanKey, Value: "SHA256:x"}}, nil
}

// TestBansThatWereNeverRead: nobody comes in before the bans are known.
func TestBansThatWereNeverRead(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	store := &flaky{Store: h.store, asked: make(chan struct{}, 100)}
	store.broken.Store(true)
	s, err := New(Config{HostKeyPath: filepath.Join(t.TempDir(), "host"), Store: store})
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Serve(l); !errors.Is(err, data.ErrUnavailable) {
		t.Errorf("it serves: %v", err)
	}
	if _, err := l.Accept(); !errors.Is(err, net.ErrClosed) {
		t.Errorf("the listener is open: %v", err)
	}
}

// TestBansThatCannotBeRead: the last list stays in force, and the log says so once.
func TestBansThatCannotBeRead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := &flaky{asked: make(chan struct{}, 100)}
		log := new(lockedBuffer)
		s := &shared{config: Config{Store: store}, log: testLog(log)}
		ctx, end := context.WithCancel(t.Context())
		s.ctx = ctx
		watch := &watch{shared: s}
		if err := watch.look(ctx); err != nil {
			t.Fatal(err)
		}
		store.broken.Store(true)
		var watching sync.WaitGroup
		watching.Go(watch.run)
		time.Sleep(10*banPoll + time.Second)
		if n := len(store.asked); n != 11 {
			t.Errorf("the store was asked %d times", n)
		}
		if n := s.bans.count(data.BanKey); n != 1 {
			t.Errorf("%d bans are left", n)
		}
		if n := strings.Count(log.String(), "bans cannot be read"); n != 1 {
			t.Errorf("it was logged %d times:\n%s", n, log)
		}
		end()
		watching.Wait()
	})
}

// slowGone is a store whose Gone returns long after it has its answer.
type slowGone struct {
	store
	slow  atomic.Bool
	known chan []data.PlayerID
	give  chan struct{}
}

func (s *slowGone) Gone(ctx context.Context, ids []data.PlayerID) ([]data.PlayerID, error) {
	if !s.slow.Load() {
		return s.store.Gone(ctx, ids)
	}
	gone, err := s.store.Gone(ctx, ids)
	s.known <- gone
	<-s.give
	return gone, err
}

// TestAConnectionThatBecameAnothersStays: its first player is found to be gone, but
// by the time the server hears of it another player sits there.
func TestAConnectionThatBecameAnothersStays(t *testing.T) {
	t.Parallel()
	store := &slowGone{known: make(chan []data.PlayerID, 1), give: make(chan struct{})}
	h := open(t, func(c *Config) {
		store.store = c.Store
		c.Store = store
	})
	stays := h.marlowe(t)
	gone := h.again(t, stays)
	heir, err := h.store.CreatePlayer(t.Context(), "spade", "SHA256:spade", "")
	if err != nil {
		t.Fatal(err)
	}
	h.watch.looking.Lock() // the looks are the test's
	defer h.watch.looking.Unlock()
	if err := h.store.Merge(t.Context(), "marple", 1, heir.ID); err != nil {
		t.Fatal(err)
	}
	if err := h.watch.expelGone(t.Context()); err != nil {
		t.Fatal(err)
	}

	store.slow.Store(true)
	looked := make(chan error, 1)
	go func() { looked <- h.watch.expelGone(t.Context()) }()
	if found := await.One(t, store.known, "look for players who are gone"); len(found) != 1 || found[0] != 1 {
		t.Fatalf("gone are %v", found)
	}
	h.becomes(stays, heir)
	store.slow.Store(false)
	close(store.give)
	if err := await.One(t, looked, "end of the look"); err != nil {
		t.Fatal(err)
	}
	gone.sentAway(t, string(errDeleted))
	stays.press(t, "x")
	stays.see(t, "keys 1.")
}

// TestARevokedKeyIsNoticed: a server beside others sees in the store what another one has not come to tell it.
func TestARevokedKeyIsNoticed(t *testing.T) {
	t.Parallel()
	h := open(t, func(c *Config) { c.Peers = new(fellows) })
	out := h.marlowe(t)
	if err := h.watch.look(t.Context()); err != nil {
		t.Fatal(err)
	}
	keys, err := h.store.Keys(t.Context(), 1)
	if err != nil || len(keys) != 1 {
		t.Fatal(keys, err)
	}
	if _, err := h.store.NewRecovery(t.Context(), 1); err != nil { // else the last key stays
		t.Fatal(err)
	}
	if _, err := h.store.Revoke(t.Context(), 1, keys[0].ID); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := h.watch.look(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	out.sentAway(t, string(errRevoked))
}

// goneless is a store that sometimes cannot tell who is gone.
type goneless struct {
	store
	broken atomic.Bool
}

func (s *goneless) Gone(ctx context.Context, ids []data.PlayerID) ([]data.PlayerID, error) {
	if s.broken.Load() {
		return nil, data.ErrUnavailable
	}
	return s.store.Gone(ctx, ids)
}

// TestOneFailedLookHindersNoOther: while it cannot be read who is deleted, a revoked key is noticed all the same, and the
// log does not speak of bans.
func TestOneFailedLookHindersNoOther(t *testing.T) {
	t.Parallel()
	log, store := new(lockedBuffer), &goneless{}
	h := open(t, func(c *Config) {
		store.store = c.Store
		c.Store, c.Log, c.Peers = store, testLog(log), new(fellows)
	})
	out := h.marlowe(t)
	keys, err := h.store.Keys(t.Context(), 1)
	if err == nil {
		_, err = h.store.NewRecovery(t.Context(), 1) // otherwise the last key stays
	}
	if err == nil {
		_, err = h.store.Revoke(t.Context(), 1, keys[0].ID)
	}
	if err != nil {
		t.Fatal(err)
	}
	store.broken.Store(true)
	for range 2 {
		if err := h.watch.look(t.Context()); !errors.Is(err, data.ErrUnavailable) {
			t.Fatal(err)
		}
	}
	out.sentAway(t, string(errRevoked))
	if told := log.String(); strings.Count(told, "deleted players cannot be looked up") != 1 || strings.Contains(told, "bans cannot be read") {
		t.Errorf("the log has %s", told)
	}
}

// TestNobodyIsAStrangerWhileTheStoreIsAway: players stay when it is not known whose keys they have.
func TestNobodyIsAStrangerWhileTheStoreIsAway(t *testing.T) {
	t.Parallel()
	h := open(t, func(c *Config) { c.Peers = new(fellows) })
	stays := h.marlowe(t)
	h.watch.looking.Lock() // the looks are the test's
	defer h.watch.looking.Unlock()
	away, cancel := context.WithCancel(t.Context())
	cancel()
	for range 2 {
		if err := h.watch.expelStrangers(away); err == nil {
			t.Error("the store has answered")
		}
	}
	stays.press(t, "x")
	stays.see(t, "keys 1.")
}

// TestOtherServersAreToldOfDismissals, and nobody where there are none.
func TestOtherServersAreToldOfDismissals(t *testing.T) {
	others := new(fellows)
	d := Dismissal{Why: keyRevoked, Fingerprint: "SHA256:b3n1"}
	new(shared).dismiss(nil, d)
	s := shared{config: Config{Peers: others}}
	s.dismiss(nil, d)
	if !slices.Equal(others.told, []Dismissal{d}) {
		t.Errorf("told of %+v", others.told)
	}
}

// TestAKeyThatHasJustChangedItsOwner: the connection that goes on as the new one is not ended by a look before it
// knows. Another one by the same key, still the former owner's, is.
func TestAKeyThatHasJustChangedItsOwner(t *testing.T) {
	t.Parallel()
	h := open(t, func(c *Config) { c.Peers = new(fellows) })
	stays := h.marlowe(t)
	late := h.again(t, stays)
	heir, err := h.store.CreatePlayer(t.Context(), "spade", "SHA256:spade", "")
	if err != nil {
		t.Fatal(err)
	}
	h.watch.looking.Lock() // the looks are the test's
	defer h.watch.looking.Unlock()
	code, err := h.store.Invite(t.Context(), heir.ID)
	if err != nil {
		t.Fatal(err)
	}
	// As keyring.Claim, with a look between the store and the connection.
	if _, err := h.store.Claim(t.Context(), gossh.FingerprintSHA256(stays.key.PublicKey()), code.Code, false); err != nil {
		t.Fatal(err)
	}
	if err := h.watch.expelStrangers(t.Context()); err != nil {
		t.Fatal(err)
	}
	h.becomes(stays, heir)
	if err := h.watch.expelStrangers(t.Context()); err != nil {
		t.Fatal(err)
	}
	late.sentAway(t, string(errRevoked))
	stays.press(t, "x")
	stays.see(t, "keys 1.")
}
