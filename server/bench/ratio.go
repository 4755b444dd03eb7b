package bench

// Ratio is a figure of a server divided by the baseline's.
type Ratio struct {
	Figure string  `json:"figure"`
	Unit   string  `json:"unit"`
	Floor  float64 `json:"floor"`
	Server float64 `json:"server"`
	Ratio  float64 `json:"ratio"`
	Target float64 `json:"target"` // it should not exceed this
}

// Met reports whether the target is reached.
func (r Ratio) Met() bool { return r.Ratio <= r.Target }

// strain compares a busy server with itself at rest.
func strain(rest, busy Result) []Ratio {
	return ratios([]Ratio{
		{"key→screen p50", "ms", rest.phase(Keys).Latency.P50, busy.phase(Keys).Latency.P50, 0, 1.5},
		{"key→screen p99", "ms", rest.phase(Keys).Latency.P99, busy.phase(Keys).Latency.P99, 0, 1.5},
		{"move→screen p50", "ms", rest.phase(Moving).Latency.P50, busy.phase(Moving).Latency.P50, 0, 1.5},
		{"move→screen p99", "ms", rest.phase(Moving).Latency.P99, busy.phase(Moving).Latency.P99, 0, 1.5},
	})
}

// compare compares sessions at a table with sessions on the baseline's only screen, and their key
// latencies.
func compare(floor, server Result) []Ratio {
	f, s := floor.phase(Lobby), server.phase(Seated)
	fk, sk := floor.phase(Keys), server.phase(Keys)
	return ratios([]Ratio{
		{"RSS a session", "KiB", f.PerSession, s.PerSession, 0, .25},
		{"CPU at rest", "% of a core", f.CPU, s.CPU, 0, .15},
		{"key→screen p50", "ms", fk.Latency.P50, sk.Latency.P50, 0, .2},
		{"key→screen p99", "ms", fk.Latency.P99, sk.Latency.P99, 0, .3},
		{"bytes a key", "bytes", fk.KeyBytes, sk.KeyBytes, 0, 1},
		{"CPU a key", "ms", fk.KeyCPU, sk.KeyCPU, 0, .5},
	})
}

// ratios returns those of which both figures were measured.
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
