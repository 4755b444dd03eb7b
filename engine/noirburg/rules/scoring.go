package rules

import (
	"cmp"

	"noir/engine"
)

// Why a game ended. engine.Aborted is one more.
const (
	Money        = "money"         // more than half at the end of the seat's own turn
	Eliminations = "eliminations"  // two rivals
	LastStanding = "last_standing" // no other seat is left
	Counted      = "countdown"     // the last token
)

// ending is how a game ended; it has not without a reason.
type ending struct {
	reason  string
	Winners SeatSet
}

// Score is what a seat has, as if counted now; all zeros for a seat that is out.
type Score struct {
	Trophies   int `json:"trophies"` // in points
	Cards      int `json:"cards"`    // open, with the own Hideout
	Money      int `json:"money"`
	Total      int `json:"total"`
	Businesses int `json:"businesses"` // decides between equal totals, then money; a part of Cards
}

// compare orders scores, better first: by total, then businesses, then money (rules page,
// section 6).
func (s Score) compare(o Score) int {
	return cmp.Or(cmp.Compare(o.Total, s.Total), cmp.Compare(o.Businesses, s.Businesses), cmp.Compare(o.Money, s.Money))
}

// Score counts a seat.
func (t *Town) Score(seat engine.Seat) Score {
	m := t.Of(seat)
	if !m.Alive {
		return Score{}
	}
	s := Score{Trophies: Trophy * m.Trophies.Len(), Money: m.Money, Businesses: m.Open.Numbers()}
	s.Cards = HideoutNumber + s.Businesses + t.Standing(m).Union(m.Hidden).Power()
	s.Total = s.Trophies + s.Cards + s.Money
	return s
}

// end ends the game and discards the cards in open windows.
func (c *Change) end(reason string, winners ...engine.Seat) {
	c.Ended.reason = reason
	for _, seat := range winners {
		c.Ended.Winners.set(seat, true)
	}
	c.passes = nil
	for c.Depth > 0 {
		c.clearTable(c.PopWindow())
	}
}

// Result tells how the game ended.
func (p *Position) Result() (engine.Result, bool) {
	if !p.Over() {
		return engine.Result{}, false
	}
	scores := make([]Score, p.Seats())
	for seat := range scores {
		scores[seat] = p.Score(engine.Seat(seat))
	}
	r := engine.Result{Reason: p.Ended.reason, Winners: []engine.Seat{}, Places: p.Standings().Places(), Scores: encode(scores)}
	for seat, place := range r.Places {
		if place == 1 && r.Reason != engine.Aborted {
			r.Winners = append(r.Winners, engine.Seat(seat))
		}
	}
	return r, true
}

// Standings returns what decides the places at the end of the game.
func (p *Position) Standings() standings { return standings{&p.Town, p.Ended, p.Bots, p.Seats()} }

// standings decide the places of a finished game.
type standings struct {
	*Town
	ending
	bots  SeatSet
	seats int
}

// Places returns the places of all seats (protocol, section 8). In an aborted game all share
// the first.
func (s standings) Places() []int {
	ranks := make([]rank, s.seats)
	if s.reason != engine.Aborted {
		for seat := range ranks {
			ranks[seat] = s.rank(engine.Seat(seat))
		}
		for _, seat := range s.Victors() {
			ranks[seat] = rank{class: victor}
		}
	}
	places := make([]int, len(ranks))
	for seat, r := range ranks {
		places[seat] = 1
		for _, other := range ranks {
			if other.compare(r) < 0 {
				places[seat]++
			}
		}
	}
	return places
}

// rank is what decides the place of a seat.
type rank struct {
	class int // of rulings.go
	score Score
	out   int // the later to go, the higher
}

// compare orders ranks, the better first.
func (r rank) compare(o rank) int {
	return cmp.Or(cmp.Compare(r.class, o.class), r.score.compare(o.score), cmp.Compare(o.out, r.out))
}

// rank returns the rank of a seat at the end, won or not.
func (s standings) rank(seat engine.Seat) rank {
	m := s.Of(seat)
	r := rank{class: eliminated, score: s.Score(seat), out: m.Out}
	if m.Alive {
		r.class, r.out = survivor, Hideouts+1
	}
	switch {
	case m.Resigned:
		r.class = resigned
	case s.bots.Has(seat):
		r.class = substituted
	}
	return r
}
