package server

import (
	"github.com/prometheus/client_golang/prometheus"

	"noir/matchmaking"
)

// house collects how busy the tables are and what has happened there, when it
// is asked.
type house struct {
	counts func() matchmaking.Counts
	totals func() matchmaking.Totals // nil: unknown
}

var _ prometheus.Collector = house{}

var (
	tablesDesc  = desc("noir_tables", "Games running, private ones and those with the house too.")
	publicDesc  = desc("noir_public_tables", "Games running that anybody may watch.")
	playingDesc = desc("noir_playing", "People at the tables, each counted once.")
	waitingDesc = desc("noir_waiting", "Players in the queues, by game.", "game")

	movesDesc    = desc("noir_moves_total", "Moves stored, those of the house and the clock too.")
	finishedDesc = desc("noir_games_finished_total", "Games that have ended, by reason; aborted counts for nothing.", "reason")
	failedDesc   = desc("noir_store_errors_total", "Writes to the store that it did not acknowledge.")
	writesDesc   = desc("noir_store_write_seconds", "Time that openings, moves and ends took to be stored.")
	waitsDesc    = desc("noir_queue_wait_seconds", "Time that those who were seated had waited in the queue.")
)

func desc(name, help string, labels ...string) *prometheus.Desc {
	return prometheus.NewDesc(name, help, labels, nil)
}

func (h house) Describe(to chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{tablesDesc, publicDesc, playingDesc, waitingDesc} {
		to <- d
	}
	if h.totals != nil {
		for _, d := range []*prometheus.Desc{movesDesc, finishedDesc, failedDesc, writesDesc, waitsDesc} {
			to <- d
		}
	}
}

func (h house) Collect(to chan<- prometheus.Metric) {
	gauge := func(d *prometheus.Desc, n int, labels ...string) {
		to <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, float64(n), labels...)
	}
	c := h.counts()
	gauge(tablesDesc, c.Tables)
	gauge(publicDesc, c.Public)
	gauge(playingDesc, c.Playing)
	for game, n := range c.Waiting {
		gauge(waitingDesc, n, game)
	}
	if h.totals != nil {
		collectTotals(to, h.totals())
	}
}

func collectTotals(to chan<- prometheus.Metric, t matchmaking.Totals) {
	counter := func(d *prometheus.Desc, n uint64, labels ...string) {
		to <- prometheus.MustNewConstMetric(d, prometheus.CounterValue, float64(n), labels...)
	}
	timing := func(d *prometheus.Desc, t matchmaking.Timing) {
		to <- prometheus.MustNewConstSummary(d, t.Count, t.Sum.Seconds(), nil)
	}
	counter(movesDesc, t.Moves)
	for reason, n := range t.Finished {
		counter(finishedDesc, n, reason)
	}
	counter(failedDesc, t.Failed)
	timing(writesDesc, t.Writes)
	timing(waitsDesc, t.Waits)
}
