//go:build e2e

package e2e

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"strconv"
	"sync"
	"testing"
)

// cable is an address whose connections lead to where aim says at the moment. It can be cut, held or made to lose
// messages of NATS, and mended.
type cable struct {
	net.Listener
	aim func() (network, addr string) // "" for nowhere

	mu    sync.Mutex
	mends sync.Cond
	state state
	open  map[net.Conn]string // both ends, and where they lead
}

type state int

const (
	sound state = iota
	parted
	held
	leaky
	deaf
)

// lossy is one in how many messages a leaky cable loses.
const lossy = 20

func newCable(t *testing.T, aim func() (network, addr string)) *cable {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	c := &cable{Listener: l, aim: aim, open: map[net.Conn]string{}}
	c.mends.L = &c.mu
	var all sync.WaitGroup
	t.Cleanup(func() {
		l.Close()
		c.become(parted)
		all.Wait()
	})
	all.Go(func() {
		for {
			client, err := l.Accept()
			if err != nil {
				return
			}
			all.Go(func() { c.lead(client) })
		}
	})
	return c
}

// cut ends all connections and lets none in.
func (c *cable) cut() { c.become(parted) }

// hold lets nothing through, and says nothing of it.
func (c *cable) hold() { c.become(held) }

// leak loses messages from NATS to its client now and then, without an error.
func (c *cable) leak() { c.become(leaky) }

// deafen keeps from clients what servers say, and passes on what clients say.
func (c *cable) deafen() { c.become(deaf) }

// mend lets everything through again, what was held too.
func (c *cable) mend() { c.become(sound) }

func (c *cable) become(s state) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if s == parted || c.state == deaf { // whoever has missed something cannot go on
		c.end(func(string) bool { return true })
	}
	c.state = s
	c.mends.Broadcast()
}

// drop ends the connections that lead to an address.
func (c *cable) drop(addr string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.end(func(to string) bool { return to == addr })
}

// end ends some connections. c.mu is held.
func (c *cable) end(which func(to string) bool) {
	for conn, to := range c.open {
		if which(to) {
			_ = conn.Close()
		}
	}
}

// passes waits while everything is held, and returns how the cable is.
func (c *cable) passes() state {
	c.mu.Lock()
	defer c.mu.Unlock()
	for c.state == held {
		c.mends.Wait()
	}
	return c.state
}

// lead passes on what both ends say, until one of them ends.
func (c *cable) lead(client net.Conn) {
	defer client.Close()
	now := c.passes()
	network, addr := c.aim()
	if now == parted || addr == "" {
		return
	}
	server, err := net.Dial(network, addr)
	if err != nil {
		return
	}
	defer server.Close()
	c.mu.Lock()
	c.open[client], c.open[server] = addr, addr
	cutMeanwhile := c.state == parted
	c.mu.Unlock()
	defer func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		delete(c.open, client)
		delete(c.open, server)
	}()
	if cutMeanwhile {
		return
	}
	var both sync.WaitGroup
	both.Go(func() {
		defer client.Close()
		defer server.Close()
		_ = c.pass(server, client, func(state) bool { return true })
	})
	both.Go(func() {
		defer client.Close()
		defer server.Close()
		_ = c.passMessages(client, bufio.NewReaderSize(server, 64<<10))
	})
	both.Wait()
}

// answers reports whether a client answers its server.
func answers(s state) bool { return s != deaf }

// pass passes bytes on, as far as they are heard.
func (c *cable) pass(to io.Writer, from io.Reader, heard func(state) bool) error {
	buf := make([]byte, 32<<10)
	for {
		n, err := from.Read(buf)
		if n > 0 {
			now := c.passes()
			if now == parted {
				return io.ErrClosedPipe
			}
			if heard(now) {
				if _, err := to.Write(buf[:n]); err != nil {
					return err
				}
			}
		}
		if err != nil {
			return err
		}
	}
}

// passMessages passes on what a server says, in lines and messages if it begins as NATS does.
func (c *cable) passMessages(to io.Writer, from *bufio.Reader) error {
	if begin, err := from.Peek(5); err != nil || string(begin) != "INFO " {
		return c.pass(to, from, answers)
	}
	for {
		said, err := from.ReadBytes('\n')
		if err != nil {
			return err
		}
		message := bytes.HasPrefix(said, []byte("MSG ")) || bytes.HasPrefix(said, []byte("HMSG "))
		if message {
			fields := bytes.Fields(said)
			size, err := strconv.Atoi(string(fields[len(fields)-1]))
			if err != nil {
				return err
			}
			body := make([]byte, size+2) // with the line's end
			if _, err := io.ReadFull(from, body); err != nil {
				return err
			}
			said = append(said, body...)
		}
		now := c.passes()
		if now == parted {
			return io.ErrClosedPipe
		}
		if message && now == leaky && rand.IntN(lossy) == 0 || !answers(now) {
			continue
		}
		if _, err := to.Write(said); err != nil {
			return err
		}
	}
}

// TestFaultsOfACable: a cable passes on what it is given, holds it, cuts it off, and loses some messages of NATS and
// nothing else.
func TestFaultsOfACable(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	const messages = 2000
	go func() {
		conn, err := l.Accept()
		if err != nil {
			return
		}
		defer conn.Close()
		fmt.Fprint(conn, "INFO {}\r\n")
		begin := make([]byte, 1)
		_, _ = conn.Read(begin)
		for range messages {
			fmt.Fprint(conn, "MSG a 1 7\r\nMSG a\r\n\r\nPING\r\n")
		}
		fmt.Fprint(conn, "+OK\r\n")
		_, _ = conn.Read(begin) // until it is cut
	}()
	c := newCable(t, func() (string, string) { return "tcp", l.Addr().String() })
	conn, err := net.Dial("tcp", c.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	in := bufio.NewReader(conn)
	next := func() string {
		said, err := in.ReadString('\n')
		if err != nil {
			t.Fatal(err)
		}
		return said
	}
	if said := next(); said != "INFO {}\r\n" {
		t.Fatalf("it says %q", said)
	}
	c.leak()
	fmt.Fprint(conn, "x")
	counts := map[string]int{}
	for said := next(); said != "+OK\r\n"; said = next() {
		counts[said]++
	}
	if n := counts["MSG a 1 7\r\n"]; n < messages*85/100 || n >= messages || counts["MSG a\r\n"] != n || counts["PING\r\n"] != messages {
		t.Errorf("of %d there are %v", messages, counts)
	}
	c.cut()
	if _, err := in.ReadByte(); err == nil {
		t.Error("it is cut, and says something")
	}
}
