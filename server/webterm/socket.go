package webterm

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/coder/websocket"
	"golang.org/x/time/rate"
)

// What a socket may do. The server that accepts the connection limits its content; these are the limits of the frames
// around it.
const (
	mostMessage = 64 << 10  // bytes of a message: a packet of SSH has at most 35,000
	frameRate   = 256 << 10 // bytes a second with all frames, even empty ones; more waits in the system
	frameBurst  = 2 << 20

	pingEvery = 30 * time.Second // keeps proxies and routers from forgetting an idle connection
	pongTime  = 30 * time.Second // until a browser that does not answer is gone
)

// taker keeps the connection that is taken from an HTTP server, and slows it down.
type taker struct {
	http.ResponseWriter
	raw net.Conn
}

// Hijack implements http.Hijacker.
func (t *taker) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	raw, buffered, err := http.NewResponseController(t.ResponseWriter).Hijack()
	if err != nil {
		return nil, nil, err
	}
	t.raw = raw
	return &slow{raw, rate.NewLimiter(frameRate, frameBurst)}, buffered, nil
}

// slow limits how fast a connection is read.
type slow struct {
	net.Conn
	pace *rate.Limiter
}

func (s *slow) Read(p []byte) (int, error) {
	n, err := s.Conn.Read(p)
	if wait := s.pace.ReserveN(time.Now(), n).Delay(); wait > 0 && err == nil {
		time.Sleep(wait)
	}
	return n, err
}

// conn is a connection through a WebSocket: the stream of its binary messages. Its deadlines are those of the
// connection below; a deadline that has passed ends it.
type conn struct {
	net.Conn
	ws      *websocket.Conn
	at      net.Addr
	message io.Reader // what is left of the message that is being read; nil before it has begun
	closed  chan struct{}
	once    sync.Once
}

func newConn(ws *websocket.Conn, raw net.Conn, at net.Addr) *conn {
	ws.SetReadLimit(mostMessage)
	return &conn{Conn: raw, ws: ws, at: at, closed: make(chan struct{})}
}

var errText = errors.New("SSH does not come as text")

// Read reads from the messages in their order. Only one goroutine at a time may read.
func (c *conn) Read(p []byte) (int, error) {
	for {
		if c.message == nil {
			kind, message, err := c.ws.Reader(context.Background())
			switch {
			case websocket.CloseStatus(err) != -1: // the browser has said goodbye
				return 0, io.EOF
			case err != nil:
				return 0, err
			case kind != websocket.MessageBinary:
				_ = c.Close()
				return 0, errText
			}
			c.message = message
		}
		n, err := c.message.Read(p)
		if errors.Is(err, io.EOF) {
			c.message, err = nil, nil
		}
		if n > 0 || err != nil {
			return n, err
		}
	}
}

// Write sends a message.
func (c *conn) Write(p []byte) (int, error) {
	if err := c.ws.Write(context.Background(), websocket.MessageBinary, p); err != nil {
		return 0, err
	}
	return len(p), nil
}

// RemoteAddr is the browser's.
func (c *conn) RemoteAddr() net.Addr { return c.at }

// TCPConn is the connection below.
func (c *conn) TCPConn() (*net.TCPConn, bool) {
	tcp, ok := c.Conn.(*net.TCPConn)
	return tcp, ok
}

// Close closes the connection at once.
func (c *conn) Close() error {
	err := net.ErrClosed
	c.once.Do(func() {
		close(c.closed)
		err = c.Conn.Close()
		_ = c.ws.CloseNow()
	})
	return err
}

// ping asks the browser now and then whether it is there, until the connection is closed, and closes it if
// not.
func (c *conn) ping(interval, patience time.Duration) {
	every := time.Tick(interval)
	for {
		select {
		case <-c.closed:
			return
		case <-every:
		}
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		err := c.ws.Ping(ctx)
		cancel()
		if err != nil {
			return
		}
	}
}
