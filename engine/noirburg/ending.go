package noirburg

import (
	"cmp"

	"noir/engine"
)

// Why a game ended. engine.Aborted is one more.
const (
	Money        = "money"         // more than half at the end of the own turn
	Eliminations = "eliminations"  // two rivals
	LastStanding = "last_standing" // nobody else is left
	Counted      = "countdown"     // the last token
)

// ending is how a game ended; without a reason it has not.
type ending struct {
	reason  string
	winners seatSet
}

// Score is what a seat has, as if counted now. It is all zeros for who is out.
type Score struct {
	Trophies   int `json:"trophies"` // in points
	Cards      int `json:"cards"`    // open, with the own Hideout
	Money      int `json:"money"`
	Total      int `json:"total"`
	Businesses int `json:"businesses"` // decides between equal totals, money after it; a part of Cards
}

// compare orders scores, the better first: the total, then businesses, then money
// (rules page, section 6).
func (s Score) compare(o Score) int {
	return cmp.Or(cmp.Compare(o.Total, s.Total), cmp.Compare(o.Businesses, s.Businesses), cmp.Compare(o.Money, s.Money))
}

// score counts a seat.
func (p *position) score(seat engine.Seat) Score {
	m := p.of(seat)
	if !m.alive {
		return Score{}
	}
	s := Score{Trophies: trophy * m.trophies.len(), Money: m.money, Businesses: m.open.numbers()}
	s.Cards = hideoutNumber + s.Businesses + p.standing(m).union(m.hidden).power()
	s.Total = s.Trophies + s.Cards + s.Money
	return s
}

// alive lists the seats that are in the game.
func (p *position) alive() []engine.Seat {
	var in []engine.Seat
	for seat := range engine.Seat(p.seats()) {
		if p.of(seat).alive {
			in = append(in, seat)
		}
	}
	return in
}

// end ends the game. What lies in windows that are open is put away.
func (c *change) end(reason string, winners ...engine.Seat) {
	c.ended.reason = reason
	for _, seat := range winners {
		c.ended.winners.set(seat, true)
	}
	c.passes = nil
	for c.depth > 0 {
		c.clearTable(c.popWindow())
	}
}

// Result tells how the game ended.
func (p *position) Result() (engine.Result, bool) {
	if !p.over() {
		return engine.Result{}, false
	}
	scores := make([]Score, p.seats())
	for seat := range scores {
		scores[seat] = p.score(engine.Seat(seat))
	}
	r := engine.Result{Reason: p.ended.reason, Winners: []engine.Seat{}, Places: p.placement(), Scores: encode(scores)}
	for seat, place := range r.Places {
		if place == 1 && r.Reason != engine.Aborted {
			r.Winners = append(r.Winners, engine.Seat(seat))
		}
	}
	return r, true
}

// placement returns the places of all seats (protocol, section 8). All share the first
// in an aborted game.
func (p *position) placement() []int {
	ranks := make([]rank, p.seats())
	if p.ended.reason != engine.Aborted {
		for seat := range ranks {
			ranks[seat] = p.rank(engine.Seat(seat))
		}
		for _, seat := range p.victors() {
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

// rank returns the rank of a seat at the end, whoever has won.
func (p *position) rank(seat engine.Seat) rank {
	m := p.of(seat)
	r := rank{class: eliminated, score: p.score(seat), out: m.out}
	if m.alive {
		r.class, r.out = survivor, hideouts+1
	}
	switch {
	case m.resigned:
		r.class = resigned
	case p.bots.has(seat):
		r.class = substituted
	}
	return r
}
