package server

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/pires/go-proxyproto"
	gossh "golang.org/x/crypto/ssh"

	"noir/data"
	"noir/internal/await"
)

// behind starts a server that takes 127.0.0.2 for a balancer.
func behind(t *testing.T, l Limits) *testHouse {
	t.Helper()
	return open(t, func(c *Config) {
		c.Limits = l
		if err := c.Balancers.Set("127.0.0.2"); err != nil {
			t.Fatal(err)
		}
	})
}

// dialFrom connects from an address of this machine and first sends some bytes.
func (h *testHouse) dialFrom(t *testing.T, source string, header []byte) net.Conn {
	t.Helper()
	c, err := (&net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(source)}}).Dial("tcp", h.addr)
	if err != nil {
		t.Skipf("this machine has no %s: %v", source, err)
	}
	t.Cleanup(func() { _ = c.Close() })
	if _, err := c.Write(header); err != nil {
		t.Fatal(err)
	}
	return c
}

// guest logs in on a connection.
func guest(c net.Conn) (*gossh.Client, error) {
	_ = c.SetDeadline(time.Now().Add(patience))
	conn, channels, requests, err := gossh.NewClientConn(c, "noir", &gossh.ClientConfig{
		User: "marlowe", Auth: asGuest(), HostKeyCallback: gossh.InsecureIgnoreHostKey(),
	})
	if err != nil {
		return nil, err
	}
	return gossh.NewClient(conn, channels, requests), nil
}

// header is a balancer's header for a client.
func header(t *testing.T, version byte, client string) []byte {
	t.Helper()
	from, err := net.ResolveTCPAddr("tcp", client)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := proxyproto.HeaderProxyFromAddrs(version, from, &net.TCPAddr{IP: from.IP, Port: 22}).Format()
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

// TestBehindABalancer: visits, the log, limits and bans know the client's own address.
func TestBehindABalancer(t *testing.T) {
	t.Parallel()
	for name, version := range map[string]byte{"v1": 1, "v2": 2} {
		t.Run(name, func(t *testing.T) {
			h := behind(t, Limits{PerAddress: 1})
			for _, client := range []string{"203.0.113.7:4711", "[2001:db8::7]:4712"} {
				c, err := guest(h.dialFrom(t, "127.0.0.2", header(t, version, client)))
				if err != nil {
					t.Fatalf("%s: %v", client, err)
				}
				if r := command(t, c, "whoami"); r.code != 0 {
					t.Errorf("%s: %+v", client, r)
				}
				if v := await.One(t, h.visits, "visit"); v.RemoteAddr.String() != client {
					t.Errorf("%s visits from %v", client, v.RemoteAddr)
				}
				if !strings.Contains(h.log.String(), "remote="+client) && !strings.Contains(h.log.String(), `remote="`+client+`"`) {
					t.Errorf("the log does not know %s:\n%s", client, h.log)
				}
			}
			if _, err := guest(h.dialFrom(t, "127.0.0.2", header(t, version, "203.0.113.7:4713"))); err == nil || !strings.Contains(err.Error(), "from your address already") {
				t.Errorf("a second connection of one client: %v", err)
			}
			h.ban(t, data.Ban{Kind: data.BanPrefix, Value: "198.51.100.0/24", Reason: "a flood."})
			if _, err := guest(h.dialFrom(t, "127.0.0.2", header(t, version, "198.51.100.1:1"))); err == nil || !strings.Contains(err.Error(), "shut out") {
				t.Errorf("a banned client: %v", err)
			}
			if _, err := guest(h.dialFrom(t, "127.0.0.2", header(t, version, "203.0.114.1:1"))); err != nil {
				t.Errorf("another client: %v", err)
			}
		})
	}
}

// TestBalancersMustSay: a balancer's connection without a header is closed, however it begins, at
// most headerTime later. A balancer's own requests, such as health checks, have its address.
func TestBalancersMustSay(t *testing.T) {
	t.Parallel()
	h := behind(t, Limits{})
	local, err := (&proxyproto.Header{Version: 2, Command: proxyproto.LOCAL}).Format()
	if err != nil {
		t.Fatal(err)
	}
	unix, err := proxyproto.HeaderProxyFromAddrs(2, &net.UnixAddr{Net: "unix", Name: "/a"}, &net.UnixAddr{Net: "unix", Name: "/b"}).Format()
	if err != nil {
		t.Fatal(err)
	}
	wrong := map[string][]byte{
		"nothing": nil, "ssh at once": []byte("SSH-2.0-x\r\n"), "half a header": []byte("PROXY TCP4 203.0"),
		"no address": []byte("PROXY TCP4 marlowe 10.0.0.1 1 2\r\n"), "no end": bytes.Repeat([]byte("PROXY "), 100), "a file": unix,
	}
	closed := map[string]net.Conn{}
	for name, said := range wrong { // all wait at the same time
		closed[name] = h.dialFrom(t, "127.0.0.2", said)
	}
	for name, c := range closed {
		_ = c.SetDeadline(time.Now().Add(patience))
		if got, err := io.ReadAll(c); len(got) > 0 || errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%s: was told %q, %v", name, got, err)
		}
	}
	if n := h.met(t, "proxy_header"); n != float64(len(wrong)) {
		t.Errorf("%v of %d are counted", n, len(wrong))
	}
	for name, said := range map[string][]byte{"local": local, "unknown": []byte("PROXY UNKNOWN\r\n")} {
		c, err := guest(h.dialFrom(t, "127.0.0.2", said))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		command(t, c, "whoami")
		if v := await.One(t, h.visits, "visit"); addressOf(v.RemoteAddr).String() != "127.0.0.2" {
			t.Errorf("%s visits from %v", name, v.RemoteAddr)
		}
	}
}

