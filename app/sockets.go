package app

import (
	"context"
	"errors"
	"fmt"
	"net"
	"slices"
	"sync"

	"noir/server"
	"noir/server/webterm"
)

// sockets are the server's addresses, and the goroutines that serve them.
type sockets struct {
	ssh      []net.Listener
	web      net.Listener  // nil when off
	browsers *webterm.Door // what takes SSH connections from the page to play at; nil when off

	serving  sync.WaitGroup // the goroutines that serve a socket, and the check of names at the start
	accepted chan struct{}  // closed when no socket takes SSH connections any more
	failed   error          // the sockets' errors, if that is why; to be read after serving
	broken   chan struct{}  // closed when the server cannot go on
	why      error          // the reason that fail was given; to be read after serving
}

// Addr returns the address of the first socket that takes SSH connections.
func (s *sockets) Addr() net.Addr { return s.ssh[0].Addr() }

// Addrs returns the addresses of all sockets that take SSH connections, one at least.
func (s *sockets) Addrs() (all []net.Addr) {
	for _, l := range s.ssh {
		all = append(all, l.Addr())
	}
	return all
}

// Web returns the address of the pages and the players' feeds; nil when they are off.
func (s *sockets) Web() net.Addr {
	if s.web == nil {
		return nil
	}
	return s.web.Addr()
}

// Wait blocks until ctx ends, no socket takes SSH connections any more, or the server cannot go on.
// Close returns the reason.
func (s *sockets) Wait(ctx context.Context) {
	select {
	case <-ctx.Done():
	case <-s.accepted:
	case <-s.broken:
	}
}

// fail ends Wait, with the reason that Close returns. It is called once.
func (s *sockets) fail(why error) {
	s.why = why
	close(s.broken)
}

// accept takes SSH connections from all sockets until the server is shut down.
func (s *sockets) accept(server *server.Server) {
	errs := make([]error, len(s.ssh)+1)
	var all sync.WaitGroup
	if s.browsers != nil {
		all.Go(func() { errs[len(s.ssh)] = server.ServeClients(s.browsers) })
	}
	for i, l := range s.ssh {
		all.Go(func() { errs[i] = server.Serve(l) })
	}
	all.Wait()
	s.failed = errors.Join(errs...)
	close(s.accepted)
}

// stopListening closes the sockets that the server has not closed.
func (s *sockets) stopListening() error {
	var errs []error
	all := s.ssh
	if s.web != nil {
		all = append(slices.Clip(all), s.web)
	}
	if s.browsers != nil {
		all = append(slices.Clip(all), s.browsers)
	}
	for _, l := range all {
		if err := l.Close(); !errors.Is(err, net.ErrClosed) {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

// listen returns the sockets for SSH connections.
func (c Config) listen() ([]net.Listener, error) {
	if len(c.Listeners) > 0 {
		return c.Listeners, nil
	}
	l, err := listenAt(c.Listen, "listen")
	if err != nil {
		return nil, err
	}
	return []net.Listener{l}, nil
}

// listenAt opens a socket at an address of a setting.
func listenAt(addr, setting string) (net.Listener, error) {
	l, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, fmt.Errorf("%w; choose another address with --%s", err, setting)
	}
	return l, nil
}
