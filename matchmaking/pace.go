package matchmaking

import (
	"time"

	"golang.org/x/time/rate"

	"noir/data"
)

// A person may open openBurst tables at once, then one every openEvery: whatever
// becomes of a game, it is kept for ever.
const (
	openBurst = 20
	openEvery = time.Second
)

// paces tells how fast people open tables. Those who have opened none for a
// while are forgotten.
type paces struct {
	of      map[data.PlayerID]*rate.Limiter
	sweepAt int
}

func newPaces() paces { return paces{of: map[data.PlayerID]*rate.Limiter{}, sweepAt: 1024} }

// allow reports whether a table may be opened now.
func (p *paces) allow(id data.PlayerID, now time.Time) bool {
	pace := p.of[id]
	return pace == nil || pace.TokensAt(now) >= 1
}

// count counts a table that was allowed.
func (p *paces) count(id data.PlayerID, now time.Time) {
	pace := p.of[id]
	if pace == nil {
		p.sweep(now)
		pace = rate.NewLimiter(rate.Every(openEvery), openBurst)
		p.of[id] = pace
	}
	pace.AllowN(now, 1)
}

func (p *paces) sweep(now time.Time) {
	if len(p.of) < p.sweepAt {
		return
	}
	for id, pace := range p.of {
		if pace.TokensAt(now) >= openBurst {
			delete(p.of, id)
		}
	}
	p.sweepAt = 2*len(p.of) + 1024
}
