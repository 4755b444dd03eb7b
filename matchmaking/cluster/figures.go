package cluster

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// figures measure what nodes ask each other.
type figures struct {
	answers *prometheus.HistogramVec
	refused prometheus.Counter
}

func newFigures() figures {
	f := figures{
		answers: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "noir_link_seconds", Help: "From a request to another server until its answer, by what is asked for.",
			Buckets: []float64{0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3},
		}, []string{"verb"}),
		refused: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "noir_link_busy_total", Help: "Requests of other servers that were put off because too many were under way.",
		}),
	}
	f.answers.WithLabelValues("act") // so that it exists from the start
	return f
}

// took notes how long an answer took, unless it waits for news.
func (f figures) took(verb string, t time.Duration) {
	if !waits(verb) {
		f.answers.WithLabelValues(verb).Observe(t.Seconds())
	}
}
