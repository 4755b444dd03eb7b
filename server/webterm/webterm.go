// Package webterm is the front door for people who cannot use ssh: a page with a terminal, and a WebSocket that carries
// SSH from it. The SSH client is in the page (wasm), so keys, limits and sessions are the same as at any other door;
// this package only sees encrypted data.
//
// The page is made from packages that are not in this repository: `go generate ./server/webterm` makes it.
// Without it everything builds, and the page says so.
package webterm

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"sync"
	"sync/atomic"
	"time"

	"github.com/coder/websocket"
	"github.com/prometheus/client_golang/prometheus"

	"noir/internal/language"
)

// Path is where a Door is to be mounted, with all below it.
const Path = "/play"

// Joining is the variable of a session in which the page tells the code of a private table, from a link
// /play#join=CODE.
const Joining = "NOIR_JOIN"

// Missing says why there is no page, and how to make it.
const Missing = "This noir was built without the page for --web-play. `go generate ./server/webterm` makes it (it needs npm); then build noir again. Releases have it."

// Reasons for which a socket is not opened.
const (
	forClosing = "closing"
	forRequest = "request"
)

// Config configures a Door. URL and Library are required.
type Config struct {
	URL     string // of the pages, as their readers reach them: "https://noir.example.com"
	Print   string // the fingerprint of the host key that visitors meet
	Library *language.Library
	Log     *slog.Logger // nil logs nothing
}

// Door serves the page and is the listener of the connections that come from it. The server that accepts them enforces
// the limits, and sees the address of the browser, which the handler takes from Request.RemoteAddr. It is safe for
// concurrent use.
type Door struct {
	origin  string // of the page
	page    *page  // nil when it was not built
	routes  *http.ServeMux
	arrived chan net.Conn
	closed  chan struct{}

	pingEvery, pongTime time.Duration

	mu      sync.Mutex
	over    bool
	serving sync.WaitGroup // one for each socket

	open    atomic.Int64
	refused *prometheus.CounterVec
}

var (
	_ net.Listener = (*Door)(nil)
	_ http.Handler = (*Door)(nil)
)

// New makes a door. It fails for an invalid URL.
func New(c Config) (*Door, error) {
	base, err := url.Parse(c.URL)
	if err != nil || base.Hostname() == "" {
		return nil, errors.New("the page to play at needs a URL such as https://noir.example.com")
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	d := &Door{
		origin: base.Scheme + "://" + base.Host, routes: http.NewServeMux(),
		arrived: make(chan net.Conn), closed: make(chan struct{}), pingEvery: pingEvery, pongTime: pongTime,
		refused: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "noir_browsers_refused_total", Help: "WebSockets that were not opened: from another site's page, or no WebSocket (request), or while the server stops (closing).",
		}, []string{"reason"}),
	}
	for _, reason := range []string{forClosing, forRequest} {
		d.refused.WithLabelValues(reason)
	}
	if d.page, err = newPage(c, built); err != nil {
		return nil, err
	}
	d.page.mount(d.routes)
	d.routes.HandleFunc("GET "+Path+"/socket", d.socket)
	return d, nil
}

// Built reports whether there is a page.
func (d *Door) Built() bool { return d.page != nil }

// Collectors are the metrics of a door.
func (d *Door) Collectors() []prometheus.Collector {
	return []prometheus.Collector{d.refused, prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "noir_browsers", Help: "Open WebSockets of the page to play at.",
	}, func() float64 { return float64(d.open.Load()) })}
}

// ServeHTTP answers below Path.
func (d *Door) ServeHTTP(w http.ResponseWriter, r *http.Request) { d.routes.ServeHTTP(w, r) }

// socket opens a WebSocket, passes it to Accept, and looks after it until it is closed.
func (d *Door) socket(w http.ResponseWriter, r *http.Request) {
	at, known := from(r)
	switch {
	case !known || r.Header.Get("Origin") == "": // a program that is no browser has ssh
		d.refused.WithLabelValues(forRequest).Inc()
		http.Error(w, "This is for the page at "+Path+".", http.StatusForbidden)
		return
	case !d.enter():
		d.refused.WithLabelValues(forClosing).Inc()
		http.Error(w, "The server is restarting. Come back in a minute.", http.StatusServiceUnavailable)
		return
	}
	defer d.leave()
	takes := &taker{ResponseWriter: w}
	ws, err := websocket.Accept(takes, r, &websocket.AcceptOptions{
		OriginPatterns:  []string{d.origin}, // or the host that was asked
		CompressionMode: websocket.CompressionDisabled,
		OnPingReceived:  func(context.Context, []byte) bool { return false }, // browsers send none
	})
	if err != nil {
		d.refused.WithLabelValues(forRequest).Inc()
		return
	}
	c := newConn(ws, takes.raw, at)
	defer c.Close()
	select {
	case d.arrived <- c:
		c.ping(d.pingEvery, d.pongTime)
	case <-d.closed:
	}
}

// Accept returns the next connection. After Close it returns net.ErrClosed.
func (d *Door) Accept() (net.Conn, error) {
	select {
	case c := <-d.arrived:
		return c, nil
	case <-d.closed:
		return nil, net.ErrClosed
	}
}

// Close lets nobody in any more. Connections that were accepted go on.
func (d *Door) Close() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.over {
		return net.ErrClosed
	}
	d.over = true
	close(d.closed)
	return nil
}

// Wait blocks until all connections are closed. It is to be called after Close.
func (d *Door) Wait() { d.serving.Wait() }

// Addr is where the page is.
func (d *Door) Addr() net.Addr { return address(d.origin + Path) }

// address is a URL as an address.
type address string

func (address) Network() string  { return "websocket" }
func (a address) String() string { return string(a) }

// enter counts a socket, or reports false when there may be no further one. leave ends the count.
func (d *Door) enter() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.over {
		return false
	}
	d.serving.Add(1)
	d.open.Add(1)
	return true
}

func (d *Door) leave() {
	d.open.Add(-1)
	d.serving.Done()
}

// from is the address of the client.
func from(r *http.Request) (net.Addr, bool) {
	at, err := netip.ParseAddrPort(r.RemoteAddr)
	return net.TCPAddrFromAddrPort(at), err == nil
}
