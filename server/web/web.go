// Package web serves what anybody may see without coming in, over HTTP: pages of games, players and
// rankings, and the players' feeds. It is read only, sets no cookie and needs no script.
package web

import (
	"context"
	"embed"
	"errors"
	"html/template"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"noir/app/service"
	"noir/data"
	"noir/engine"
	"noir/internal/quota"
	"noir/matchmaking"
)

// Config configures a Site. Everything but Log and Notice is required.
type Config struct {
	URL     string // under which all pages are, as their readers reach it, with no slash at its end: "https://noir.example.com"
	Address string // the command that opens a session: "ssh noir.example.com"
	Print   string // the fingerprint of the host key
	Notice  string // what visitors are told; plain text
	Games   []engine.Info
	Call    func(name string) string // the name for people of a name at a table

	Public  service.Public
	Matches service.Matches
	Broker  matchmaking.Broker
	Online  func() int // connections that are open
	Feed    http.Handler
	Play    http.Handler // the page to play at and all below it (webterm.Path); nil: off. It reads the client's address from Request.RemoteAddr
	Door    bool         // pages lead there
	Film    func(ctx context.Context, m data.Match) (*Film, error)
	Quota   *quota.Ledger
	Proxies func(netip.Addr) bool // whether X-Forwarded-For of an address is believed; that of loopback always is
	Log     *slog.Logger          // nil logs nothing
}

// Title is what people call a game.
func (c *Config) Title(game string) string {
	for _, g := range c.Games {
		if g.Name == game {
			return g.Title
		}
	}
	return game
}

// called returns a match whose seats have the names that people know them by.
func (c *Config) called(m data.Match) data.Match {
	m.Seats = slices.Clone(m.Seats)
	for i := range m.Seats {
		m.Seats[i].Name = c.Call(m.Seats[i].Name)
	}
	return m
}

// trusts reports whether an address speaks for others.
func (c *Config) trusts(at netip.Addr) bool { return at.IsLoopback() || c.Proxies(at) }

// Site serves the pages. It is safe for concurrent use.
type Site struct {
	press
	http    *http.Server
	crowd   crowd
	answers *prometheus.CounterVec
}

//go:embed assets
var assets embed.FS

// New makes a site. It fails for an invalid URL.
func New(c Config) (*Site, error) {
	if base, err := url.Parse(c.URL); err != nil || base.Hostname() == "" {
		return nil, errors.New("pages need a URL such as https://noir.example.com")
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	s := &Site{
		press: press{c, template.Must(template.New("").Funcs(words).ParseFS(assets, "assets/*.html", "assets/*.atom")), newCache()},
		crowd: crowd{trusted: c.trusts},
		answers: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "noir_pages_total", Help: "Requests over HTTP for pages and feeds, by the class of the status: 2xx, 3xx, 4xx, 5xx.",
		}, []string{"status"}),
	}
	for _, class := range []string{"2xx", "3xx", "4xx", "5xx"} {
		s.answers.WithLabelValues(class)
	}
	s.http = &http.Server{
		Handler: s.counted(s.limited(s.routes())), ConnState: s.crowd.count, MaxHeaderBytes: 8 << 10, ErrorLog: slog.NewLogLogger(c.Log.Handler(), slog.LevelWarn),
		ReadTimeout: 5 * time.Second, WriteTimeout: 30 * time.Second, IdleTimeout: 10 * time.Second,
	}
	return s, nil
}

// Collectors are the metrics of a site.
func (s *Site) Collectors() []prometheus.Collector { return []prometheus.Collector{s.answers} }

