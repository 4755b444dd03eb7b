package server

import (
	"errors"
	"fmt"
	"net"
	"sync"
	"time"

	"github.com/pires/go-proxyproto"
)

// The wait for a header. A balancer sends it at once, so few connections wait at any moment; beyond
// mostAwaited further ones are closed. It may be lost on its way: the protocol asks for three seconds, in which TCP
// sends it again.
const (
	headerTime  = 3 * time.Second
	mostAwaited = 1024
)

// silentTime is how long a connection from elsewhere may begin with a header. Then whoever waits for the server to speak
// first is greeted.
const silentTime = 500 * time.Millisecond

// forwarded is a connection that was looked at for a header, and the address of its client.
type forwarded struct {
	*proxyproto.Conn
	client net.Addr
}

// RemoteAddr returns the client's address. It never blocks.
func (f forwarded) RemoteAddr() net.Addr { return f.client }

// tcpOf returns the TCP connection below one that was accepted.
func tcpOf(c net.Conn) (*net.TCPConn, bool) {
	if upon, ok := c.(interface{ TCPConn() (*net.TCPConn, bool) }); ok {
		return upon.TCPConn()
	}
	tcp, ok := c.(*net.TCPConn)
	return tcp, ok
}

// reception takes connections in front of the door, and finds out where they come from.
type reception struct {
	balancers Proxies // whose connections begin with a header of the PROXY protocol, version 1 or 2; no others may

	mu      sync.Mutex
	awaited map[net.Conn]bool // connections of balancers without a header yet
	closed  bool
}

func newReception(balancers Proxies) *reception {
	return &reception{balancers: balancers, awaited: map[net.Conn]bool{}}
}

// close ends connections that have sent no header yet, and those that come later.
func (r *reception) close() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.closed = true
	for raw := range r.awaited {
		_ = raw.Close()
	}
}

// expect counts a connection among those without a header, unless there are too many.
func (r *reception) expect(raw net.Conn) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case r.closed:
		return net.ErrClosed
	case len(r.awaited) >= mostAwaited:
		return fmt.Errorf("%d connections wait for their headers already", mostAwaited)
	}
	r.awaited[raw] = true
	return nil
}

func (r *reception) found(raw net.Conn) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.awaited, raw)
}

var errNoClient = errors.New("the header names no TCP client")

// direct returns a connection that does not come from a balancer. If it begins with a header, every read and write
// fails. Without balancers direct returns raw itself.
func (r *reception) direct(raw net.Conn) net.Conn {
	if len(r.balancers) == 0 {
		return raw
	}
	return forwarded{proxyproto.NewConn(raw, proxyproto.WithPolicy(proxyproto.REJECT), proxyproto.SetReadHeaderTimeout(silentTime)), raw.RemoteAddr()}
}

// await reads the header of a balancer's connection, at most headerTime long, and returns the connection of the client.
// A header may also say that the balancer itself connects (LOCAL, as for its health checks): then the address is the
// balancer's.
func (r *reception) await(raw net.Conn) (net.Conn, error) {
	if err := r.expect(raw); err != nil {
		return nil, err
	}
	defer r.found(raw)
	named := func(h *proxyproto.Header) error {
		if _, tcp := h.SourceAddr.(*net.TCPAddr); !tcp && !h.Command.IsLocal() {
			return errNoClient
		}
		return nil
	}
	c := proxyproto.NewConn(raw, proxyproto.WithPolicy(proxyproto.REQUIRE), proxyproto.ValidateHeader(named), proxyproto.SetReadHeaderTimeout(headerTime))
	if _, err := c.Read(nil); err != nil { // reads the header alone
		return nil, err
	}
	return forwarded{c, c.RemoteAddr()}, nil
}
