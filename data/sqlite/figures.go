package sqlite

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// figures are the writer's metrics.
type figures struct{ commit, batch prometheus.Histogram }

func newFigures() figures {
	return figures{
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

// served records a transaction that began at that time and has ended.
func (f figures) served(changes int, began time.Time) {
	f.commit.Observe(time.Since(began).Seconds())
	f.batch.Observe(float64(changes))
}

// Figures returns the metrics of the store's writes.
func (s *database) Figures() []prometheus.Collector {
	return []prometheus.Collector{s.writer.figures.commit, s.writer.figures.batch}
}
