// Package server is the SSH front door: it identifies visitors by their keys, enforces the limits,
// and runs the screens, the plain text game or a command for each SSH channel. These are given to
// it as functions.
//
// A connection is served by one goroutine and each of its channels by a few more; all of them have
// ended when Shutdown returns nil. Input is read from the socket no faster than a program and a
// person on every channel may send (Limits). While a session reads slowly, input waits in its SSH
// channel; a flood ends the session. A client that takes no output for Limits.Patience is
// disconnected.
package server

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"
	"charm.land/ssh"
	"github.com/prometheus/client_golang/prometheus"

	"noir/data"
	"noir/internal/language"
	"noir/internal/quota"
	"noir/internal/workers"
	"noir/matchmaking"
)

// store is the part of a store that the server needs, and the keyring that it hands to visitors.
type store interface {
	data.Keyring
	PlayerByKey(ctx context.Context, fingerprint string) (data.Player, error)
	CreatePlayer(ctx context.Context, name, fingerprint, label string) (data.Player, error)
	Bans(ctx context.Context) ([]data.Ban, error)
	Gone(ctx context.Context, players []data.PlayerID) ([]data.PlayerID, error)
}

// Config configures a server. HostKeyPath, Store, Screens, Plain and Command are required.
type Config struct {
	HostKeyPath string // an Ed25519 key in OpenSSH's format; made if there is none; the next key may be beside it (hostkey.Next)
	Store       store
	Log         *slog.Logger // nil logs nothing
	Limits      Limits
	Balancers   Proxies  // whose connections begin with the client's address
	Version     string   // for /metrics
	Profiling   bool     // serve /debug/pprof beside /metrics, to all who can reach that address
	Limited     []string // names of further limits for Visit.Met, counted from 0 on

	// Notice is the message that tells the screens of an error for a person. If nil, none is shown.
	Notice func(error) tea.Msg

	// Reader finds the language of a visitor from what their client says. If nil, they are told in
	// English why their session ends, until Visit.Reads.
	Reader func(Visit) *language.Reader

	// Screens makes the program of a session with a terminal. If it has a method Leave, that is
	// called when the program has ended, for whatever reason; if it has a method Farewell, what that
	// returns is shown on the terminal when the visitor has quit.
	Screens func(Visit) tea.Model

	// Plain plays the game line by line, for a session without a terminal or with one that cannot
	// move its cursor; like Screens, it asks a new visitor for their name. Plain and Command must
	// return soon after ctx has ended; reads from in fail then. The text of an error is told to the
	// person.
	Plain func(ctx context.Context, v Visit, in io.Reader, out io.Writer) error

	// Command runs a command and returns its exit code.
	Command func(ctx context.Context, v Visit, args []string, in io.Reader, out, errOut io.Writer) int

	// Unnamed reports that a command itself decides whose a new key is to be, so that no player is
	// made for it first. If nil, no command does.
	Unnamed func(args []string) bool

	// Invited reports whether a key without a player may come in. If it is not nil, guests may not,
	// and other new keys only for commands that are Unnamed.
	Invited func(fingerprint string) bool

	// Admits reports whether a user name is a code that stands for an invitation; then it is not a
	// name. A visitor with a key may come in with it. It may be nil.
	Admits func(user string) bool

	// Draining is called once when Shutdown begins, before sessions are ended. It returns when
	// all have been told, or soon after ctx has ended. It may be nil.
	Draining func(context.Context)

	// Elsewhere reports whether other servers take visitors in while this one goes down. It is called once, after
	// Draining, and must not block. It may be nil: there are none.
	Elsewhere func() bool

	// Departed is called for each guest whose connection has ended; their id is not used again. It
	// must not block. It may be nil.
	Departed func(data.PlayerID)

	// Guests returns the share of names and ids that guests who come now get. It must not block. The zero value
	// is the share of before, and all at first; so is nil.
	Guests func() Share

	// Dismissed is told whose sessions end because of a change of keys, for other servers of the same
	// store. It must not block, and may be nil.
	Dismissed func(Dismissal)

	// Ready returns why nobody can play now, for /readyz. It is called at most once a second, one
	// call at a time. It may be nil.
	Ready func(context.Context) error

	// Quota is the ledger that sessions pay into; nil: one with the default prices.
	Quota *quota.Ledger

	// Collectors are further metrics.
	Collectors []prometheus.Collector

	// Counts tells how busy the tables are, for /metrics. It may be nil.
	Counts func() matchmaking.Counts

	// Totals counts what happened at the tables, for /metrics. It may be nil, and is not called
	// without Counts.
	Totals func() matchmaking.Totals
}

// Server is the front door. Make it with New.
type Server struct {
	shared
	end       context.CancelCauseFunc // of shared.ctx
	ssh       *ssh.Server
	reception reception
	presence  presence
	probe     probe
	http      *http.Server

	accepting sync.WaitGroup // one for each Serve
	closing   chan struct{}  // closed when Shutdown begins

	mu        sync.Mutex
	draining  bool
	watching  bool // watchBans runs
	listeners map[net.Listener]bool
	busy      sync.WaitGroup // one for each connection, refused ones too, and one for the bans
}

// New prepares a server and makes its host key if there is none.
func New(c Config) (*Server, error) {
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	if c.Quota == nil {
		c.Quota = quota.NewLedger(nil)
	}
	if err := c.Limits.Check(); err != nil {
		return nil, err
	}
	s := &Server{
		shared:    shared{config: c, log: c.Log, limits: c.Limits.OrUsual(), metrics: newMetrics(c), workers: new(workers.Pool)},
		listeners: map[net.Listener]bool{}, closing: make(chan struct{}),
	}
	s.reception.balancers = c.Balancers
	s.guests.now = c.Guests
	s.connections.open = map[*connection]bool{}
	s.door = newDoor(s.limits)
	s.probe = probe{ask: c.Ready}
	s.metrics.registry.MustRegister(s.gauges()...)
	s.http = s.newHTTP()
	s.ctx, s.end = context.WithCancelCause(context.Background())
	var err error
	s.ssh, err = s.newSSH()
	return s, err
}

