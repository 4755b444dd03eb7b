package server

import (
	"github.com/prometheus/client_golang/prometheus"

	"noir/matchmaking"
)

// newTables returns the collectors for the tables, and for what is counted both there and by the
// server.
func newTables(c Config, m *metrics) []prometheus.Collector {
	return []prometheus.Collector{
		merged{m.limits, limitsOpts, "limit", func() map[string]uint64 {
			met := c.Quota.Met()
			for limit, n := range c.Tables.Totals().Limits {
				met[limit] += n
			}
			return met
		}},
		merged{m.panics, panicsOpts, "where", func() map[string]uint64 { return c.Tables.Totals().Panics }},
		tables{c.Tables},
	}
}

// merged adds counts of the tables to one of the server's counters. They have no label in common.
type merged struct {
	*prometheus.CounterVec
	opts   prometheus.CounterOpts
	label  string
	tables func() map[string]uint64
}

// Collect implements prometheus.Collector.
func (c merged) Collect(to chan<- prometheus.Metric) {
	c.CounterVec.Collect(to)
	d := desc(c.opts.Name, c.opts.Help, c.label)
	for label, n := range c.tables() {
		to <- prometheus.MustNewConstMetric(d, prometheus.CounterValue, float64(n), label)
	}
}

// tables collects how busy the tables are and what happened there, on demand.
type tables struct{ house Tables }

var _ prometheus.Collector = tables{}

var (
	tablesDesc   = desc("noir_tables", "Games running, private ones and those with the house too.")
	publicDesc   = desc("noir_public_tables", "Games running that anybody may watch.")
	playingDesc  = desc("noir_playing", "People at the tables, each counted once.")
	waitingDesc  = desc("noir_waiting", "Players in the queues, by game.", "game")
	botsDesc     = desc("noir_bots", "House players at the tables.")
	thinkingDesc = desc("noir_bots_thinking", "Moves and hints that the house thinks about now.")
	idleDesc     = desc("noir_bots_waiting", "Moves and hints that wait for a processor to be thought about.")

	movesDesc    = desc("noir_moves_total", "Moves stored, those of the house and the clock too.")
	finishedDesc = desc("noir_games_finished_total", "Games that have ended, by reason; aborted counts for nothing.", "reason")
	untoldDesc   = desc("noir_untold_total", "Events that were lost before anybody was told of them, for want of room.")
	failedDesc   = desc("noir_store_errors_total", "Writes to the store that it did not acknowledge.")
)

func desc(name, help string, labels ...string) *prometheus.Desc {
	return prometheus.NewDesc(name, help, labels, nil)
}

// Describe implements prometheus.Collector.
func (t tables) Describe(to chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{
		tablesDesc, publicDesc, playingDesc, waitingDesc, botsDesc, thinkingDesc, idleDesc,
		movesDesc, finishedDesc, untoldDesc, failedDesc,
	} {
		to <- d
	}
}

// Collect implements prometheus.Collector.
func (t tables) Collect(to chan<- prometheus.Metric) {
	gauge := func(d *prometheus.Desc, n int, labels ...string) {
		to <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, float64(n), labels...)
	}
	c := t.house.Own()
	gauge(tablesDesc, c.Tables)
	gauge(publicDesc, c.Public)
	gauge(playingDesc, c.Playing)
	for game, n := range c.Waiting {
		gauge(waitingDesc, n, game)
	}
	gauge(botsDesc, c.Bots)
	gauge(thinkingDesc, c.Thinking)
	gauge(idleDesc, c.Idle)
	collectTotals(to, t.house.Totals())
}

func collectTotals(to chan<- prometheus.Metric, t matchmaking.Totals) {
	counter := func(d *prometheus.Desc, n uint64, labels ...string) {
		to <- prometheus.MustNewConstMetric(d, prometheus.CounterValue, float64(n), labels...)
	}
	counter(movesDesc, t.Moves)
	for reason, n := range t.Finished {
		counter(finishedDesc, n, reason)
	}
	counter(untoldDesc, t.Untold)
	counter(failedDesc, t.Failed)
}
