package server

import (
	"errors"
	"net"
	"net/http"
	"net/http/pprof"
	"runtime"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"noir/data"
	"noir/server/terminal"
)

// metrics are the server's metrics. They contain no names of players, keys or addresses.
type metrics struct {
	registry   *prometheus.Registry
	sessions   *prometheus.GaugeVec   // by kind: screens, plain, command
	auth       *prometheus.CounterVec // by outcome: key, guest, failed, banned
	limits     *prometheus.CounterVec // by limit
	panics     *prometheus.CounterVec // by where: screen, session, connection
	unaccepted prometheus.Counter
	meter      terminal.Meter
	online     atomic.Int64 // connections with a session
}

func newMetrics(s *Server) *metrics {
	m := &metrics{
		registry: prometheus.NewRegistry(),
		sessions: prometheus.NewGaugeVec(prometheus.GaugeOpts{
			Name: "noir_sessions", Help: "Sessions running, by kind.",
		}, []string{"kind"}),
		auth: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "noir_auth_total", Help: "Connections, by what they came in as: key, guest; or not: failed, banned.",
		}, []string{"outcome"}),
		limits: prometheus.NewCounterVec(limitsOpts, []string{"limit"}),
		panics: prometheus.NewCounterVec(panicsOpts, []string{"where"}),
		unaccepted: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "noir_accept_errors_total", Help: "Connections that could not be taken.",
		}),
	}
	for _, kind := range []string{"screens", "plain", "command"} {
		m.sessions.WithLabelValues(kind)
	}
	begin(m.auth, "key", "guest", "failed", "banned")
	begin(m.limits, doorLimits...)
	begin(m.limits, s.config.Limited...)
	begin(m.panics, "screen", "session", "connection")
	m.registry.MustRegister(m.sessions, m.auth, m.unaccepted,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	m.registry.MustRegister(s.config.Collectors...)
	m.registry.MustRegister(s.gauges()...)
	m.registry.MustRegister(m.terminals()...)
	m.registry.MustRegister(newHouse(s.config, m)...)
	return m
}

// begin creates counters at the start, so that their first step shows as an increase.
func begin(v *prometheus.CounterVec, labels ...string) {
	for _, l := range labels {
		v.WithLabelValues(l)
	}
}

// met counts that a limit was hit.
func (m *metrics) met(limit string) { m.limits.WithLabelValues(limit).Inc() }

// gauges describe the server's state.
func (s *Server) gauges() []prometheus.Collector {
	all := []prometheus.Collector{
		gauge("noir_connections", "Connections open.", nil, func() float64 { return float64(s.door.count()) }),
		gauge("noir_online", "Connections with a session running.", nil, func() float64 { return float64(s.Online()) }),
		gauge("noir_draining", "1 when the server is going down.", nil, func() float64 {
			if s.isDraining() {
				return 1
			}
			return 0
		}),
		gauge("noir_build_info", "1; what runs is in the labels.",
			prometheus.Labels{"version": s.config.Version, "go": runtime.Version()}, func() float64 { return 1 }),
	}
	for _, kind := range []data.BanKind{data.BanKey, data.BanName, data.BanPrefix} {
		all = append(all, gauge("noir_bans", "Bans in force, by kind.",
			prometheus.Labels{"kind": string(kind)}, func() float64 { return float64(s.bans.count(kind)) }))
	}
	return all
}

func gauge(name, help string, labels prometheus.Labels, value func() float64) prometheus.Collector {
	return prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help, ConstLabels: labels}, value)
}

// terminals describe what the screens cost.
func (m *metrics) terminals() []prometheus.Collector {
	counter := func(name, help string, value func() uint64) prometheus.Collector {
		return prometheus.NewCounterFunc(prometheus.CounterOpts{Name: name, Help: help}, func() float64 { return float64(value()) })
	}
	return []prometheus.Collector{
		counter("noir_frames_total", "Frames written to terminals.", m.meter.Frames),
		counter("noir_frame_bytes_total", "Bytes written to terminals.", m.meter.Bytes),
		gauge("noir_blocked_writers", "Screens whose terminals take no output now.", nil,
			func() float64 { return float64(m.meter.Blocked()) }),
	}
}

// newHTTP makes the server of /metrics, /healthz, /readyz and, if enabled, /debug/pprof.
func (s *Server) newHTTP() *http.Server {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(s.metrics.registry, promhttp.HandlerOpts{}))
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { answer(w, nil) })
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, r *http.Request) { answer(w, s.ready(r.Context())) })
	if s.config.Profiling {
		mux.HandleFunc("GET /debug/pprof/", pprof.Index)
		mux.HandleFunc("GET /debug/pprof/profile", pprof.Profile)
		mux.HandleFunc("GET /debug/pprof/trace", pprof.Trace)
	}
	return &http.Server{
		Handler: mux, ReadHeaderTimeout: 5 * time.Second, WriteTimeout: time.Minute, MaxHeaderBytes: 16 << 10,
	}
}

func answer(w http.ResponseWriter, err error) {
	if err != nil {
		http.Error(w, err.Error(), http.StatusServiceUnavailable)
		return
	}
	_, _ = w.Write([]byte("ok\n"))
}

// ServeMetrics answers /metrics, /healthz, /readyz and, with Config.Profiling, /debug/pprof on l.
// It returns nil at the end of Shutdown. It closes l.
func (s *Server) ServeMetrics(l net.Listener) error {
	if err := s.http.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}
