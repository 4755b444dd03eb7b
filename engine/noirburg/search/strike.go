package search

import (
	"encoding/json"
	"noir/engine/noirburg/rules"
	"slices"
)

// strike attacks or plays a card on the seat's own turn, whichever is worth more.
func (p planner) strike() json.RawMessage {
	now := p.outlook.worth(&p.Position)
	best := plan{worth: now + gainStrike}
	for _, m := range p.list(rules.TypeAttack) {
		best = best.better(p.assault(&p.Position, m))
	}
	for _, m := range p.list(rules.TypePolice) {
		if m.Seat != p.seat {
			best = best.better(p.raid(m))
		}
	}
	if best.body == nil {
		best.worth = now + gainThrow
	}
	return p.throwIn(best).body
}

// assault returns the best attack on a target with some of those who may go.
func (p planner) assault(from *rules.Position, target rules.Move) plan {
	best := plan{worth: -unthinkable}
	for _, gang := range gangs(target.Gangsters) {
		if wastes(from, gang, target) {
			continue
		}
		target.Gangsters = gang
		next := after(from, target, p.seat)
		best = best.better(plan{target.Body(), p.outlook.ahead(&next)})
	}
	return best
}

// wastes reports whether a gang would do as much without its weakest.
func wastes(p *rules.Position, gang []rules.Card, target rules.Move) bool {
	all := p.Battle(rules.SetOf(gang...), target.Seat, target.Place).Fight()
	fewer := p.Battle(rules.SetOf(gang[1:]...), target.Seat, target.Place).Fight()
	return all.Success == fewer.Success && all.Ruin == fewer.Ruin && all.Fallen == fewer.Fallen
}

// gangs returns the gangs of some gangsters that differ in power.
func gangs(all []rules.Card) [][]rules.Card {
	made := [][]rules.Card{nil}
	for power := 1; power <= rules.MostPower; power++ {
		same := rules.SetOf(all...).Common(rules.Numbered(power)).Cards()
		for _, gang := range made {
			for n := range same {
				made = append(made, slices.Concat(gang, same[:n+1]))
			}
		}
	}
	return made[1:]
}

// raid returns the worth of Police on a business for the attack that may follow.
func (p planner) raid(m rules.Move) plan {
	c := rules.Change{Position: after(&p.Position, m, p.seat)}
	c.CloseWindow()
	best := plan{worth: -unthinkable}
	for _, a := range p.list(rules.TypeAttack) {
		if c.ShareAttack(a.Seat, a.Place).Has(m.Place.Business()) {
			best = best.better(p.assault(&c.Position, a))
		}
	}
	best.body = m.Body()
	return best
}

// drivebys is the greatest number of Drive-bys played at once.
const drivebys = 2

// throwIn returns the best card to play, if that is better than another plan.
func (p planner) throwIn(best plan) plan {
	for _, m := range p.moves {
		switch m.Type {
		case rules.TypePoker:
			best = best.better(plan{m.Body(), atPoker(&p.Position, m, p.seat, p.outlook.ahead)})
		case rules.TypeDriveby:
			all := m.Cards
			for n := range min(drivebys, len(all)) {
				m.Cards = all[:n+1]
				best = best.better(p.plan(m))
			}
		case rules.TypePolice:
			if p.Attack() != nil {
				best = best.better(p.plan(m))
			}
		case rules.TypeBribe, rules.TypeTurncoat:
			best = best.better(p.plan(m))
		}
	}
	return best
}