// Serve answers on l until Close, and returns nil then. It closes l.
func (s *Site) Serve(l net.Listener) error {
	if err := s.http.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// Close aborts the requests in progress.
func (s *Site) Close() error {
	s.cache.close()
	return s.http.Close()
}

func (s *Site) routes() http.Handler {
	mux, house, game := http.NewServeMux(), housePages{&s.press}, gamePages{&s.press}
	mux.Handle("GET /feed/{file}", s.config.Feed)
	mux.HandleFunc("GET /{$}", s.answer(house.front))
	mux.HandleFunc("GET /game/{id}", s.answer(game.page))
	mux.HandleFunc("GET /game/{id}/film.json", s.answer(game.film))
	mux.HandleFunc("GET /game/{id}/picture.png", s.answer(game.picture))
	mux.HandleFunc("GET /rankings/{game}", s.answer(house.rankings))
	mux.HandleFunc("GET /player/{name}", s.answer(house.player))
	mux.HandleFunc("GET /player/{name}/games.atom", s.answer(house.games))
	mux.HandleFunc("GET /assets/{file}", s.answer(house.asset))
	if s.config.Play != nil {
		mux.Handle("/play", s.config.Play)
		mux.Handle("/play/", s.config.Play)
	}
	mux.HandleFunc("GET /robots.txt", s.answer(robots))
	mux.HandleFunc("/", s.answer(func(*http.Request) (*page, error) { return nil, data.ErrNotFound }))
	return mux
}

// policy lets a page use only what it came with.
const policy = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// limited charges every request to its address.
func (s *Site) limited(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		at := s.reader(r)
		payer := quota.Payer{Address: quota.Network(at), Guest: true}
		if err := s.config.Quota.Take(payer, quota.Pages, 1); err != nil {
			refuse(w, err)
			return
		}
		r = r.WithContext(quota.With(r.Context(), payer))
		if from, err := netip.ParseAddrPort(r.RemoteAddr); err != nil || from.Addr() != at {
			r.RemoteAddr = netip.AddrPortFrom(at, 0).String() // a proxy does not say the port
		}
		next.ServeHTTP(w, r)
	})
}

// reader is the address that a request comes from. A trusted proxy names its client, which may be another trusted
// proxy.
func (s *Site) reader(r *http.Request) netip.Addr {
	from, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return netip.Addr{}
	}
	at := from.Addr().Unmap()
	asked := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for _, said := range slices.Backward(asked) {
		if !s.config.trusts(at) {
			break
		}
		before, err := netip.ParseAddr(strings.TrimSpace(said))
		if err != nil {
			break
		}
		at = before.Unmap()
	}
	return at
}

// whenUnknown is how long a reader is told to wait where nobody knows how long it takes.
const whenUnknown = time.Minute

// refuse says that an address has nothing left, and when there is more.
func refuse(w http.ResponseWriter, err error) {
	wait := whenUnknown
	if poor, is := errors.AsType[*quota.Refused](err); is && poor.Retry > 0 {
		wait = poor.Retry + time.Second - 1 // rounded up
	}
	w.Header().Set("Retry-After", seconds(wait))
	http.Error(w, err.Error(), http.StatusTooManyRequests)
}

// answer serves what build returns.
func (s *Site) answer(build func(*http.Request) (*page, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		p, err := build(r)
		_, poor := errors.AsType[*quota.Refused](err)
		switch {
		case err == nil:
			p.deliver(w, r)
		case errors.Is(err, data.ErrNotFound):
			s.missing(w, r)
		case poor:
			refuse(w, err)
		case r.Context().Err() != nil: // nobody listens
		default:
			s.config.Log.Warn("a page was not made", "path", r.URL.Path, "err", err)
			http.Error(w, "Try again in a minute.", http.StatusServiceUnavailable)
		}
	}
}

// missing says that there is no such page.
func (s *Site) missing(w http.ResponseWriter, r *http.Request) {
	p, err := s.render("missing.html", html, freshNow, head{"Nothing here", "", "", "", "", &s.config})
	if err != nil {
		http.NotFound(w, r)
		return
	}
	h := w.Header()
	h.Set("Content-Type", p.kind)
	h.Set("Cache-Control", "public, max-age="+seconds(p.fresh))
	w.WriteHeader(http.StatusNotFound)
	_, _ = w.Write(p.body) // the reader may have left
}

// counted counts the answers.
func (s *Site) counted(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		seen := &status{ResponseWriter: w, code: http.StatusOK}
		next.ServeHTTP(seen, r)
		s.answers.WithLabelValues(strconv.Itoa(seen.code/100) + "xx").Inc()
	})
}

// status notes the status of an answer.
type status struct {
	http.ResponseWriter
	code int
}

// Unwrap is for http.ResponseController.
func (s *status) Unwrap() http.ResponseWriter { return s.ResponseWriter }

func (s *status) WriteHeader(code int) {
	s.code = code
	s.ResponseWriter.WriteHeader(code)
}
