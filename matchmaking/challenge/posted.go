package challenge

import (
	"context"
	"slices"

	"noir/data"
	"noir/matchmaking"
)

// maxShown is how many challenges to whoever takes them a player is shown.
const maxShown = 100

// posted is the challenges as they were read: one list for all who look, however many there
// are. It never changes.
type posted struct {
	all   []data.Challenge        // the oldest first
	ids   map[string]int          // where each stands, by data.ReadCode of its id
	of    map[data.PlayerID][]int // where those stand that a player has made, or that are to them
	open  []int                   // where those stand that are to whoever takes them
	first []data.Challenge        // as many of the open ones as are shown
}

func newPosted(rows []data.Challenge) *posted {
	p := &posted{all: rows, ids: make(map[string]int, len(rows)), of: map[data.PlayerID][]int{}}
	for i, c := range rows {
		p.ids[data.ReadCode(c.ID)] = i
		p.of[c.From.ID] = append(p.of[c.From.ID], i)
		if c.To.ID != 0 {
			p.of[c.To.ID] = append(p.of[c.To.ID], i)
			continue
		}
		p.open = append(p.open, i)
		if len(p.first) < maxShown {
			p.first = append(p.first, c)
		}
	}
	return p
}

// find returns a challenge that a player may see. ErrNoChallenge.
func (b *Board) find(ctx context.Context, p data.PlayerID, id string) (data.Challenge, error) {
	posted, err := b.read(ctx)
	if err == nil {
		err = b.house.ReadApart(ctx)
	}
	if err != nil {
		return data.Challenge{}, err
	}
	if i, ok := posted.ids[data.ReadCode(id)]; ok && b.visible(posted.all[i], p) {
		return posted.all[i], nil
	}
	return data.Challenge{}, matchmaking.ErrNoChallenge
}

// shown are the challenges that a player may see, the oldest first: their own, those to
// them, and the oldest of those to whoever takes them. It may be shared.
func (b *Board) shown(ctx context.Context, p data.PlayerID) ([]data.Challenge, error) {
	posted, err := b.read(ctx)
	if err == nil {
		err = b.house.ReadApart(ctx)
	}
	if err != nil {
		return nil, err
	}
	hidden := func(c data.Challenge) bool { return !b.visible(c, p) }
	own := posted.of[p]
	if len(own) == 0 && !slices.ContainsFunc(posted.first, hidden) {
		return slices.Clip(posted.first), nil
	}
	places := make([]int, 0, len(own)+maxShown)
	for _, i := range posted.open {
		if len(places) == maxShown {
			break
		}
		if c := posted.all[i]; c.From.ID != p && b.visible(c, p) {
			places = append(places, i)
		}
	}
	for _, i := range own {
		if b.visible(posted.all[i], p) {
			places = append(places, i)
		}
	}
	slices.Sort(places)
	shown := make([]data.Challenge, len(places))
	for n, i := range places {
		shown[n] = posted.all[i]
	}
	return shown, nil
}
