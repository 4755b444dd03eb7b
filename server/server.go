// Package server is the SSH front door: it identifies visitors by their keys, enforces the limits,
// and runs the screens, the plain text game or a command for each SSH channel. These are given to
// it as Visits.
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
	"log/slog"
	"net"
	"net/http"
	"sync"
	"time"

	"charm.land/ssh"

	"noir/internal/quota"
	"noir/internal/workers"
)

// Server is the front door. Make it with New.
type Server struct {
	shared
	presence
	end       context.CancelCauseFunc // of shared.ctx
	ssh       *ssh.Server
	serving   *serving // until Shutdown
	reception *reception
	watch     *watch
	watching  sync.Once // starts the watch
	http      *http.Server
}

// New prepares a server and makes its host key if it does not exist.
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
		shared:  shared{config: c, log: c.Log, limits: c.Limits.OrUsual(), metrics: newMetrics(c), workers: new(workers.Pool)},
		serving: newServing(), reception: newReception(c.Balancers),
	}
	s.watch, s.presence.among = &watch{shared: &s.shared}, &s.connections
	if c.Peers != nil {
		s.guests.now = c.Peers.Share
	}
	s.connections.open = map[*connection]bool{}
	s.door = newDoor(s.limits)
	s.metrics.registry.MustRegister(gauges(&s.shared, s.serving)...)
	s.metrics.registry.MustRegister(newTables(c, s.metrics)...)
	s.ctx, s.end = context.WithCancelCause(context.Background())
	s.http = newHTTP(&s.shared, newReadiness(&s.shared, s.serving))
	var err error
	s.ssh, s.hostKeys, err = newSSH(c.HostKeyPath, s.limits.Handshake)
	return s, err
}

// Serve accepts connections and returns nil after Shutdown. It closes l. It accepts no connection before it has read
// the bans; if that fails it returns the store's error.
func (s *Server) Serve(l net.Listener) error { return s.serve(l, s.receive) }

// ServeClients does the same for connections that already know their client's address and do not come from a balancer.
func (s *Server) ServeClients(l net.Listener) error { return s.serve(l, s.accept) }

func (s *Server) serve(l net.Listener, take func(net.Conn)) error {
	defer l.Close()
	if err := s.watch.look(s.ctx); err != nil && s.bans.unknown() && s.ctx.Err() == nil {
		return fmt.Errorf("the bans cannot be read: %w", err)
	}
	if !s.serving.listen(l) {
		return nil
	}
	defer s.serving.accepting.Done()
	s.watching.Do(func() { s.serving.meanwhile(s.watch.run) })
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
			case <-s.serving.over:
				return nil
			case <-time.After(pause):
			}
		}
	}
}

// receive accepts a connection as soon as its client's address is known.
func (s *Server) receive(raw net.Conn) {
	if !s.reception.balancers.Has(addressOf(raw.RemoteAddr())) {
		s.accept(s.reception.direct(raw))
		return
	}
	s.serving.accepting.Go(func() {
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
	s.serving.busy.Go(func() {
		defer leave()
		s.ssh.HandleConn(c)
		c.ended()
		s.connections.remove(c)
	})
}

// turnAway tells a client why it is not let in.
func (s *Server) turnAway(raw net.Conn, reason uint32, sentence string, leave func()) {
	s.serving.busy.Go(func() {
		defer leave()
		refuse(raw, reason, sentence)
	})
}

// ServeMetrics answers /metrics, /healthz, /readyz and, with Config.Profiling, /debug/pprof on l.
// It returns nil at the end of Shutdown. It closes l.
func (s *Server) ServeMetrics(l net.Listener) error {
	if err := s.http.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// Online returns how many people and programs are connected.
func (s *Server) Online() int { return int(s.metrics.online.Load()) }

// Busy reports whether screens have had to wait for a processor in the last ten seconds.
func (s *Server) Busy() bool { return s.workers.Busy() }

// Shutdown accepts no further connections, drains the tables, ends every session and waits for
// them. When ctx ends first it closes what is still open and waits one more second; the error then
// says that something in this process hangs. It must be called once.
func (s *Server) Shutdown(ctx context.Context) error {
	s.serving.close()
	s.reception.close()
	s.serving.accepting.Wait() // connections accepted until now are told like the others
	defer s.http.Close()
	s.config.Tables.Drain(ctx)
	if peers := s.config.Peers; peers != nil && peers.Elsewhere() {
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
		s.serving.busy.Wait()
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

// SendAway ends all sessions, and tells the visitors that another server takes them in. It does not block, and may be
// called again for visitors who have come since.
func (s *Server) SendAway() {
	for _, c := range s.connections.all() {
		if c.inUse() { // otherwise nobody could be told yet
			c.expel(errStranded, nil)
		}
	}
}

// Dismiss ends the sessions that a dismissal by another server means. It does not wait for them.
func (s *Server) Dismiss(d Dismissal) { s.connections.dismiss(nil, d) }