// Serve accepts connections and returns nil after Shutdown. It closes l. It accepts none before it
// has read the bans: the error is the store's.
func (s *Server) Serve(l net.Listener) error { return s.serve(l, s.receive) }

// ServeClients does the same for connections that know their client's address already, so that none of them
// is a balancer's.
func (s *Server) ServeClients(l net.Listener) error { return s.serve(l, s.accept) }

func (s *Server) serve(l net.Listener, take func(net.Conn)) error {
	defer l.Close()
	if err := s.readBans(s.ctx, false); err != nil && s.bans.unknown() && s.ctx.Err() == nil {
		return fmt.Errorf("the bans cannot be read: %w", err)
	}
	if !s.listen(l) {
		return nil
	}
	defer s.accepting.Done()
	pause := time.Duration(0)
	for {
		c, err := l.Accept()
		switch {
		case err == nil:
			pause = 0
			take(c)
		case errors.Is(err, net.ErrClosed):
			return nil
		default: // out of files, most likely: some will be closed
			s.metrics.unaccepted.Inc()
			s.log.Warn("cannot take a connection", "err", err)
			pause = min(max(2*pause, 5*time.Millisecond), time.Second)
			select {
			case <-s.closing:
				return nil
			case <-time.After(pause):
			}
		}
	}
}

// listen registers a listener, and starts to watch the bans with the first one.
func (s *Server) listen(l net.Listener) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.draining {
		return false
	}
	s.listeners[l] = true
	s.accepting.Add(1)
	if !s.watching {
		s.watching = true
		s.busy.Go(s.watchBans)
	}
	return true
}

// receive accepts a connection as soon as its client's address is known.
func (s *Server) receive(raw net.Conn) {
	if !s.reception.balancers.Has(addressOf(raw.RemoteAddr())) {
		s.accept(s.reception.direct(raw))
		return
	}
	s.accepting.Go(func() {
		c, err := s.reception.await(raw)
		if err != nil {
			s.metrics.met(limitHeader)
			_ = raw.Close()
			s.log.Debug("no header from a balancer", "remote", raw.RemoteAddr().String(), "err", err)
			return
		}
		s.accept(c)
	})
}

// accept lets a connection in or says why not.
func (s *Server) accept(raw net.Conn) {
	s.connections.mu.Lock() // a ban that is read meanwhile finds the connection, or the connection finds the ban
	defer s.connections.mu.Unlock()
	from := addressOf(raw.RemoteAddr())
	leave, refused := s.door.enter(quota.Network(from), time.Now())
	if refused != nil {
		s.metrics.met(refused.limit)
		s.turnAway(raw, tooManyConnections, refused.sentence, leave)
		return
	}
	if err := s.bans.against(from, "", 0); err != nil {
		s.metrics.auth.WithLabelValues("banned").Inc()
		s.turnAway(raw, notAllowed, err.Error(), leave)
		return
	}
	c := newConnection(&s.shared, raw, from)
	s.connections.open[c] = true
	s.busy.Go(func() {
		defer leave()
		s.ssh.HandleConn(c)
		c.ended()
		s.connections.remove(c)
	})
}

// turnAway tells a client why it is not let in.
func (s *Server) turnAway(raw net.Conn, reason uint32, sentence string, leave func()) {
	s.busy.Go(func() {
		defer leave()
		refuse(raw, reason, sentence)
	})
}

func (s *Server) isDraining() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.draining
}

// Online returns how many people and programs are connected.
func (s *Server) Online() int { return int(s.metrics.online.Load()) }

// Shutdown accepts no further connections, calls Config.Draining, ends every session and waits for
// them. When ctx ends first it closes what is still open and waits one more second; the error then
// says that something in this process hangs. It must be called once.
func (s *Server) Shutdown(ctx context.Context) error {
	s.close()
	s.accepting.Wait() // connections accepted until now are told like the others
	defer s.http.Close()
	if s.config.Draining != nil {
		s.config.Draining(ctx)
	}
	if elsewhere := s.config.Elsewhere; elsewhere != nil && elsewhere() {
		s.end(errElsewhere)
	} else {
		s.end(errDraining)
	}
	for _, c := range s.connections.all() {
		c.hurry()
	}
	left := make(chan struct{})
	go func() {
		defer close(left)
		s.busy.Wait()
		s.workers.Close()
	}()
	select {
	case <-left:
		return nil
	case <-ctx.Done():
	}
	for _, c := range s.connections.all() {
		_ = c.Close()
	}
	select {
	case <-left:
		return nil
	case <-time.After(time.Second):
		return errors.New("sessions have not ended in time")
	}
}

// SendAway ends all sessions, and tells the visitors that another server takes them in. It does not block.
func (s *Server) SendAway() {
	for _, c := range s.connections.all() {
		c.expel(errStranded, nil)
	}
}

// Dismiss ends the sessions that a dismissal by another server means. It does not wait for them.
func (s *Server) Dismiss(d Dismissal) { s.connections.dismiss(nil, d) }

// close refuses connections from now on.
func (s *Server) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.draining {
		s.draining = true
		close(s.closing)
	}
	for l := range s.listeners {
		_ = l.Close()
	}
}
