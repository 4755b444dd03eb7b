package bench

import (
	"slices"
	"sync"
	"time"
)

// Latency is how long keys took until the screen showed their effect.
type Latency struct {
	P50     float64 `json:"p50_ms"`
	P99     float64 `json:"p99_ms"`
	P999    float64 `json:"p99_9_ms"`
	Samples int     `json:"samples"`
}

// quantile is the duration that a share q of the sorted ones does not exceed.
func quantile(sorted []time.Duration, q float64) time.Duration {
	if len(sorted) == 0 {
		return 0
	}
	return sorted[min(len(sorted)-1, int(q*float64(len(sorted))))]
}

// samples may be added by several goroutines at once.
type samples struct {
	mu         sync.Mutex
	on         bool // samples before that are not counted
	took       []time.Duration
	unanswered int
}

func (s *samples) add(took time.Duration, answered bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.on {
		return
	}
	s.took = append(s.took, took)
	if !answered {
		s.unanswered++
	}
}

// start counts from now on.
func (s *samples) start() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.on = true
}

// stop ends the counting. It returns the samples, sorted.
func (s *samples) stop() (took []time.Duration, unanswered int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.on = false
	slices.Sort(s.took)
	return s.took, s.unanswered
}

func latency(sorted []time.Duration) Latency {
	return Latency{
		P50: milliseconds(quantile(sorted, .5)), P99: milliseconds(quantile(sorted, .99)),
		P999: milliseconds(quantile(sorted, .999)), Samples: len(sorted),
	}
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
