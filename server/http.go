package server

import (
	"net/http"
	"net/http/pprof"
	"runtime"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"noir/data"
)

// newHTTP makes the server of /metrics, /healthz, /readyz and, if enabled, /debug/pprof.
func newHTTP(s *shared, ready *readiness) *http.Server {
	mux := http.NewServeMux()
	plain := promhttp.HandlerOpts{DisableCompression: true} // to compress 17 KB allocates 800
	mux.Handle("GET /metrics", promhttp.HandlerFor(s.metrics.registry, plain))
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { answer(w, nil) })
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, r *http.Request) { answer(w, ready.now(r.Context())) })
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

// gauges describe the server's state.
func gauges(s *shared, o *serving) []prometheus.Collector {
	all := []prometheus.Collector{
		gauge("noir_connections", "Connections open.", nil, func() float64 { return float64(s.door.count()) }),
		gauge("noir_online", "Connections with a session running.", nil, func() float64 { return float64(s.metrics.online.Load()) }),
		gauge("noir_busy", "1 when nothing moves on screens, as they wait for processors.", nil, func() float64 { return one(s.workers.Busy()) }),
		gauge("noir_draining", "1 when the server is going down.", nil, func() float64 { return one(o.isOver()) }),
		gauge("noir_build_info", "1; what runs is in the labels.",
			prometheus.Labels{"version": s.config.Version, "go": runtime.Version()}, func() float64 { return 1 }),
	}
	for _, kind := range []data.BanKind{data.BanKey, data.BanName, data.BanPrefix} {
		all = append(all, gauge("noir_bans", "Bans in force, by kind.",
			prometheus.Labels{"kind": string(kind)}, func() float64 { return float64(s.bans.count(kind)) }))
	}
	return all
}
