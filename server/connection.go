package server

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/netip"
	"runtime/debug"
	"sync"
	"time"

	gossh "golang.org/x/crypto/ssh"
	"golang.org/x/time/rate"

	"noir/data"
	"noir/internal/language"
	"noir/internal/quota"
)

// connectionKey is the context key of a client's *connection.
type connectionKey struct{}

const (
	unusedTime = 30 * time.Second       // after which a connection without a session is closed
	drainGrace = 500 * time.Millisecond // the same while the server is going down

	// A connection may open channelBurst channels, then channelRate a second. Further ones wait:
	// each costs a read of the store and a line in the log.
	channelRate  = 50
	channelBurst = 200
)

// connection is one client. It counts its channels and closes itself when none of them has had a
// running session for a while.
type connection struct {
	net.Conn
	*shared
	log    *slog.Logger // names the connection in every line
	from   netip.Addr
	opened time.Time
	late   lateWarning
	pace   *rate.Limiter // of channels
	intake *rate.Limiter // of bytes
	proofs int           // of host keys; only for the goroutine that serves global requests
	read   int           // bytes; only for the goroutine that reads
	much   chan struct{} // closed when read has reached muchInput

	mu       sync.Mutex
	channels int
	running  map[*session]bool
	ending   map[*session]bool // sessions that end, as long as their channels still count
	waiting  int               // channels that wait for one that ends
	sessions int               // that have begun
	over     bool
	left     *sync.Cond // signalled when a channel has left, and with over
	unused   *time.Timer
	grace    time.Duration
	greeted  bool        // the host keys were announced
	known    bool        // the visitor was counted and logged
	held     bool        // counted against its key
	guest    data.Player // the guest of all its sessions if there is no key
	identity
}

// identity is who the visitor of a connection is.
type identity struct {
	fingerprint string        // of the proved key, from the first session on; empty for a guest
	player      data.PlayerID // as last read
	name        string        // the player's
}

// meant reports whether a dismissal means the visitor.
func (who identity) meant(d Dismissal) bool {
	return d.Fingerprint != "" && who.fingerprint == d.Fingerprint || d.Player != 0 && who.player == d.Player
}

// who returns the present identity of the visitor.
func (c *connection) who() identity {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.identity
}

// readBuffer is how much unread input the system keeps: the end of a connection comes after it, and
// intake is slow.
const readBuffer = 64 << 10

// muchInput is how many bytes a connection may send before its sessions drop what came as standard
// error. Waiting in an SSH channel, that takes a few times as much memory even in packets of one
// byte. A person sends as much with two thousand keys.
const muchInput = 128 << 10

// writeBuffer is how much output waits in a connection's socket. What is drawn after that waits in
// server/terminal, where the newest frame replaces older ones.
const writeBuffer = 64 << 10

func newConnection(s *shared, raw net.Conn, from netip.Addr) *connection {
	c := &connection{
		Conn: raw, shared: s, from: from, opened: time.Now(), grace: unusedTime,
		log:  s.log.With("conn", randomID(), "remote", raw.RemoteAddr().String()),
		pace: rate.NewLimiter(channelRate, channelBurst), running: map[*session]bool{}, ending: map[*session]bool{},
		intake: s.limits.intake(), much: make(chan struct{}),
	}
	if tcp, ok := tcpOf(raw); ok {
		_ = tcp.SetReadBuffer(readBuffer)
		_ = tcp.SetWriteBuffer(writeBuffer)
	}
	c.left = sync.NewCond(&c.mu)
	c.unused = time.AfterFunc(s.limits.Handshake+unusedTime, func() { _ = raw.Close() })
	return c
}

// Read limits the rate of all input. The rest waits in the socket, where it costs neither memory
// nor time.
func (c *connection) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p[:min(len(p), c.intake.Burst())])
	if before := c.read; before < muchInput {
		if c.read += n; c.read >= muchInput {
			close(c.much)
		}
	}
	if wait := c.intake.ReserveN(time.Now(), n).Delay(); wait > 0 && err == nil {
		time.Sleep(wait)
	}
	return n, err
}

// RemoteAddr returns the address together with its connection, by which a failed handshake is
// identified.
func (c *connection) RemoteAddr() net.Addr { return peer{c.Conn.RemoteAddr(), c} }

// peer is the far end of a connection.
type peer struct {
	net.Addr
	connection *connection
}

// leaveTime is how long a new channel waits for one that ends: a client may open the next one as soon
// as it has read the end of the last, or has closed that itself.
const leaveTime = time.Second

// enter counts a channel, or says why there may be no other. It waits for channels that end, with
// at most as many waiting as are ending.
func (c *connection) enter() (refused string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	limit := c.limits.Channels
	if c.channels >= limit && c.waiting < len(c.ending) {
		late := false
		timer := time.AfterFunc(leaveTime, func() {
			c.mu.Lock()
			defer c.mu.Unlock()
			late = true
			c.left.Broadcast()
		})
		defer timer.Stop()
		c.waiting++
		for c.channels >= limit && !c.over && !late {
			c.left.Wait()
		}
		c.waiting--
	}
	switch {
	case c.over:
		return "The connection is closed."
	case c.channels >= limit:
		c.metrics.met(limitChannels)
		return language.Counted(limit, "There is a session on your connection already.", "There are %d sessions on your connection already.")
	}
	c.channels++
	return ""
}

