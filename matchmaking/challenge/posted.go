package challenge

import (
	"context"
	"slices"
	"time"

	"noir/data"
	"noir/internal/cached"
	"noir/matchmaking"
)

// maxShown is how many open challenges a player is shown.
const maxShown = 100

// postedAge is how old the list of challenges may be.
const postedAge = time.Second

// newPosted returns a cache of the challenges that the store holds.
func newPosted(r cached.Reader, store data.Challenges) *cached.Value[*reading] {
	return cached.New(r, "what challenges there are", postedAge, func(ctx context.Context) (*reading, error) {
		rows, err := store.Challenges(ctx)
		if err != nil {
			return nil, err
		}
		return newReading(rows), nil
	})
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
