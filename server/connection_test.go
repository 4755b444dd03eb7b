package server

import (
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net"
	"net/netip"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"noir/data"
	"noir/internal/await"
	"noir/internal/quota"
)

// TestWhoPays: a guest pays as that guest, a key as itself until it speaks for a player, and then as the player, with
// every connection of theirs.
func TestWhoPays(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	payer := func(c *gossh.Client) quota.Payer {
		t.Helper()
		for _, one := range h.connections.all() {
			if one.Conn.RemoteAddr().String() == c.LocalAddr().String() {
				return one.payer()
			}
		}
		t.Fatal("there is no such connection")
		return quota.Payer{}
	}
	address := quota.Network(callerAt("127.0.0.1:22"))
	guests := [2]*gossh.Client{h.dial(t, "marlowe", asGuest()...), h.dial(t, "marlowe", asGuest()...)}
	for _, c := range guests {
		name := strings.Fields(command(t, c, "whoami").out)
		if p := payer(c); !p.Guest || !strings.HasPrefix(p.ID, "guest -") || p.Address != address || len(name) == 0 {
			t.Errorf("%v pays as %+v", name, p)
		}
	}
	if payer(guests[0]) == payer(guests[1]) {
		t.Error("two guests pay together")
	}
	key := newKey(t)
	fresh := h.dial(t, "spade", gossh.PublicKeys(key))
	shell(t, fresh, "xterm", 80, 24).see(t, "screen")
	if p, want := payer(fresh), (quota.Payer{ID: quota.Key(gossh.FingerprintSHA256(key.PublicKey())), Address: address}); p != want {
		t.Errorf("a new key pays as %+v, not %+v", p, want)
	}
	for range guests {
		await.One(t, h.visits, "visit of a guest")
	}
	if _, err := await.One(t, h.visits, "visit of spade").Enrol(t.Context(), "spade"); err != nil {
		t.Fatal(err)
	}
	spade := quota.Payer{ID: quota.Player(1), Address: address}
	again := h.dial(t, "spade", gossh.PublicKeys(key))
	command(t, again, "whoami")
	for _, c := range []*gossh.Client{fresh, again} {
		if p := payer(c); p != spade {
			t.Errorf("spade pays as %+v, not %+v", p, spade)
		}
	}
}

// TestADismissalOfANewerServer, whose reason nobody here knows, ends no session, and one of another key none of yours.
func TestADismissalOfANewerServer(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	m := h.marlowe(t)
	own := gossh.FingerprintSHA256(m.key.PublicKey())
	for _, d := range []Dismissal{
		{Why: "tired", Fingerprint: own, Player: 1}, {Why: keyRevoked, Fingerprint: "SHA256:another"}, {Why: keyRevoked}, {Why: playerForgotten, Player: 2},
	} {
		h.connections.dismiss(nil, d)
	}
	if r := command(t, m.conn, "whoami"); r.code != 0 {
		t.Errorf("after what meant others: %+v", r)
	}
	h.Dismiss(Dismissal{Why: keyClaimed, Fingerprint: own})
	if code := m.code(t); code != 1 || !strings.Contains(m.said(), string(errClaimed)) {
		t.Errorf("whose key is claimed ends with %d, told %q", code, m.said())
	}
	of := h.connections.all()[0]
	if of.mu.Lock(); of.grace != unusedTime {
		t.Errorf("the connection of the new owner is closed after %v", of.grace)
	}
	of.mu.Unlock()
	m.shellTerminal = h.screens(t, m.conn)
	h.Dismiss(Dismissal{Why: playerForgotten, Player: data.PlayerID(1)})
	if code := m.code(t); code != 1 {
		t.Errorf("the forgotten end with %d", code)
	}
	if err := ended(t, m.conn.Wait, "end of the connection"); err == nil {
		t.Error("it ended as if somebody had wished it")
	}
}

// TestAGuestWhoLeaves is told of once, by the id that nobody gets again.
func TestAGuestWhoLeaves(t *testing.T) {
	t.Parallel()
	departed := make(chan data.PlayerID, 10)
	h := open(t, func(c *Config) { c.Tables = &stage{gone: departed} })
	for range 2 {
		c := h.dial(t, "marlowe", asGuest()...)
		var name string
		var id data.PlayerID
		if _, err := fmt.Sscan(command(t, c, "whoami").out, &name, &id); err != nil {
			t.Fatal(err)
		}
		_ = c.Close()
		if got := await.One(t, departed, "departure"); got != id {
			t.Errorf("%d has left, not %d", got, id)
		}
	}
	known := h.dial(t, "spade", gossh.PublicKeys(newKey(t)))
	command(t, known, "whoami")
	_ = known.Close()
	await.Until(t, "nobody is connected any more", func() bool { return len(h.connections.all()) == 0 })
	if len(departed) > 0 {
		t.Errorf("%d has left, who is a player", <-departed)
	}
}

// deaf is a channel whose client reads nothing until it is cut off.
type deaf struct {
	gossh.Channel
	cut <-chan struct{}
}

func (c deaf) SendRequest(string, bool, []byte) (bool, error) {
	<-c.cut
	return false, io.EOF
}

func (deaf) Close() error { return nil }

