package server

import (
	"fmt"
	"net"
	"sync"
	"time"

	"charm.land/ssh"
	gossh "golang.org/x/crypto/ssh"
	"golang.org/x/time/rate"

	"noir/data"
)

// connectionKey is the context key of a client's *connection.
type connectionKey struct{}

const (
	unusedTime = 30 * time.Second       // a connection without a session stays open
	drainGrace = 500 * time.Millisecond // the same while the server is going down

	// A connection may open channelBurst channels, then channelRate a second;
	// more than that wait: each costs a look into the store and a line in the log.
	channelRate  = 50
	channelBurst = 200
)

// connection is one client. It counts its channels and closes itself when none
// has a session running for a while.
type connection struct {
	net.Conn
	server *Server

	pace     *rate.Limiter // of channels
	mu       sync.Mutex
	channels int
	sessions int
	over     bool
	empty    *sync.Cond // channels has become 0
	unused   *time.Timer
	grace    time.Duration
	known    bool        // counted as authenticated
	guest    data.Player // whom all its sessions are, when there is no key
}

func newConnection(s *Server, raw net.Conn) *connection {
	c := &connection{Conn: raw, server: s, grace: unusedTime, pace: rate.NewLimiter(channelRate, channelBurst)}
	c.empty = sync.NewCond(&c.mu)
	c.unused = time.AfterFunc(s.limits.Handshake+unusedTime, func() { _ = raw.Close() })
	return c
}

// enter counts a channel in, or says why there may be no other.
func (c *connection) enter() (refused string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch limit := c.server.limits.Channels; {
	case c.over:
		return "The connection is closed."
	case c.channels >= limit:
		c.server.metrics.refused.WithLabelValues("channels").Inc()
		return fmt.Sprintf("There are %d sessions on your connection already.", limit)
	}
	c.channels++
	return ""
}

func (c *connection) leave() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.channels--
	if c.channels == 0 {
		c.empty.Broadcast()
	}
}

// begin and end count the sessions that run.
func (c *connection) begin() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.sessions++
	if c.sessions == 1 {
		c.unused.Stop()
		c.server.metrics.online.Add(1)
	}
}

func (c *connection) end() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.sessions--
	if c.sessions == 0 {
		c.server.metrics.online.Add(-1)
		c.unused.Reset(c.grace)
	}
}

// hurry closes the connection as soon as its sessions have ended.
func (c *connection) hurry() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.grace = drainGrace
	if c.sessions == 0 {
		c.unused.Reset(c.grace)
	}
}

// cut closes the connection at once. It never blocks.
func (c *connection) cut() { _ = c.Close() }

// ended waits for what is left of a closed connection's channels.
func (c *connection) ended() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.over = true
	for c.channels > 0 {
		c.empty.Wait()
	}
	c.unused.Stop()
	if c.guest.ID.Guest() {
		c.server.guests.leave(c.guest)
	}
}

// asGuest returns the guest who all sessions of a connection without a key are.
func (c *connection) asGuest() data.Player {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.guest.ID == 0 {
		c.guest = c.server.guests.enter()
	}
	return c.guest
}

// openChannel serves one session channel. It returns when everything of the
// channel has ended.
func (s *Server) openChannel(_ *ssh.Server, conn *gossh.ServerConn, asked gossh.NewChannel, ctx ssh.Context) {
	c := ctx.Value(connectionKey{}).(*connection)
	if refused := c.enter(); refused != "" {
		_ = asked.Reject(gossh.ResourceShortage, refused)
		return
	}
	defer c.leave()
	if c.pace.Wait(ctx) != nil { // the client is gone
		return
	}
	channel, requests, err := asked.Accept()
	if err != nil {
		return
	}
	key, _ := ctx.Value(ssh.ContextKeyPublicKey).(ssh.PublicKey)
	c.authenticated(key)
	newSession(c, channel, conn.User(), key).serve(requests)
}

func (c *connection) authenticated(key ssh.PublicKey) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.known {
		return
	}
	c.known = true
	method := "key"
	if key == nil {
		method = "guest"
	}
	c.server.metrics.auth.WithLabelValues(method).Inc()
}
