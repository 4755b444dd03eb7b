// Package server is the SSH front door: it knows visitors by their keys, holds
// them to the limits, and runs for each SSH channel the screens, the plain text
// game or a command, all of which it is given as functions.
//
// A connection is served by one goroutine and each of its channels by a few
// more; all of them have ended when Shutdown returns nil. What a client sends
// waits in its SSH channel (2 MiB at most) until it is read; what it does not
// take for Limits.Patience ends its connection.
package server

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"
	"charm.land/ssh"

	"noir/data"
	"noir/matchmaking"
)

// Config is what a server is made of. HostKeyPath, Store, Screens, Plain and
// Command are needed.
type Config struct {
	HostKeyPath string // an Ed25519 key in OpenSSH's format; made if there is none
	Store       data.Store
	Log         *slog.Logger // nil logs nothing
	Limits      Limits

	// Screens makes the program of a session with a terminal. If it has a method
	// Leave, that is called when the program has ended, whatever ended it.
	Screens func(Visit) tea.Model

	// Plain plays the game line by line, for a session without a terminal or
	// with one that cannot move its cursor; like Screens, it asks a first visitor
	// for his name. Both it and Command must return soon
	// after ctx has ended; reads from in fail then. The text of an error is told
	// to the person.
	Plain func(ctx context.Context, v Visit, in io.Reader, out io.Writer) error

	// Command runs a command and returns its exit code.
	Command func(ctx context.Context, v Visit, args []string, in io.Reader, out, errOut io.Writer) int

	// Draining is called once when Shutdown begins, before sessions are ended,
	// and returns when everybody has been told, or soon after ctx has ended. It
	// may be nil.
	Draining func(context.Context)

	// Ready tells whether there is anything in the way of playing, for /readyz.
	// It may be nil.
	Ready func(context.Context) error

	// Counts tells how busy the house is, for /metrics. It may be nil.
	Counts func() matchmaking.Counts

	// Totals tells what has happened at the tables, for /metrics. It may be nil,
	// and is not asked without Counts.
	Totals func() matchmaking.Totals
}

// Server is the front door. Make it with New.
type Server struct {
	config  Config
	log     *slog.Logger
	ssh     *ssh.Server
	limits  Limits
	door    *door
	guests  guests
	metrics *metrics
	http    *http.Server

	ctx context.Context // of all sessions; ends with errDraining
	end context.CancelCauseFunc

	mu          sync.Mutex
	draining    bool
	listeners   map[net.Listener]bool
	connections map[*connection]bool
	busy        sync.WaitGroup // one for each connection, refused ones too
}

// New prepares a server and makes its host key if there is none.
func New(c Config) (*Server, error) {
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	s := &Server{
		config: c, log: c.Log, limits: c.Limits.orUsual(),
		listeners: map[net.Listener]bool{}, connections: map[*connection]bool{},
	}
	s.door = newDoor(s.limits)
	s.metrics = newMetrics(s)
	s.http = s.newHTTP()
	s.ctx, s.end = context.WithCancelCause(context.Background())
	var err error
	s.ssh, err = s.newSSH()
	return s, err
}

// Serve takes connections until Shutdown, and returns nil then. It closes l.
func (s *Server) Serve(l net.Listener) error {
	defer l.Close()
	if !s.listen(l) {
		return nil
	}
	pause := time.Duration(0)
	for {
		c, err := l.Accept()
		switch {
		case err == nil:
			pause = 0
			s.accept(c)
		case errors.Is(err, net.ErrClosed):
			return nil
		default: // out of files, most likely: some will be closed
			s.log.Warn("cannot take a connection", "err", err)
			pause = min(max(2*pause, 5*time.Millisecond), time.Second)
			select {
			case <-s.ctx.Done():
				return nil
			case <-time.After(pause):
			}
		}
	}
}

func (s *Server) listen(l net.Listener) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.draining {
		s.listeners[l] = true
	}
	return !s.draining
}

// accept lets a connection in or tells why not.
func (s *Server) accept(raw net.Conn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.draining {
		_ = raw.Close()
		return
	}
	s.busy.Add(1)
	leave, refused := s.door.enter(raw.RemoteAddr(), time.Now())
	if refused != nil {
		s.metrics.refused.WithLabelValues(refused.reason).Inc()
		go func() {
			defer s.busy.Done()
			defer leave()
			refuse(raw, refused.sentence)
		}()
		return
	}
	c := newConnection(s, raw)
	s.connections[c] = true
	go func() {
		defer s.busy.Done()
		defer leave()
		s.ssh.HandleConn(c)
		c.ended()
		s.mu.Lock()
		delete(s.connections, c)
		s.mu.Unlock()
	}()
}

// Online returns how many people and programs are connected.
func (s *Server) Online() int { return int(s.metrics.online.Load()) }

// Shutdown takes no more connections, calls Config.Draining, ends every session
// and waits for them. When ctx ends first it closes what is still open and
// waits one more second; the error then tells that something of this process
// hangs. It is called once.
func (s *Server) Shutdown(ctx context.Context) error {
	s.mu.Lock()
	s.draining = true
	for l := range s.listeners {
		_ = l.Close()
	}
	s.mu.Unlock()
	defer s.http.Close()
	if s.config.Draining != nil {
		s.config.Draining(ctx)
	}
	s.end(errDraining)

	s.mu.Lock()
	for c := range s.connections {
		c.hurry()
	}
	s.mu.Unlock()

	left := make(chan struct{})
	go func() {
		defer close(left)
		s.busy.Wait()
	}()
	select {
	case <-left:
		return nil
	case <-ctx.Done():
	}
	s.mu.Lock()
	for c := range s.connections {
		_ = c.Close()
	}
	s.mu.Unlock()
	select {
	case <-left:
		return nil
	case <-time.After(time.Second):
		return errors.New("sessions have not ended in time")
	}
}
