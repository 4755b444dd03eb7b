package sqlite

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// figures are what an operator sees of the writer.
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

// served notes a transaction that has begun then and has ended.
func (f figures) served(changes int, began time.Time) {
	f.commit.Observe(time.Since(began).Seconds())
	f.batch.Observe(float64(changes))
}

// Figures returns what tells how the store writes.
func (s *database) Figures() []prometheus.Collector {
	return []prometheus.Collector{s.writer.figures.commit, s.writer.figures.batch}
}
