package challenge

import (
	"context"
	"slices"
	"sync"
	"time"

	"noir/data"
	"noir/matchmaking"
)

// maxShown is how many challenges to anybody a player is shown.
const maxShown = 100

// postedAge is how old what is known of the challenges may be.
const postedAge = time.Second

// posted is the challenges that the store holds. It is safe for any number of goroutines.
type posted struct {
	store data.Challenges

	mu     sync.Mutex // held while they are read
	newest *reading
	at     time.Time // when it was read; zero when they have changed since
}

// read returns the challenges as they are, or were a moment ago. It blocks on the store.
// data.ErrUnavailable.
func (p *posted) read(ctx context.Context) (*reading, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := time.Now()
	if p.at.IsZero() || now.Sub(p.at) >= postedAge {
		rows, err := p.store.Challenges(ctx)
		if err != nil {
			return nil, matchmaking.Unavailable(err)
		}
		p.newest, p.at = newReading(rows), now
	}
	return p.newest, nil
}

// changed has the challenges read anew the next time.
func (p *posted) changed() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.at = time.Time{}
}

// reading is the challenges as they were at a moment: one list for all who look, however
// many there are. It never changes.
type reading struct {
	all   []data.Challenge        // the oldest first
	ids   map[string]int          // where each stands, by data.ReadCode of its id
	of    map[data.PlayerID][]int // where those stand that are by or to a player
	open  []int                   // where those to anybody stand
	first []data.Challenge        // as many of the open ones as are shown
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

// find returns the challenge of an id, if it may be seen. matchmaking.ErrNoChallenge.
func (r *reading) find(id string, visible func(data.Challenge) bool) (data.Challenge, error) {
	if i, ok := r.ids[data.ReadCode(id)]; ok && visible(r.all[i]) {
		return r.all[i], nil
	}
	return data.Challenge{}, matchmaking.ErrNoChallenge
}

// shown are the challenges that a player may see, the oldest first: their own, those to
// them, and the oldest of those to anybody. The list may be shared.
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
