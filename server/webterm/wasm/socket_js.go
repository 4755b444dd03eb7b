package main

import (
	"errors"
	"io"
	"net"
	"os"
	"sync"
	"syscall/js"
	"time"
)

// socket is a browser's WebSocket as a connection.
type socket struct {
	ws js.Value

	mu     sync.Mutex
	came   sync.Cond
	inbox  [][]byte
	closed bool
}

var errUnreachable = errors.New("the server cannot be reached")

// dial opens a WebSocket.
func dial(url string) (net.Conn, error) {
	s := &socket{ws: js.Global().Get("WebSocket").New(url)}
	s.came.L = &s.mu
	s.ws.Set("binaryType", "arraybuffer")
	opened := make(chan bool, 2)
	s.on("open", func(js.Value) { opened <- true })
	s.on("message", func(event js.Value) {
		body := js.Global().Get("Uint8Array").New(event.Get("data"))
		bytes := make([]byte, body.Length())
		js.CopyBytesToGo(bytes, body)
		s.mu.Lock()
		defer s.mu.Unlock()
		s.inbox = append(s.inbox, bytes)
		s.came.Signal()
	})
	s.on("close", func(js.Value) {
		opened <- false
		s.hangUp()
	})
	if !<-opened {
		return nil, errUnreachable
	}
	return s, nil
}

// on listens to an event. The listener must not block.
func (s *socket) on(event string, hear func(js.Value)) {
	s.ws.Call("addEventListener", event, js.FuncOf(func(_ js.Value, args []js.Value) any {
		hear(args[0])
		return nil
	}))
}

// hangUp ends reading.
func (s *socket) hangUp() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	s.came.Broadcast()
}

func (s *socket) Read(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(s.inbox) == 0 {
		if s.closed {
			return 0, io.EOF
		}
		s.came.Wait()
	}
	n := copy(p, s.inbox[0])
	if s.inbox[0] = s.inbox[0][n:]; len(s.inbox[0]) == 0 {
		s.inbox = s.inbox[1:]
	}
	return n, nil
}

func (s *socket) Write(p []byte) (int, error) {
	if s.ws.Get("readyState").Int() != 1 { // open
		return 0, io.ErrClosedPipe
	}
	bytes := js.Global().Get("Uint8Array").New(len(p))
	js.CopyBytesToJS(bytes, p)
	s.ws.Call("send", bytes)
	return len(p), nil
}

func (s *socket) Close() error {
	s.ws.Call("close")
	s.hangUp()
	return nil
}

// A browser's connection has no addresses and no deadlines.

func (s *socket) LocalAddr() net.Addr              { return &net.TCPAddr{} }
func (s *socket) RemoteAddr() net.Addr             { return &net.TCPAddr{} }
func (s *socket) SetDeadline(time.Time) error      { return os.ErrNoDeadline }
func (s *socket) SetReadDeadline(time.Time) error  { return os.ErrNoDeadline }
func (s *socket) SetWriteDeadline(time.Time) error { return os.ErrNoDeadline }
