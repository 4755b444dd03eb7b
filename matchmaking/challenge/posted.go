package challenge

import (
	"context"
	"slices"
	"sync"
	"time"

	"noir/data"
	"noir/matchmaking"
)

// maxShown is how many open challenges a player is shown.
const maxShown = 100

// postedAge is how old the list of challenges may be.
const postedAge = time.Second

// posted caches the challenges that the store holds. It is safe for concurrent use.
type posted struct {
	store data.Challenges

	mu      sync.Mutex
	newest  *reading
	at      time.Time // when it was read
	version int       // rises when what has been read is out of date
	under   *look     // that is under way
}

// look reads the challenges once, for all who want them meanwhile.
type look struct {
	version int // of posted, when it began
	found   *reading
	err     error
	done    chan struct{} // closed when found and err are set
}

// read returns the challenges, at most postedAge old, and as they are after the latest call of changed. It blocks
// on the store. data.ErrUnavailable.
func (p *posted) read(ctx context.Context) (*reading, error) {
	for {
		p.mu.Lock()
		if !p.at.IsZero() && time.Since(p.at) < postedAge {
			defer p.mu.Unlock()
			return p.newest, nil
		}
		own := p.under == nil || p.under.version != p.version
		if own {
			p.under = &look{version: p.version, done: make(chan struct{})}
		}
		l := p.under
		p.mu.Unlock()
		if own {
			p.do(ctx, l)
		}
		select {
		case <-l.done:
		case <-ctx.Done():
			return nil, matchmaking.Unavailable(ctx.Err())
		}
		if own || l.err == nil {
			return l.found, l.err
		}
		if ctx.Err() != nil { // else the one who looked may have given up
			return nil, matchmaking.Unavailable(ctx.Err())
		}
	}
}

// do reads the challenges from the store.
func (p *posted) do(ctx context.Context, l *look) {
	began := time.Now()
	rows, err := p.store.Challenges(ctx)
	if err != nil {
		l.err = matchmaking.Unavailable(err)
	} else {
		l.found = newReading(rows)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.under == l {
		p.under = nil
	}
	if err == nil && l.version == p.version {
		p.newest, p.at = l.found, began
	}
	close(l.done)
}

// changed has the challenges read again the next time.
func (p *posted) changed() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.at = time.Time{}
	p.version++
}

// reading is the challenges at one moment, one list for all viewers. It never changes.
type reading struct {
	all   []data.Challenge        // the oldest first
	ids   map[string]int          // index by data.ReadCode of the id
	of    map[data.PlayerID][]int // indexes of those by or to a player
	open  []int                   // indexes of those open to all
	first []data.Challenge        // the open ones that are shown
}

func newReading(rows []data.Challenge) *reading {
	r := &reading{all: rows, ids: make(map[string]int, len(rows)), of: map[data.PlayerID][]int{}}
	for i, c := range rows {
		r.ids[data.ReadCode(c.ID)] = i
		r.of[c.From.ID] = append(r.of[c.From.ID], i)
		if c.To.ID != 0 {
			r.of[c.To.ID] = append(r.of[c.To.ID], i)
			continue
		}
		r.open = append(r.open, i)
		if len(r.first) < maxShown {
			r.first = append(r.first, c)
		}
	}
	return r
}

// find returns the challenge with an id, if there is one. matchmaking.ErrNoChallenge.
func (r *reading) find(id string, visible func(data.Challenge) bool) (data.Challenge, error) {
	if i, ok := r.ids[data.ReadCode(id)]; ok && visible(r.all[i]) {
		return r.all[i], nil
	}
	return data.Challenge{}, matchmaking.ErrNoChallenge
}

// shown returns the challenges that a player may see, oldest first: their own, those to them,
// and the oldest open ones. The list may be shared.
func (r *reading) shown(p data.PlayerID, visible func(data.Challenge) bool) []data.Challenge {
	hidden := func(c data.Challenge) bool { return !visible(c) }
	own := r.of[p]
	if len(own) == 0 && !slices.ContainsFunc(r.first, hidden) {
		return slices.Clip(r.first)
	}
	places := make([]int, 0, len(own)+maxShown)
	for _, i := range r.open {
		if len(places) == maxShown {
			break
		}
		if c := r.all[i]; c.From.ID != p && visible(c) {
			places = append(places, i)
		}
	}
	for _, i := range own {
		if visible(r.all[i]) {
			places = append(places, i)
		}
	}
	slices.Sort(places)
	shown := make([]data.Challenge, len(places))
	for n, i := range places {
		shown[n] = r.all[i]
	}
	return shown
}
