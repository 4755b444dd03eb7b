package cluster

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// newTook returns a histogram of how long nodes take to answer this one.
func newTook() *prometheus.HistogramVec {
	took := prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Name: "noir_link_seconds", Help: "From a request to another server until its answer, by what is asked for.",
		Buckets: []float64{0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3},
	}, []string{"verb"})
	took.WithLabelValues(verbAct) // so that it exists from the start
	return took
}

// newRefused returns a counter of what other nodes have to ask again.
func newRefused() prometheus.Counter {
	return prometheus.NewCounter(prometheus.CounterOpts{
		Name: "noir_link_busy_total", Help: "Requests of other servers that were put off because too many were under way.",
	})
}

// measure notes how long an answer took, unless it waits for news.
func (c *client) measure(verb string, t time.Duration) {
	if !waits(verb) {
		c.took.WithLabelValues(verb).Observe(t.Seconds())
	}
}
