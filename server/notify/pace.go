package notify

import (
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// pace is a rate limiter per key. It forgets those that have refilled.
type pace[K comparable] struct {
	every rate.Limit
	burst int

	mu      sync.Mutex
	of      map[K]*rate.Limiter
	sweepAt int
}

const sweepEvery = 1024

func newPace[K comparable](every time.Duration, burst int) *pace[K] {
	return &pace[K]{every: rate.Every(every), burst: burst, of: map[K]*rate.Limiter{}, sweepAt: sweepEvery}
}

// allow counts a request, or reports that it comes too soon.
func (p *pace[K]) allow(k K, now time.Time) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	l := p.of[k]
	if l == nil {
		p.sweep(now)
		l = rate.NewLimiter(p.every, p.burst)
		p.of[k] = l
	}
	return l.AllowN(now, 1)
}

func (p *pace[K]) sweep(now time.Time) {
	if len(p.of) < p.sweepAt {
		return
	}
	for k, l := range p.of {
		if l.TokensAt(now) >= float64(p.burst) {
			delete(p.of, k)
		}
	}
	p.sweepAt = 2*len(p.of) + sweepEvery
}
