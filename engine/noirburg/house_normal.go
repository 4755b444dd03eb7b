package noirburg

import (
	"context"
	"encoding/json"
	"slices"

	"noir/engine"
)

// normal looks one move ahead, through the windows and dice that the move brings, and
// makes the move that leads to most.
type normal struct{}

// Choose implements engine.Player.
func (normal) Choose(_ context.Context, s engine.Sight) (json.RawMessage, error) {
	at, err := look(s)
	if err != nil {
		return nil, err
	}
	return at.decide(planner{at, newOutlook(&at.position, at.seat)})
}

// planner is normal at one decision.
type planner struct {
	*situation
	outlook outlook
}

// What a move must gain at least, in points: estimates are not so exact.
const (
	gainOpen   = 0.1 // for each coin
	gainMove   = 0.3
	gainStrike = 1
	gainThrow  = 0.5
)

// plan is a move and what it is worth.
type plan struct {
	body  json.RawMessage // nil for doing nothing
	worth float64
}

// better returns the better of two plans, the first if they are equal.
func (a plan) better(b plan) plan {
	if b.worth > a.worth {
		return b
	}
	return a
}

// plan returns what comes of a move.
func (p planner) plan(m Move) plan {
	next := p.after(m, p.seat)
	return plan{m.Body(), p.outlook.ahead(&next)}
}

func (p planner) act() json.RawMessage {
	for _, choose := range []func() json.RawMessage{
		p.arrange, p.strike, p.invest, p.relocate, p.makeRoom, p.buy,
	} {
		if body := choose(); body != nil {
			return body
		}
	}
	return nil
}

// arrange gives the gangsters their places if one is hidden or others are better.
func (p planner) arrange() json.RawMessage {
	if !p.may(TypeArrange) {
		return nil
	}
	best := plan{worth: p.outlook.worth(&p.position) + gainMove}
	if !p.own().hidden.empty() {
		best.worth = -unthinkable
	}
	for _, layout := range []map[Card]Place{p.guard(), p.layout(p.seat)} {
		best = best.better(p.plan(Move{Type: TypeArrange, Places: layout}))
	}
	return best.body
}

// guard gives the gangsters, the strongest first, the places where they are of most use.
func (p planner) guard() map[Card]Place {
	c := change{position: p.position}
	own := c.of(p.seat)
	own.hidden = own.hidden.union(c.standing(own))
	for _, at := range own.places() {
		*c.at(own, at) = set{}
	}
	layout := map[Card]Place{}
	strongest := own.hidden.cards()
	slices.Reverse(strongest)
	for _, g := range strongest {
		at := p.post(c, g)
		if layout[g] = at; at != 0 {
			c.leave(own, g, Hidden)
			c.enter(own, g, at)
		}
	}
	return layout
}

// post returns where a hidden gangster is of most use, nowhere if there is no room.
func (p planner) post(c change, g Card) (best Place) {
	own, most := c.of(p.seat), -unthinkable
	c.leave(own, g, Hidden)
	for _, at := range own.places() {
		if c.room(own, at) < g.Power() {
			continue
		}
		c.enter(own, g, at)
		if worth := p.outlook.worth(&c.position); worth > most {
			best, most = at, worth
		}
		c.leave(own, g, at)
	}
	return best
}

// invest opens the card that brings most for its price.
func (p planner) invest() json.RawMessage {
	now := p.outlook.worth(&p.position)
	best := plan{worth: gainOpen}
	for _, m := range p.list(TypeOpen) {
		opened := p.plan(m)
		opened.worth = (opened.worth - now) / float64(1+m.Card.Cost())
		best = best.better(opened)
	}
	return best.body
}

// relocate moves the Hideout to where it is safer, never into the open, and out of it
// unless that is clearly worse.
func (p planner) relocate() json.RawMessage {
	best := plan{worth: p.outlook.worth(&p.position) + gainMove}
	if p.own().bare() {
		best.worth -= 2 * gainMove
	}
	for _, m := range p.covers() {
		best = best.better(p.plan(m))
	}
	return best.body
}

func (p planner) react() json.RawMessage {
	return p.throwIn(plan{worth: p.outlook.ahead(&p.position) + gainThrow}).body
}
