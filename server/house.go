package server

import (
	"github.com/prometheus/client_golang/prometheus"

	"noir/matchmaking"
)

// house collects how busy the tables are, when it is asked.
type house struct{ counts func() matchmaking.Counts }

var _ prometheus.Collector = house{}

var (
	tablesDesc  = prometheus.NewDesc("noir_tables", "Games running.", nil, nil)
	playingDesc = prometheus.NewDesc("noir_playing", "People at the tables.", nil, nil)
	waitingDesc = prometheus.NewDesc("noir_waiting", "Tickets in the queues, by game.", []string{"game"}, nil)
)

func (house) Describe(to chan<- *prometheus.Desc) {
	to <- tablesDesc
	to <- playingDesc
	to <- waitingDesc
}

func (h house) Collect(to chan<- prometheus.Metric) {
	c := h.counts()
	to <- prometheus.MustNewConstMetric(tablesDesc, prometheus.GaugeValue, float64(c.Tables))
	to <- prometheus.MustNewConstMetric(playingDesc, prometheus.GaugeValue, float64(c.Playing))
	for game, n := range c.Waiting {
		to <- prometheus.MustNewConstMetric(waitingDesc, prometheus.GaugeValue, float64(n), game)
	}
}
