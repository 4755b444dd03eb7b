package search

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"slices"

	"noir/engine"
	"noir/engine/noirburg/rules"
)

// easy plays like a person in their first game: it opens what it can pay for, attacks where it
// sees that it wins, defends itself, and now and then plays other cards.
type easy struct{ seed uint64 }

// Choose implements engine.Player.
func (e easy) Choose(_ context.Context, s engine.Sight) (json.RawMessage, error) {
	at, err := look(s)
	if err != nil {
		return nil, err
	}
	return at.decide(beginner{at, rand.New(rand.NewPCG(e.seed, uint64(len(s.Log))))})
}

// beginner is easy at one decision.
type beginner struct {
	*situation
	mood *rand.Rand
}

// How often a beginner does something unprompted: once in this many times.
const (
	everyStrike = 2 // an attack that wins
	everyWhim   = 5 // a reaction card
	everyJoin   = 2 // a Drive-by
)

// swap swaps reaction cards as long as there is no business to open.
func (b beginner) swap() json.RawMessage {
	hand := b.own().Hand
	if !hand.Of(rules.Business).Empty() {
		return nil
	}
	rest := hand.Without(hand.Of(rules.Gangster)).Cards()
	return rules.Mulligan(rest[:min(rules.SwapLimit, len(rest))]...)
}

func (b beginner) act() json.RawMessage {
	if b.may(rules.TypeArrange) && !b.own().Hidden.Empty() {
		return rules.Arrange(b.Layout(b.seat))
	}
	for _, plan := range []func() json.RawMessage{
		b.whim, b.strike, b.invest, b.cover, b.makeRoom, b.buy,
	} {
		if body := plan(); body != nil {
			return body
		}
	}
	return nil
}

// strike sends as few as can win, the strongest first.
func (b beginner) strike() json.RawMessage {
	var wins []rules.Move
	for _, m := range b.list(rules.TypeAttack) {
		for i := len(m.Gangsters) - 1; i >= 0; i-- {
			gang := m.Gangsters[i:]
			if b.Battle(rules.SetOf(gang...), m.Seat, m.Place).Fight().Success {
				wins = append(wins, rules.Move{Type: rules.TypeAttack, Gangsters: gang, Seat: m.Seat, Place: m.Place})
				break
			}
		}
	}
	return b.sometimes(everyStrike, wins)
}

// invest opens the dearest card that it can, businesses first.
func (b beginner) invest() json.RawMessage {
	best, dear := rules.Move{}, -1
	for _, m := range b.list(rules.TypeOpen) {
		dearness := m.Card.Cost()
		if m.Card.Kind() == rules.Business {
			dearness += 10
		}
		if m.OnHideout {
			dearness++
		}
		if dearness > dear {
			best, dear = m, dearness
		}
	}
	if dear < 0 {
		return nil
	}
	return best.Body()
}

// cover moves a bare Hideout under the best business.
func (b beginner) cover() json.RawMessage {
	covers := b.covers()
	if !b.own().Bare() || len(covers) == 0 {
		return nil
	}
	best := slices.MaxFunc(covers, func(x, y rules.Move) int { return x.Under.Income() - y.Under.Income() })
	return best.Body()
}

// makeRoom discards cards of a full hand.
func (b beginner) makeRoom() json.RawMessage {
	hand := b.own().Hand.Cards()
	if !b.may(rules.TypeDiscard) || len(hand) < rules.HandSize {
		return nil
	}
	b.mood.Shuffle(len(hand), func(i, j int) { hand[i], hand[j] = hand[j], hand[i] })
	return rules.Discard(hand[:2]...)
}

// buy takes the free card and sometimes one more.
func (b beginner) buy() json.RawMessage {
	draws := b.pick(func(m rules.Move) bool { return m.Type == rules.TypeDraw && m.Count <= 2 })
	if len(draws) == 0 {
		return nil
	}
	return draws[b.mood.IntN(len(draws))].Body()
}

func (b beginner) react() json.RawMessage {
	w := b.Window()
	switch w.Kind {
	case rules.WindowPolice:
		return b.bribe()
	case rules.WindowDriveby:
		return b.sometimes(everyJoin, b.against())
	case rules.WindowAttack:
		if w.Seat == b.seat {
			return b.defend()
		}
	}
	return b.whim()
}

// bribe bribes Police that threatens the player.
func (b beginner) bribe() json.RawMessage {
	w := b.Window()
	after := w.Use == rules.UseRaid && w.Seat == b.seat || w.Use == rules.UseStop && b.Attack().By == b.seat
	if !after || len(w.Cards)%2 == 0 {
		return nil
	}
	return b.sometimes(1, b.list(rules.TypeBribe))
}

// defend stops an attack, or reduces it.
func (b beginner) defend() json.RawMessage {
	w := b.Attack()
	return b.sometimes(1, b.pick(func(m rules.Move) bool {
		return m.Use == rules.UseStop || m.Type == rules.TypeTurncoat && w.Gang.Has(m.Gangster)
	}))
}

// whim plays a reaction card without a good reason.
func (b beginner) whim() json.RawMessage { return b.sometimes(everyWhim, b.against()) }

// against lists the reaction cards that may be played against others, except to stop an attack.
func (b beginner) against() []rules.Move {
	return b.pick(func(m rules.Move) bool {
		switch m.Type {
		case rules.TypePoker:
			return true
		case rules.TypePolice:
			return m.Use == rules.UseRaid && m.Seat != b.seat
		case rules.TypeDriveby, rules.TypeTurncoat:
			return m.Seat != b.seat
		}
		return false
	})
}

// sometimes returns one of the moves, once in n times.
func (b beginner) sometimes(every int, moves []rules.Move) json.RawMessage {
	if len(moves) == 0 || b.mood.IntN(every) > 0 {
		return nil
	}
	m := moves[b.mood.IntN(len(moves))]
	if m.Type == rules.TypeDriveby {
		m.Cards = m.Cards[:1]
	}
	return m.Body()
}