// leave uncounts a channel that has closed, and its session if there was one.
func (c *connection) leave(s *session) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.channels--
	delete(c.ending, s)
	c.left.Broadcast()
}

// leaves notes that a session ends: it is about to be told so, or its client has closed its channel.
func (c *connection) leaves(s *session) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ending[s] = true
}

// begin and end count the running sessions.
func (c *connection) begin(s *session) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.running[s] = true
	c.sessions++
	if len(c.running) == 1 {
		c.unused.Stop()
		c.metrics.online.Add(1)
	}
}

func (c *connection) end(s *session) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.running, s)
	if len(c.running) == 0 {
		c.metrics.online.Add(-1)
		c.unused.Reset(c.grace)
	}
}

// hurry closes the connection as soon as its sessions have ended.
func (c *connection) hurry() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.grace = drainGrace
	if len(c.running) == 0 {
		c.unused.Reset(c.grace)
	}
}

// inUse reports whether a session runs.
func (c *connection) inUse() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.running) > 0
}

// expel ends all sessions except spared, telling why, and then the connection.
func (c *connection) expel(why error, spared *session) {
	c.hurry()
	c.endSessions(why, spared)
}

// endSessions ends all sessions except spared, telling why.
func (c *connection) endSessions(why error, spared *session) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for s := range c.running {
		if s != spared {
			s.end(why)
		}
	}
}

// cut closes the connection at once. It never blocks.
func (c *connection) cut() { _ = c.Close() }

// ended waits for what is left of a closed connection's channels.
func (c *connection) ended() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.over = true
	c.left.Broadcast()
	for c.channels > 0 {
		c.left.Wait()
	}
	c.unused.Stop()
	c.late.end()
	if c.guest.ID.Guest() {
		c.guests.leave(c.guest)
		c.config.Tables.Depart(c.guest.ID)
	}
	if c.held {
		c.door.release(c.fingerprint)
	}
	if c.known {
		c.log.Info("left", "sessions", c.sessions, "took", time.Since(c.opened).Round(time.Millisecond))
	}
}

// asGuest returns the guest of a connection without a key; all its sessions share one.
func (c *connection) asGuest() data.Player {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.guest.ID == 0 {
		c.guest = c.guests.enter()
	}
	return c.guest
}

// admit checks a visitor against the bans and the number of connections of one key; an error is a
// sentence. It counts and logs the connection's first visitor.
func (c *connection) admit(v Visit) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.player, c.name = v.Player.ID, v.Player.Name
	refused := c.bans.against(c.from, v.Fingerprint, v.Player.ID)
	if !c.known {
		c.known = true
		outcome := outcomeOf(v, refused != nil)
		c.metrics.auth.WithLabelValues(outcome).Inc()
		c.log.Info("came in", "as", outcome, "player", v.Player.Name, "user", printable(v.User, maxUser), "key", v.Fingerprint)
	}
	if refused != nil || v.Fingerprint == "" || c.held {
		return refused
	}
	if err := c.door.hold(v.Fingerprint, c.from); err != nil {
		c.metrics.met(limitKey)
		return err
	}
	c.held = true
	return nil
}

// outcomeOf is the outcome under which a visitor is counted.
func outcomeOf(v Visit, banned bool) string {
	switch {
	case banned:
		return "banned"
	case v.Fingerprint == "":
		return "guest"
	}
	return "key"
}

// proved notes the key that the client has proved. It does so before the key is looked up, so that
// anyone who removes the key meanwhile finds the connection.
func (c *connection) proved(fingerprint string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.fingerprint = fingerprint
}

// named notes the player that the connection's key has now.
func (c *connection) named(p data.Player) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.player, c.name = p.ID, p.Name
}

// enrol makes the owner of the connection's key a player.
func (c *connection) enrol(ctx context.Context, name, fingerprint string) (data.Player, error) {
	store := c.config.Store
	p, err := c.door.enrol(quota.Network(c.from), func() (data.Player, error) {
		return store.CreatePlayer(ctx, name, fingerprint, "")
	})
	switch {
	case errors.Is(err, data.ErrKeyTaken): // by another connection just now
		p, err = store.PlayerByKey(ctx, fingerprint)
	case errors.Is(err, data.ErrCrowded):
		c.metrics.met(limitNewPlayers)
	}
	if err == nil {
		c.named(p)
	}
	return p, err
}

// payer is the present payer of the costs of the connection's sessions.
func (c *connection) payer() quota.Payer {
	c.mu.Lock()
	defer c.mu.Unlock()
	p := quota.Payer{Address: quota.Network(c.from)}
	switch {
	case c.fingerprint == "":
		p.ID, p.Guest = quota.Guest(int64(c.guest.ID)), true
	case c.player == 0:
		p.ID = quota.Key(c.fingerprint)
	default:
		p.ID = quota.Player(int64(c.player))
	}
	return p
}

// greet sends the client the host keys, once.
func (c *connection) greet(conn gossh.Conn) {
	c.mu.Lock()
	greeted := c.greeted
	c.greeted = true
	c.mu.Unlock()
	if !greeted {
		c.hostKeys.announce(conn)
	}
}

// rescue is deferred where a panic must end only the connection.
func (c *connection) rescue() {
	if v := recover(); v != nil {
		c.metrics.panics.WithLabelValues("connection").Inc()
		c.log.Error("a connection has panicked", "panic", fmt.Sprint(v), "stack", string(debug.Stack()))
		c.cut()
	}
}
