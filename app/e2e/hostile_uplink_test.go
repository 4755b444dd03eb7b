package e2e

import (
	"context"
	"errors"
	"net"

	"golang.org/x/crypto/ssh"
	"golang.org/x/time/rate"
)

// uplink is the attacker's connection to the server. Both share a machine, so it is limited to
// what a distant attacker could use: 100 Mbit and 50,000 packets a second, and the processor
// time for four handshakes at once.
type uplink struct {
	bytes, packets *rate.Limiter
	hands          chan struct{}
}

func newUplink() *uplink {
	const bytes, packets, handshakes = 100_000_000 / 8, 50_000, 4
	return &uplink{
		bytes: rate.NewLimiter(bytes, bytes/10), packets: rate.NewLimiter(packets, packets/10),
		hands: make(chan struct{}, handshakes),
	}
}

// uplinkConn is a connection over the attacker's line.
type uplinkConn struct {
	net.Conn
	line *uplink
}

func (c uplinkConn) Write(p []byte) (sent int, err error) {
	for len(p) > 0 && err == nil {
		n := min(len(p), 64<<10)
		if err = errors.Join(c.line.packets.Wait(context.Background()), c.line.bytes.WaitN(context.Background(), n)); err == nil {
			n, err = c.Conn.Write(p[:n])
			sent, p = sent+n, p[n:]
		}
	}
	return sent, err
}

// Close closes the connection; unsent data is lost.
func (c uplinkConn) Close() error {
	return errors.Join(c.Conn.(*net.TCPConn).SetLinger(0), c.Conn.Close())
}

// knock opens a TCP connection.
func (s *siege) knock() (net.Conn, error) {
	c, err := net.Dial("tcp", s.server.addr)
	if err != nil {
		return nil, err
	}
	return uplinkConn{c, s.line}, nil
}

// visit opens an SSH connection.
func (s *siege) visit(p person) (*ssh.Client, error) {
	s.line.hands <- struct{}{}
	defer func() { <-s.line.hands }()
	raw, err := s.knock()
	if err != nil {
		return nil, err
	}
	c, err := p.dialOver(raw)
	if err != nil {
		return nil, errors.Join(err, raw.Close())
	}
	return c, nil
}

// attacker visits with a new key.
func (s *siege) attacker() *ssh.Client {
	s.Helper()
	c, err := s.visit(newPerson(s, "attacker"))
	if err != nil {
		s.Fatal(err)
	}
	s.Cleanup(func() { _ = c.Close() })
	return c
}
