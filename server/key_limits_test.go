package server

import (
	"errors"
	"fmt"
	"net"
	"net/netip"
	"strings"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"noir/data"
	"noir/internal/await"
	"noir/internal/quota"
)

func TestConnectionsOfOneKeyAreLimited(t *testing.T) {
	t.Parallel()
	h := open(t, func(c *Config) { c.Limits.PerKey = 2 })
	key, other := newKey(t), newKey(t)
	var in []*gossh.Client
	for range 2 {
		c := h.dial(t, "marlowe", gossh.PublicKeys(key))
		for range 2 { // sessions of one connection count once
			if r := command(t, c, "whoami"); r.code != 0 {
				t.Fatalf("%+v", r)
			}
		}
		in = append(in, c)
	}
	third := h.dial(t, "marlowe", gossh.PublicKeys(key))
	const told = "There are 2 connections with your key already. Close one and try again.\n"
	if r := command(t, third, "whoami"); r.code != 1 || r.err != told {
		t.Errorf("%+v, want %q", r, told)
	}
	if n := h.met(t, limitKey); n != 1 {
		t.Errorf("counted %v times", n)
	}
	if r := command(t, h.dial(t, "spade", gossh.PublicKeys(other)), "whoami"); r.code != 0 {
		t.Errorf("another key: %+v", r)
	}
	_ = in[0].Close()
	for late := time.Now().Add(patience); ; { // the server learns a little later that it is closed
		if r := command(t, third, "whoami"); r.code == 0 {
			break
		}
		if time.Now().After(late) {
			t.Fatal("no place has become free")
		}
	}
}

// TestNewPlayersAreLimited: a flood of keys makes no flood of players.
func TestNewPlayersAreLimited(t *testing.T) {
	t.Parallel()
	h := open(t, func(c *Config) { c.Limits.NewPlayers = 2 })
	key := newKey(t)
	if r := command(t, h.dial(t, "marlowe", gossh.PublicKeys(key)), "whoami"); r.out != "marlowe 1\n" {
		t.Fatalf("%+v", r)
	}
	await.One(t, h.visits, "visit")
	s := shell(t, h.dial(t, "vera", gossh.PublicKeys(newKey(t))), "xterm", 80, 24)
	s.see(t, "screen")
	v := await.One(t, h.visits, "visit")
	for name, want := range map[string]error{"marlowe": data.ErrNameTaken, "x": data.ErrBadName} { // cost nothing
		for range 3 {
			if _, err := v.Enrol(t.Context(), name); !errors.Is(err, want) {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
	if p, err := v.Enrol(t.Context(), "vera"); err != nil || p.Name != "vera" {
		t.Fatalf("%v, %v", p, err)
	}
	r := command(t, h.dial(t, "spade", gossh.PublicKeys(newKey(t))), "whoami")
	if r.code != 1 || r.err != string(errCrowded)+"\n" {
		t.Errorf("the third: %+v", r)
	}
	if n := h.met(t, limitNewPlayers); n != 1 {
		t.Errorf("counted %v times", n)
	}
	if r := command(t, h.dial(t, "x", gossh.PublicKeys(key)), "whoami"); r.out != "marlowe 1\n" {
		t.Errorf("an old player: %+v", r)
	}
	if r := command(t, h.dial(t, "x", asGuest()...), "whoami"); !strings.HasPrefix(r.out, "guest-") {
		t.Errorf("a guest: %+v", r)
	}
}

// TestAKeyMayConnectOnce.
func TestAKeyMayConnectOnce(t *testing.T) {
	d := newDoor(Limits{PerKey: 1}.OrUsual())
	for _, want := range []string{"<nil>", "There is a connection with your key already. Close it and try again."} {
		if err := d.hold("SHA256:m", netip.MustParseAddr("192.0.2.1")); fmt.Sprint(err) != want {
			t.Errorf("it is told %v, not %s", err, want)
		}
	}
}

// TestNewPlayersComeAgain: an hour later as many as before.
func TestNewPlayersComeAgain(t *testing.T) {
	t.Parallel()
	d := newDoor(Limits{}.OrUsual())
	from := callerAt("192.0.2.1:22")
	now := time.Now()
	leave, _ := d.enter(from, now)
	for n := range 20 {
		if d.crowded(from, now) {
			t.Fatalf("crowded after %d", n)
		}
		d.newcomer(from, now)
	}
	if !d.crowded(from, now) || d.crowded(callerAt("192.0.2.2:22"), now) {
		t.Error("the limit is not the address's own")
	}
	leave()
	if d.callers.Of[from].gone(now.Add(30*time.Minute)) || !d.crowded(from, now) {
		t.Error("forgotten while it counts")
	}
	if d.crowded(from, now.Add(4*time.Minute)) {
		t.Error("no one more after a few minutes")
	}
	if !d.callers.Of[from].gone(now.Add(time.Hour)) {
		t.Error("remembered when it counts no more")
	}
}

func callerAt(addr string) netip.Addr {
	return quota.Network(addressOf(net.TCPAddrFromAddrPort(netip.MustParseAddrPort(addr))))
}
