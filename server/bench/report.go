package bench

import (
	"context"
	"slices"
)

// Report is the result of a run of the bench: the medians of its trials.
type Report struct {
	Sessions int      `json:"sessions"`
	Seconds  float64  `json:"seconds_per_phase"`
	Every    float64  `json:"seconds_between_moves"`
	Trials   int      `json:"trials"`
	Servers  []Result `json:"servers"`
	Ratios   []Ratio  `json:"ratios,omitempty"`
}

// Result is what was measured on one server.
type Result struct {
	Server string  `json:"server"`
	Phases []Phase `json:"phases"`
}

// phase finds a phase by its name; it is empty if it was not measured.
func (r Result) phase(name string) Phase {
	for _, p := range r.Phases {
		if p.Name == name {
			return p
		}
	}
	return Phase{}
}

// Run tries servers in turn, a number of times, and reports the medians. If there are two servers,
// the given function compares the second with the first, the baseline. With an error the report has
// what was measured before.
func Run(ctx context.Context, p Plan, trials int, compare Comparison, servers ...Server) (Report, error) {
	r := Report{Sessions: p.Sessions, Seconds: p.Window.Seconds(), Every: p.Every.Seconds(), Trials: trials}
	measured := make([][][]Phase, len(servers))
	err := tryAll(ctx, p, trials, servers, measured)
	for i, s := range servers {
		r.Servers = append(r.Servers, Result{Server: s.Name, Phases: medians(measured[i])})
	}
	if len(servers) == 2 {
		r.Ratios = compare(r.Servers[0], r.Servers[1])
	}
	return r, err
}

// tryAll adds the trials of each server to measured. Every second time it begins with the last, so
// that a machine that becomes busier or slower harms none of them.
func tryAll(ctx context.Context, p Plan, trials int, servers []Server, measured [][][]Phase) error {
	for trial := range trials {
		for i := range servers {
			if trial%2 == 1 {
				i = len(servers) - 1 - i
			}
			phases, err := Try(ctx, servers[i], p)
			if err == nil || len(measured[i]) == 0 {
				measured[i] = append(measured[i], phases)
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// medians combines the trials of a server, figure by figure.
func medians(trials [][]Phase) []Phase {
	if len(trials) == 0 {
		return nil
	}
	var all []Phase
	for i := range trials[0] {
		var same []Phase
		for _, trial := range trials {
			same = append(same, trial[i])
		}
		all = append(all, median(same))
	}
	return all
}

// median has the median of every figure. The latency samples of all trials are pooled.
func median(same []Phase) Phase {
	m := same[0]
	for _, figure := range figures {
		values := make([]float64, len(same))
		for i := range same {
			values[i] = *figure(&same[i])
		}
		slices.Sort(values)
		*figure(&m) = values[len(values)/2]
	}
	for _, p := range same[1:] {
		m.took = append(m.took, p.took...)
		m.Latency.Samples += p.Latency.Samples
		m.Unanswered += p.Unanswered
	}
	slices.Sort(m.took)
	return m
}

// figures are the fields of a phase that have a median.
var figures = [...]func(*Phase) *float64{
	func(p *Phase) *float64 { return &p.Memory },
	func(p *Phase) *float64 { return &p.PerSession },
	func(p *Phase) *float64 { return &p.Objects },
	func(p *Phase) *float64 { return &p.Heap },
	func(p *Phase) *float64 { return &p.Goroutines },
	func(p *Phase) *float64 { return &p.CPU },
	func(p *Phase) *float64 { return &p.ClientCPU },
	func(p *Phase) *float64 { return &p.OthersCPU },
	func(p *Phase) *float64 { return &p.Rate },
	func(p *Phase) *float64 { return &p.Latency.P50 },
	func(p *Phase) *float64 { return &p.Latency.P99 },
	func(p *Phase) *float64 { return &p.Latency.P999 },
	func(p *Phase) *float64 { return &p.KeyBytes },
	func(p *Phase) *float64 { return &p.EachCPU },
	func(p *Phase) *float64 { return &p.EachKiB },
}
