package bench

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"
)

// ClusterPhase is what was measured of several nodes in one phase. Processor times are milliseconds a move; what
// was not measured is zero.
type ClusterPhase struct {
	Name       string  `json:"phase"`
	Rate       float64 `json:"moves_per_second"`
	Relay      Latency `json:"relay"`                    // from a player's line until the opponent is told
	AppendP50  float64 `json:"append_p50_ms"`            // until a move is committed
	AppendP99  float64 `json:"append_p99_ms"`            // the same
	Owner      float64 `json:"owner_cpu_ms,omitempty"`   // of the nodes, as owners of the tables to which their people are connected
	Front      float64 `json:"fronts_cpu_ms,omitempty"`  // of the nodes, in addition: for witnesses who are connected to another node than their table's
	PostgreSQL float64 `json:"postgres_cpu_ms,omitzero"` // of all its processes
	NATS       float64 `json:"nats_cpu_ms,omitempty"`
	ClientCPU  float64 `json:"client_cpu_percent"` // of the bench itself, in percent of one core
	Fenced     int     `json:"fenced"`             // how often a living node was removed as dead
}

// clusterReading is what the nodes and services had used by a moment.
type clusterReading struct {
	at                            time.Time
	nodes, postgres, nats, client time.Duration
	moves, fenced                 float64
	writes                        map[float64]float64 // of noir_store_write_seconds, by bucket
}

// The metrics of nodes that are read.
const (
	metricMoves  = "noir_moves_total"
	metricWrites = `noir_store_write_seconds_bucket{le="`
	metricFenced = "noir_fenced_total"
)

func (f *fleet) read() (r clusterReading, err error) {
	r.at, r.writes = time.Now(), map[float64]float64{}
	for _, n := range f.all {
		cpu, err := n.CPU()
		if err != nil {
			return r, err
		}
		r.nodes += cpu
		all, err := metricsAt(f.ctx, n.metrics)
		if err != nil {
			return r, fmt.Errorf("%s: %w", n.name, err)
		}
		r.moves += all[metricMoves]
		r.fenced += all[metricFenced]
		for name, count := range all {
			if rest, is := strings.CutPrefix(name, metricWrites); is {
				bound, err := strconv.ParseFloat(strings.TrimSuffix(rest, `"}`), 64)
				if err != nil {
					return r, err
				}
				r.writes[bound] += count
			}
		}
	}
	var err1, err2, err3 error
	r.client, err1 = processCPU(os.Getpid())
	if f.PostgreSQL != nil {
		r.postgres, err2 = f.PostgreSQL()
	}
	if f.NATS != nil {
		r.nats, err3 = f.NATS()
	}
	return r, errors.Join(err1, err2, err3)
}

// since is what was used since an earlier reading.
func (r clusterReading) since(before clusterReading) ClusterPhase {
	moves, over := r.moves-before.moves, r.at.Sub(before.at)
	each := func(to, from time.Duration) float64 { return milliseconds(max(0, to-from)) / max(1, moves) }
	for bound, n := range before.writes {
		r.writes[bound] -= n
	}
	return ClusterPhase{
		Rate:      moves / over.Seconds(),
		AppendP50: 1000 * bucketed(r.writes, .5), AppendP99: 1000 * bucketed(r.writes, .99),
		Owner:      each(r.nodes, before.nodes),
		PostgreSQL: each(r.postgres, before.postgres), NATS: each(r.nats, before.nats),
		ClientCPU: 100 * (r.client - before.client).Seconds() / over.Seconds(), Fenced: int(r.fenced - before.fenced),
	}
}

// bucketed is the value that a share q does not exceed, of a histogram's counts up to each bound: within a
// bucket in proportion, as Prometheus has it.
func bucketed(counts map[float64]float64, q float64) float64 {
	want, below, under := q*counts[math.Inf(1)], 0., 0.
	for _, bound := range slices.Sorted(maps.Keys(counts)) {
		if n := counts[bound]; n >= want && n > under && !math.IsInf(bound, 1) {
			return below + (bound-below)*(want-under)/(n-under)
		}
		if !math.IsInf(bound, 1) {
			below, under = bound, counts[bound]
		}
	}
	return below
}
