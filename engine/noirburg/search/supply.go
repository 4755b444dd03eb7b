package search

import (
	"cmp"
	"encoding/json"
	"math"
	"slices"

	"noir/engine"
	"noir/engine/noirburg/rules"
)

// crowding is how much less each further drawn card is worth than the one before.
const crowding = 0.9

// swap swaps the cards that are worse than those expected.
func (p planner) swap() json.RawMessage {
	return rules.Mulligan(p.worst(rules.SwapLimit)...)
}

// makeRoom discards cards when the expected ones are better.
func (p planner) makeRoom() json.RawMessage {
	if !p.may(rules.TypeDiscard) {
		return nil
	}
	hand := p.own().Hand.Len()
	_, most := p.supply(hand)
	var cards []rules.Card
	lost := 0.0
	worst := p.worst(rules.DiscardMost)
	for i, c := range worst {
		lost += p.outlook.card(&p.Position, c)
		if _, gain := p.supply(hand - i - 1); gain-lost > most {
			cards, most = worst[:i+1], gain-lost
		}
	}
	if cards == nil {
		return nil
	}
	return rules.Discard(cards...)
}

// buy draws cards as long as they are worth their price.
func (p planner) buy() json.RawMessage {
	count, _ := p.supply(p.own().Hand.Len())
	count = min(count, len(p.list(rules.TypeDraw)))
	if count == 0 {
		return nil
	}
	return rules.Draw(count)
}

// supply returns how many cards to draw to a hand of a size, and the gain.
func (p planner) supply(hand int) (count int, gain float64) {
	mean, now := p.outlook.unseen(&p.Position), p.outlook.worth(&p.Position)
	value := 0.0
	for n := 1; hand+n <= rules.HandSize && n-1 <= p.own().Money; n++ {
		value += mean * math.Pow(crowding, float64(n-1))
		poorer := rules.Change{Position: p.Position}
		poorer.Pay(rules.Purse(p.seat), rules.Bank, n-1)
		if g := value + p.outlook.worth(&poorer.Position) - now; g > gain {
			count, gain = n, g
		}
	}
	return count, gain
}

// worst returns the hand cards that are worth less than those that may be drawn, at most n, the
// worst first.
func (p planner) worst(most int) []rules.Card {
	mean, cards := p.outlook.unseen(&p.Position), p.own().Hand.Cards()
	worth := func(c rules.Card) float64 { return p.outlook.card(&p.Position, c) }
	cards = slices.DeleteFunc(cards, func(c rules.Card) bool { return worth(c) >= mean })
	slices.SortStableFunc(cards, func(a, b rules.Card) int { return cmp.Compare(worth(a), worth(b)) })
	return cards[:min(most, len(cards))]
}

// unseen is the mean worth of unseen cards in the seat's hand.
func (o *outlook) unseen(p *rules.Position) float64 {
	seen := p.Discard.Union(p.Box).Union(p.Table()).Union(p.Of(o.seat).Hand)
	for s := range engine.Seat(p.Seats()) {
		m := p.Of(s)
		seen = seen.Union(m.Open).Union(m.Hidden).Union(p.Standing(m))
	}
	sum, count := 0.0, 0
	for c := rules.Card(1); c < rules.FirstHideout; c++ {
		if !seen.Has(c) {
			sum += o.card(p, c)
			count++
		}
	}
	return sum / float64(max(1, count))
}
