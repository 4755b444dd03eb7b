package notify

import (
	"sync"
	"time"

	"golang.org/x/time/rate"

	"noir/internal/sweep"
)

// pace is a rate limiter per key. It forgets those that have refilled.
type pace[K comparable] struct {
	every rate.Limit
	burst int

	mu       sync.Mutex
	limiters sweep.Map[K, *rate.Limiter]
}

func newPace[K comparable](every time.Duration, burst int) *pace[K] {
	return &pace[K]{every: rate.Every(every), burst: burst, limiters: sweep.NewMap[K, *rate.Limiter]()}
}

// allow counts a request, or reports that it comes too soon.
func (p *pace[K]) allow(k K, now time.Time) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	l := p.limiters.Of[k]
	if l == nil {
		p.limiters.Sweep(func(l *rate.Limiter) bool { return l.TokensAt(now) >= float64(p.burst) })
		l = rate.NewLimiter(p.every, p.burst)
		p.limiters.Of[k] = l
	}
	return l.AllowN(now, 1)
}
