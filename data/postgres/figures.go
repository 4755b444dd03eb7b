package postgres

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// figures are the metrics of a node.
type figures struct {
	fenced    prometheus.Counter
	takeovers prometheus.Counter
	took      prometheus.Histogram
}

func newFigures() figures {
	return figures{
		fenced:    prometheus.NewCounter(prometheus.CounterOpts{Name: "noir_fenced_total", Help: "How often the other servers took this one for dead."}),
		takeovers: prometheus.NewCounter(prometheus.CounterOpts{Name: "noir_takeovers_total", Help: "Running games that this server took over, at its start too."}),
		took: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name:    "noir_takeover_seconds",
			Help:    "From when this server saw that a running game has no server until it had taken it over.",
			Buckets: []float64{.01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10},
		}),
	}
}

// all returns the metrics of a node, with those that its latest beat tells.
func (n *node) all() []prometheus.Collector {
	gauge := func(name, help string, value func(c *census) float64) prometheus.Collector {
		return prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help}, func() float64 { return value(n.census.Load()) })
	}
	return []prometheus.Collector{
		n.figures.fenced, n.figures.takeovers, n.figures.took,
		gauge("noir_beat_age_seconds", "Since this server last said in the database that it lives.", func(c *census) float64 {
			return time.Since(c.at).Seconds()
		}),
		gauge("noir_clock_offset_seconds", "How far this server's clock is ahead of the database's.", func(c *census) float64 {
			return c.Clock.Seconds()
		}),
		gauge("noir_servers", "Servers of the database, as this one sees them.", func(c *census) float64 { return float64(len(c.Nodes)) }),
		gauge("noir_leads", "1 when this server has the queue and the challenges of all.", func(c *census) float64 {
			for _, one := range c.Nodes {
				if one.ID == c.Self && len(one.Roles) > 0 {
					return 1
				}
			}
			return 0
		}),
	}
}

// tookOver counts games that this node took over.
func (n *node) tookOver(games int) {
	c := n.census.Load()
	n.figures.takeovers.Add(float64(games))
	for range games {
		if !c.orphaned.IsZero() {
			n.figures.took.Observe(time.Since(c.orphaned).Seconds())
		}
	}
}
