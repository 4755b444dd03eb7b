package noirburg

import (
	"encoding/json"
	"slices"
)

// strike attacks or throws in a card in the own turn, whichever brings more.
func (p planner) strike() json.RawMessage {
	now := p.outlook.worth(&p.position)
	best := plan{worth: now + gainStrike}
	for _, m := range p.list(TypeAttack) {
		best = best.better(p.assault(&p.position, m))
	}
	for _, m := range p.list(TypePolice) {
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
func (p planner) assault(from *position, target Move) plan {
	best := plan{worth: -unthinkable}
	for _, gang := range gangs(target.Gangsters) {
		if from.wastes(gang, target) {
			continue
		}
		target.Gangsters = gang
		next := from.after(target, p.seat)
		best = best.better(plan{target.Body(), p.outlook.ahead(&next)})
	}
	return best
}

// wastes reports whether a gang would harm a target as much without its weakest.
func (p *position) wastes(gang []Card, target Move) bool {
	all := p.battle(setOf(gang...), target.Seat, target.Place).fight()
	fewer := p.battle(setOf(gang[1:]...), target.Seat, target.Place).fight()
	return all.success == fewer.success && all.ruin == fewer.ruin && all.fallen == fewer.fallen
}

// gangs returns the gangs that differ in power, of some gangsters.
func gangs(all []Card) [][]Card {
	made := [][]Card{nil}
	for power := 1; power < len(numberSets); power++ {
		same := setOf(all...).common(numberSets[power]).cards()
		for _, gang := range made {
			for n := range same {
				made = append(made, slices.Concat(gang, same[:n+1]))
			}
		}
	}
	return made[1:]
}

// raid returns what Police on a business is worth for the attack that may follow.
func (p planner) raid(m Move) plan {
	c := change{position: p.after(m, p.seat)}
	c.closeWindow()
	best := plan{worth: -unthinkable}
	for _, a := range p.list(TypeAttack) {
		if c.shareAttack(a.Seat, a.Place).has(m.Place.Business()) {
			best = best.better(p.assault(&c.position, a))
		}
	}
	best.body = m.Body()
	return best
}

// drivebys is the most Drive-bys that are played at once.
const drivebys = 2

// throwIn returns the best card to throw in, if that is better than another plan.
func (p planner) throwIn(best plan) plan {
	for _, m := range p.moves {
		switch m.Type {
		case TypePoker:
			best = best.better(plan{m.Body(), p.outlook.poker(&p.position, m)})
		case TypeDriveby:
			all := m.Cards
			for n := range min(drivebys, len(all)) {
				m.Cards = all[:n+1]
				best = best.better(p.plan(m))
			}
		case TypePolice:
			if p.attack() != nil {
				best = best.better(p.plan(m))
			}
		case TypeBribe, TypeTurncoat:
			best = best.better(p.plan(m))
		}
	}
	return best
}
