package noirburg

import (
	"cmp"
	"encoding/json"
	"math"
	"slices"

	"noir/engine"
)

// crowding is how much less each further card that is drawn is worth than the one
// before it.
const crowding = 0.9

// swap swaps the cards that are worse than those to come.
func (p planner) swap() json.RawMessage {
	return Mulligan(p.worst(swapLimit)...)
}

// makeRoom discards cards when those that could be drawn for them are better.
func (p planner) makeRoom() json.RawMessage {
	if !p.may(TypeDiscard) {
		return nil
	}
	hand := p.own().hand.len()
	_, most := p.supply(hand)
	var cards []Card
	lost := 0.0
	worst := p.worst(discardMost)
	for i, c := range worst {
		lost += p.outlook.card(&p.position, c)
		if _, gain := p.supply(hand - i - 1); gain-lost > most {
			cards, most = worst[:i+1], gain-lost
		}
	}
	if cards == nil {
		return nil
	}
	return Discard(cards...)
}

// buy draws cards as long as they are worth their price.
func (p planner) buy() json.RawMessage {
	count, _ := p.supply(p.own().hand.len())
	count = min(count, len(p.list(TypeDraw)))
	if count == 0 {
		return nil
	}
	return Draw(count)
}

// supply returns how many cards to draw to a hand of so many, and what that gains.
func (p planner) supply(hand int) (count int, gain float64) {
	mean, now := p.outlook.unseen(&p.position), p.outlook.worth(&p.position)
	value := 0.0
	for n := 1; hand+n <= handLimit && n-1 <= p.own().money; n++ {
		value += mean * math.Pow(crowding, float64(n-1))
		poorer := change{position: p.position}
		poorer.pay(Purse(p.seat), Bank, n-1)
		if g := value + p.outlook.worth(&poorer.position) - now; g > gain {
			count, gain = n, g
		}
	}
	return count, gain
}

// worst returns the cards of the hand that are worth less than those that may be drawn,
// at most so many, the worst first.
func (p planner) worst(most int) []Card {
	mean, cards := p.outlook.unseen(&p.position), p.own().hand.cards()
	worth := func(c Card) float64 { return p.outlook.card(&p.position, c) }
	cards = slices.DeleteFunc(cards, func(c Card) bool { return worth(c) >= mean })
	slices.SortStableFunc(cards, func(a, b Card) int { return cmp.Compare(worth(a), worth(b)) })
	return cards[:min(most, len(cards))]
}

// unseen is the mean worth, in the hand of the seat, of the cards that it does not see.
func (o *outlook) unseen(p *position) float64 {
	seen := p.discard.union(p.box).union(p.table()).union(p.of(o.seat).hand)
	for s := range engine.Seat(p.seats()) {
		m := p.of(s)
		seen = seen.union(m.open).union(m.hidden).union(p.standing(m))
	}
	sum, count := 0.0, 0
	for c := Card(1); c < firstHideout; c++ {
		if !seen.has(c) {
			sum += o.card(p, c)
			count++
		}
	}
	return sum / float64(max(1, count))
}
