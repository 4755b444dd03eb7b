package server

import (
	"sync/atomic"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"

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

var (
	limitsOpts = prometheus.CounterOpts{Name: "noir_limits_met_total", Help: "How often somebody has met a limit, by limit."}
	panicsOpts = prometheus.CounterOpts{Name: "noir_panics_total", Help: "Panics recovered, by where."}
)

func newMetrics(c Config) *metrics {
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
	begin(m.limits, c.Limited...)
	begin(m.panics, "screen", "session", "connection")
	m.registry.MustRegister(m.sessions, m.auth, m.unaccepted,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	m.registry.MustRegister(c.Collectors...)
	m.registry.MustRegister(m.terminals()...)
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

// one returns 1 for true and 0 for false, the value of a gauge for a state.
func one(on bool) float64 {
	if on {
		return 1
	}
	return 0
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
