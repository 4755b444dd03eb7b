package bench

import "slices"

// Ratio is a figure of a server divided by the baseline's.
type Ratio struct {
	Figure string  `json:"figure"`
	Unit   string  `json:"unit"`
	Floor  float64 `json:"floor"`
	Server float64 `json:"server"`
	Ratio  float64 `json:"ratio"`
	Target float64 `json:"target,omitempty"` // it should not exceed this; 0: it may
}

// Met reports whether the target is reached, if there is one.
func (r Ratio) Met() bool { return r.Target == 0 || r.Ratio <= r.Target }

// Comparison divides the figures of a server by those of a baseline.
type Comparison func(base, server Result) []Ratio

// Strain compares a busy server with itself at rest.
func Strain(rest, busy Result) []Ratio {
	return ratios([]Ratio{
		{"key→screen p50", "ms", rest.phase(Keys).Latency.P50, busy.phase(Keys).Latency.P50, 0, 1.5},
		{"key→screen p99", "ms", rest.phase(Keys).Latency.P99, busy.phase(Keys).Latency.P99, 0, 1.5},
		{"move→screen p50", "ms", rest.phase(Moving).Latency.P50, busy.phase(Moving).Latency.P50, 0, 1.5},
		{"move→screen p99", "ms", rest.phase(Moving).Latency.P99, busy.phase(Moving).Latency.P99, 0, 1.5},
	})
}

// Floor compares sessions at a table with sessions on the only screen of a bare server, and their
// key latencies.
func Floor(bare, server Result) []Ratio {
	f, s := bare.phase(Lobby), server.phase(Seated)
	fk, sk := bare.phase(Keys), server.phase(Keys)
	return ratios([]Ratio{
		{"RSS a session", "KiB", f.PerSession, s.PerSession, 0, .25},
		{"CPU at rest", "% of a core", f.CPU, s.CPU, 0, .15},
		{"key→screen p50", "ms", fk.Latency.P50, sk.Latency.P50, 0, .2},
		{"key→screen p99", "ms", fk.Latency.P99, sk.Latency.P99, 0, .3},
		{"bytes a key", "bytes", fk.KeyBytes, sk.KeyBytes, 0, 1},
		{"CPU a key", "ms", fk.EachCPU, sk.EachCPU, 0, .5},
	})
}

// Change compares a server with an earlier one. Only figures that vary little from run to run, even
// on a busy machine, have a target.
func Change(before, now Result) []Ratio {
	const same = 1.1
	figures := func(phase string, all func(before, now Phase) []Ratio) []Ratio {
		return ratios(all(before.phase(phase), now.phase(phase)))
	}
	return slices.Concat(
		figures(Lobby, func(b, n Phase) []Ratio {
			return []Ratio{
				{"allocated a handshake", "KiB", b.EachKiB, n.EachKiB, 0, same},
				{"CPU a handshake", "ms", b.EachCPU, n.EachCPU, 0, 0},
			}
		}),
		figures(Seated, func(b, n Phase) []Ratio {
			return []Ratio{
				{"RSS a session", "KiB", b.PerSession, n.PerSession, 0, 0},
				{"heap a session", "KiB", b.Heap, n.Heap, 0, same},
				{"objects a session", "", b.Objects, n.Objects, 0, same},
				{"goroutines a session", "", b.Goroutines, n.Goroutines, 0, same},
				{"CPU at rest", "% of a core", b.CPU, n.CPU, 0, 0},
			}
		}),
		figures(Keys, func(b, n Phase) []Ratio {
			return []Ratio{
				{"key→screen p50", "ms", b.Latency.P50, n.Latency.P50, 0, 0},
				{"key→screen p99", "ms", b.Latency.P99, n.Latency.P99, 0, 0},
				{"bytes a key", "bytes", b.KeyBytes, n.KeyBytes, 0, same},
				{"CPU a key", "ms", b.EachCPU, n.EachCPU, 0, 0},
			}
		}),
		figures(Moving, func(b, n Phase) []Ratio {
			return []Ratio{
				{"move→screen p50", "ms", b.Latency.P50, n.Latency.P50, 0, 0},
				{"move→screen p99", "ms", b.Latency.P99, n.Latency.P99, 0, 0},
				{"allocated a move", "KiB", b.EachKiB, n.EachKiB, 0, same},
				{"CPU a move", "ms", b.EachCPU, n.EachCPU, 0, 0},
			}
		}),
	)
}

// ratios returns the ratios whose two figures were measured.
func ratios(wanted []Ratio) []Ratio {
	var all []Ratio
	for _, r := range wanted {
		if r.Floor > 0 && r.Server != 0 {
			r.Ratio = r.Server / r.Floor
			all = append(all, r)
		}
	}
	return all
}