// TestOnlyBalancersSay: other clients cannot claim another address. Without a header they come in
// as before, also when they let the server speak first.
func TestOnlyBalancersSay(t *testing.T) {
	t.Parallel()
	h := behind(t, Limits{})
	for _, version := range []byte{1, 2} {
		if _, err := guest(h.dialFrom(t, "127.0.0.3", header(t, version, "203.0.113.7:4711"))); err == nil {
			t.Errorf("a header (v%d) was taken from 127.0.0.3", version)
		}
	}
	if c, err := guest(h.dialFrom(t, "127.0.0.3", nil)); err != nil {
		t.Error(err)
	} else if command(t, c, "whoami"); addressOf(await.One(t, h.visits, "visit").RemoteAddr).String() != "127.0.0.3" {
		t.Error("a client of 127.0.0.3 comes from elsewhere")
	}
	silent := h.dialFrom(t, "127.0.0.3", nil)
	_ = silent.SetDeadline(time.Now().Add(patience))
	hello := make([]byte, len(version))
	if _, err := io.ReadFull(silent, hello); err != nil || string(hello) != version {
		t.Errorf("whoever waits is told %q, %v", hello, err)
	}
}

// TestFewWaitForTheirHeaders: of too many the last is turned away at once, and takes no place of those that wait.
func TestFewWaitForTheirHeaders(t *testing.T) {
	t.Parallel()
	r := newReception(nil)
	far, near := net.Pipe()
	defer far.Close()
	defer near.Close()
	for range mostAwaited {
		_, waits := net.Pipe()
		r.awaited[waits] = true
	}
	if _, err := r.await(near); err == nil || err.Error() != "1024 connections wait for their headers already" || len(r.awaited) != mostAwaited {
		t.Errorf("%v, and %d wait", err, len(r.awaited))
	}
	for waits := range r.awaited {
		delete(r.awaited, waits)
		break
	}
	_ = far.Close()
	if _, err := r.await(near); err == nil || strings.Contains(err.Error(), "already") || len(r.awaited) != mostAwaited-1 {
		t.Errorf("the last one that may wait: %v, and %d wait", err, len(r.awaited))
	}
}

// TestNobodyWaitsForAHeaderAtTheEnd: a server that ends does not wait for what a balancer has not sent, nor for what comes
// meanwhile.
func TestNobodyWaitsForAHeaderAtTheEnd(t *testing.T) {
	t.Parallel()
	r := newReception(nil)
	far, near := net.Pipe()
	defer far.Close()
	told := make(chan error, 1)
	go func() {
		_, err := r.await(near)
		told <- err
	}()
	await.Until(t, "a connection that waits", func() bool {
		r.mu.Lock()
		defer r.mu.Unlock()
		return len(r.awaited) == 1
	})
	began := time.Now()
	r.close()
	if err := await.One(t, told, "end of the wait"); err == nil || time.Since(began) >= headerTime {
		t.Errorf("after %v: %v", time.Since(began), err)
	}
	if _, err := r.await(near); !errors.Is(err, net.ErrClosed) {
		t.Errorf("one that comes later: %v", err)
	}
}

// TestTurnedAwayWithoutAWord: when there are too many even to be told, a connection is closed at once.
func TestTurnedAwayWithoutAWord(t *testing.T) {
	t.Parallel()
	far, near := net.Pipe()
	go refuse(near, tooManyConnections, "")
	_ = far.SetDeadline(time.Now().Add(patience))
	if said, err := io.ReadAll(far); err != nil || len(said) > 0 {
		t.Errorf("told %q, %v", said, err)
	}
}
