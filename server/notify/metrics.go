package notify

import "github.com/prometheus/client_golang/prometheus"

// metrics is what an operator can see.
type metrics struct {
	sent, failed, dropped prometheus.Counter
	all                   []prometheus.Collector
}

func newMetrics(o *outbox) *metrics {
	posts := prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "noir_webhooks_total",
		Help: "Messages to webhooks, by outcome: sent; failed, which is one try; dropped, given up or for want of room.",
	}, []string{"outcome"})
	waiting := prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "noir_webhooks_waiting", Help: "Messages to webhooks that wait, also to be tried again.",
	}, func() float64 { return float64(o.size()) })
	return &metrics{
		sent: posts.WithLabelValues("sent"), failed: posts.WithLabelValues("failed"), dropped: posts.WithLabelValues("dropped"),
		all: []prometheus.Collector{posts, waiting},
	}
}
