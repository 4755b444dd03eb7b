package relational

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// measures are a writer's metrics.
type measures struct{ commit, batch prometheus.Histogram }

func newMeasures() measures {
	return measures{
		commit: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name:    "noir_store_commit_seconds",
			Help:    "Time of one transaction of the store, with the sync of the disk.",
			Buckets: []float64{.0001, .00025, .0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5},
		}),
		batch: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name:    "noir_store_batch_size",
			Help:    "Changes that shared one transaction of the store.",
			Buckets: prometheus.ExponentialBuckets(1, 2, 9), // to batchSize
		}),
	}
}

// note records a transaction that began at that time and has ended.
func (m measures) note(changes int, began time.Time) {
	m.commit.Observe(time.Since(began).Seconds())
	m.batch.Observe(float64(changes))
}

// Figures returns the metrics of the writes.
func (w *Writer) Figures() []prometheus.Collector {
	return []prometheus.Collector{w.measures.commit, w.measures.batch}
}
