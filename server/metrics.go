package server

import (
	"errors"
	"net"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// metrics is what an operator can see. Names of players, keys and addresses
// are not among it.
type metrics struct {
	registry *prometheus.Registry
	sessions *prometheus.GaugeVec   // by kind: screens, plain, command
	refused  *prometheus.CounterVec // by reason
	auth     *prometheus.CounterVec // by method: key, guest
	online   atomic.Int64           // connections with a session
}

func newMetrics(s *Server) *metrics {
	m := &metrics{
		registry: prometheus.NewRegistry(),
		sessions: prometheus.NewGaugeVec(prometheus.GaugeOpts{
			Name: "noir_sessions", Help: "Sessions running, by kind.",
		}, []string{"kind"}),
		refused: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "noir_refused_total", Help: "Connections, handshakes and channels refused, by reason.",
		}, []string{"reason"}),
		auth: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "noir_authenticated_total", Help: "Connections authenticated, by method.",
		}, []string{"method"}),
	}
	for _, kind := range []string{"screens", "plain", "command"} {
		m.sessions.WithLabelValues(kind)
	}
	m.registry.MustRegister(
		m.sessions, m.refused, m.auth,
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Name: "noir_connections", Help: "Connections open.",
		}, func() float64 { return float64(s.door.count()) }),
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Name: "noir_online", Help: "Connections with a session running.",
		}, func() float64 { return float64(m.online.Load()) }),
		collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
	)
	if s.config.Counts != nil {
		m.registry.MustRegister(house{s.config.Counts, s.config.Totals})
	}
	return m
}

// newHTTP makes the server of /metrics, /healthz and /readyz.
func (s *Server) newHTTP() *http.Server {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(s.metrics.registry, promhttp.HandlerOpts{}))
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { answer(w, nil) })
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		draining := s.draining
		s.mu.Unlock()
		switch {
		case draining:
			answer(w, errors.New("draining"))
		case s.config.Ready != nil:
			answer(w, s.config.Ready(r.Context()))
		default:
			answer(w, nil)
		}
	})
	return &http.Server{
		Handler: mux, ReadHeaderTimeout: 5 * time.Second, WriteTimeout: 30 * time.Second, MaxHeaderBytes: 16 << 10,
	}
}

func answer(w http.ResponseWriter, err error) {
	if err != nil {
		http.Error(w, err.Error(), http.StatusServiceUnavailable)
		return
	}
	_, _ = w.Write([]byte("ok\n"))
}

// ServeMetrics answers /metrics, /healthz and /readyz on l until the end of
// Shutdown, and returns nil then. It closes l.
func (s *Server) ServeMetrics(l net.Listener) error {
	if err := s.http.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}
