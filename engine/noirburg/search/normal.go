package search

import (
	"context"
	"encoding/json"
	"slices"

	"noir/engine"
	"noir/engine/noirburg/rules"
)

// normal looks one move ahead, through the windows and dice that follow, and makes the move
// with the best result.
type normal struct{}

// Choose implements engine.Player.
func (normal) Choose(_ context.Context, s engine.Sight) (json.RawMessage, error) {
	at, err := look(s)
	if err != nil {
		return nil, err
	}
	return at.decide(planner{at, newOutlook(&at.Position, at.seat)})
}

// planner is normal at one decision.
type planner struct {
	*situation
	outlook outlook
}

// How much a move must gain at least, in points: estimates are not exact.
const (
	gainOpen   = 0.1 // for each coin
	gainMove   = 0.3
	gainStrike = 1
	gainThrow  = 0.5
)

// plan is a move and its worth.
type plan struct {
	body  json.RawMessage // nil: do nothing
	worth float64
}

// better returns the better of two plans, the first if they are equal.
func (a plan) better(b plan) plan {
	if b.worth > a.worth {
		return b
	}
	return a
}

// plan returns the result of a move.
func (p planner) plan(m rules.Move) plan {
	next := after(&p.Position, m, p.seat)
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

// arrange places the gangsters if one is hidden or other places are better.
func (p planner) arrange() json.RawMessage {
	if !p.may(rules.TypeArrange) {
		return nil
	}
	best := plan{worth: p.outlook.worth(&p.Position) + gainMove}
	if !p.own().Hidden.Empty() {
		best.worth = -unthinkable
	}
	for _, layout := range []map[rules.Card]rules.Place{p.guard(), p.Layout(p.seat)} {
		best = best.better(p.plan(rules.Move{Type: rules.TypeArrange, Places: layout}))
	}
	return best.body
}

// guard gives the gangsters, the strongest first, the places where they are most useful.
func (p planner) guard() map[rules.Card]rules.Place {
	c := rules.Change{Position: p.Position}
	own := c.Of(p.seat)
	own.Hidden = own.Hidden.Union(c.Standing(own))
	for _, at := range own.Places() {
		*c.At(own, at) = rules.Set{}
	}
	layout := map[rules.Card]rules.Place{}
	strongest := own.Hidden.Cards()
	slices.Reverse(strongest)
	for _, g := range strongest {
		at := p.post(c, g)
		if layout[g] = at; at != 0 {
			c.Leave(own, g, rules.Hidden)
			c.Enter(own, g, at)
		}
	}
	return layout
}

// post returns where a hidden gangster is most useful, nowhere if there is no room.
func (p planner) post(c rules.Change, g rules.Card) (best rules.Place) {
	own, most := c.Of(p.seat), -unthinkable
	c.Leave(own, g, rules.Hidden)
	for _, at := range own.Places() {
		if c.Room(own, at) < g.Power() {
			continue
		}
		c.Enter(own, g, at)
		if worth := p.outlook.worth(&c.Position); worth > most {
			best, most = at, worth
		}
		c.Leave(own, g, at)
	}
	return best
}

// invest opens the card with the greatest return for its price.
func (p planner) invest() json.RawMessage {
	now := p.outlook.worth(&p.Position)
	best := plan{worth: gainOpen}
	for _, m := range p.list(rules.TypeOpen) {
		opened := p.plan(m)
		opened.worth = (opened.worth - now) / float64(1+m.Card.Cost())
		best = best.better(opened)
	}
	return best.body
}

// relocate moves the Hideout to a safer place, never into the open, and not out of the business
// above it unless that is clearly worse.
func (p planner) relocate() json.RawMessage {
	best := plan{worth: p.outlook.worth(&p.Position) + gainMove}
	if p.own().Bare() {
		best.worth -= 2 * gainMove
	}
	for _, m := range p.covers() {
		best = best.better(p.plan(m))
	}
	return best.body
}

func (p planner) react() json.RawMessage {
	return p.throwIn(plan{worth: p.outlook.ahead(&p.Position) + gainThrow}).body
}