// TestWhoeverDoesNotHearTheEnd is cut off after a while, and counted.
func TestWhoeverDoesNotHearTheEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &shared{limits: Limits{}.OrUsual(), log: slog.New(slog.DiscardHandler), metrics: newMetrics(Config{})}
		s.metrics.registry.MustRegister(s.metrics.limits)
		far, near := net.Pipe()
		cut := make(chan struct{})
		go func() { _, _ = io.Copy(io.Discard, far); close(cut) }()
		c := newConnection(s, near, netip.Addr{})
		began := time.Now()
		(&session{connection: c, shared: s, channel: deaf{cut: cut}}).exit(0, nil)
		h := testHouse{Server: &Server{shared: shared{metrics: s.metrics}}}
		if took := time.Since(began); took != s.limits.Patience || h.met(t, limitPatience) != 1 {
			t.Errorf("after %v, counted %v times", took, h.met(t, limitPatience))
		}
		c.ended()
	})
}

// TestAPanicOfAConnection ends that connection and no other, and is counted and logged.
func TestAPanicOfAConnection(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	broken := h.dial(t, "marlowe", asGuest()...)
	of := h.connections.all()
	sound := h.dial(t, "spade", asGuest()...)
	if len(of) != 1 {
		t.Fatalf("%d connections are open", len(of))
	}
	func() {
		defer of[0].rescue()
		panic("a broken connection")
	}()
	if err := ended(t, broken.Wait, "end of the connection"); err == nil {
		t.Error("it ended as if somebody had wished it")
	}
	if n := h.counter(t, "noir_panics_total", "connection"); n != 1 || !strings.Contains(h.log.String(), "a broken connection") || !strings.Contains(h.log.String(), "connection_test.go") {
		t.Errorf("%v are counted; the log:\n%s", n, h.log.String())
	}
	if r := command(t, sound, "whoami"); r.code != 0 {
		t.Errorf("another connection: %+v", r)
	}
}

// TestSentAway: whoever has a session is told that another server takes them in, and a connection without one stays.
func TestSentAway(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	playing := shell(t, h.dial(t, "marlowe", asGuest()...), "xterm", 80, 24)
	playing.see(t, "screen")
	coming := h.dial(t, "spade", asGuest()...)
	h.SendAway()
	if code := playing.code(t); code != 1 || !strings.Contains(playing.said(), string(errStranded)) {
		t.Errorf("exit code %d, told %q", code, playing.said())
	}
	await.Until(t, "whoever is sent away is gone", func() bool { return len(h.connections.all()) == 1 })
	if r := command(t, coming, "whoami"); r.code != 0 {
		t.Errorf("whoever had no session: %+v", r)
	}
}

// TestANewNameIsKnownAtOnce to those who ask who is here.
func TestANewNameIsKnownAtOnce(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	shell(t, h.dial(t, "marlowe", gossh.PublicKeys(newKey(t))), "xterm", 80, 24).see(t, "screen")
	v := await.One(t, h.visits, "visit")
	p, err := v.Enrol(t.Context(), "marlowe")
	if err == nil {
		_, err = v.Keys.TakeName(t.Context(), p.ID, "spade")
	}
	if here, _ := h.connections.people(); err != nil || here[p.ID] != "spade" {
		t.Errorf("%v are here: %v", here, err)
	}
	_, err = v.Keys.TakeName(t.Context(), p.ID, "no name")
	if here, _ := h.connections.people(); err == nil || here[p.ID] != "spade" {
		t.Errorf("after a name that nobody can have %v are here: %v", here, err)
	}
}

// TestAKeyThatEnrolsTwice at the same moment is one player, by the name that came first.
func TestAKeyThatEnrolsTwice(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	key := newKey(t)
	var visits [2]Visit
	for i := range visits {
		shell(t, h.dial(t, "marlowe", gossh.PublicKeys(key)), "xterm", 80, 24).see(t, "screen")
		visits[i] = await.One(t, h.visits, "visit")
	}
	for i, name := range []string{"marlowe", "spade"} {
		if p, err := visits[i].Enrol(t.Context(), name); err != nil || p.ID != 1 || p.Name != "marlowe" {
			t.Errorf("as %s: %+v, %v", name, p, err)
		}
	}
	for _, c := range h.connections.all() {
		if c.payer().ID != quota.Player(1) {
			t.Errorf("a connection pays as %+v", c.payer())
		}
	}
}

// TestNumbersOfGuests are of the share of a server of several, and any without others.
func TestNumbersOfGuests(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		share Share
		rest  map[int]bool // of all numbers, divided by six
	}{
		{Share{}, map[int]bool{0: true, 1: true, 2: true, 3: true, 4: true, 5: true}},
		{Share{Slot: 0, Slots: 1}, map[int]bool{0: true, 1: true, 2: true, 3: true, 4: true, 5: true}},
		{Share{Slot: 1, Slots: 2}, map[int]bool{1: true, 3: true, 5: true}},
		{Share{Slot: 5, Slots: 3}, map[int]bool{2: true, 5: true}},
	} {
		rest := map[int]bool{}
		for range 1000 {
			n := c.share.number()
			if rest[n%6] = true; n < 0 || n >= guestNames {
				t.Errorf("%+v has the number %d", c.share, n)
			}
		}
		if !maps.Equal(rest, c.rest) {
			t.Errorf("%+v has numbers that leave %v", c.share, rest)
		}
	}
}
