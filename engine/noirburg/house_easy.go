package noirburg

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"slices"

	"noir/engine"
)

// easy plays like somebody in his first game: he opens what he can pay, attacks where
// he sees that he wins, defends himself, and throws in other cards when he feels like it.
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

// How often a beginner does what nothing urges him to do: once in so many times.
const (
	everyStrike = 2 // an attack that wins
	everyWhim   = 5 // a reaction card
	everyJoin   = 2 // a Drive-by
)

// swap swaps reaction cards as long as there is no business to open.
func (b beginner) swap() json.RawMessage {
	hand := b.own().hand
	if !hand.of(Business).empty() {
		return nil
	}
	rest := hand.without(hand.of(Gangster)).cards()
	return Mulligan(rest[:min(swapLimit, len(rest))]...)
}

func (b beginner) act() json.RawMessage {
	if b.may(TypeArrange) && !b.own().hidden.empty() {
		return Arrange(b.layout(b.seat))
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

// strike sends as few as win, the strongest first.
func (b beginner) strike() json.RawMessage {
	var wins []Move
	for _, m := range b.list(TypeAttack) {
		for i := len(m.Gangsters) - 1; i >= 0; i-- {
			gang := m.Gangsters[i:]
			if b.battle(setOf(gang...), m.Seat, m.Place).fight().success {
				wins = append(wins, Move{Type: TypeAttack, Gangsters: gang, Seat: m.Seat, Place: m.Place})
				break
			}
		}
	}
	return b.sometimes(everyStrike, wins)
}

// invest opens the dearest card that it can, businesses first.
func (b beginner) invest() json.RawMessage {
	best, dear := Move{}, -1
	for _, m := range b.list(TypeOpen) {
		dearness := m.Card.Cost()
		if m.Card.Kind() == Business {
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
	if !b.own().bare() || len(covers) == 0 {
		return nil
	}
	best := slices.MaxFunc(covers, func(x, y Move) int { return x.Under.Income() - y.Under.Income() })
	return best.Body()
}

// makeRoom makes room in a full hand.
func (b beginner) makeRoom() json.RawMessage {
	hand := b.own().hand.cards()
	if !b.may(TypeDiscard) || len(hand) < handLimit {
		return nil
	}
	b.mood.Shuffle(len(hand), func(i, j int) { hand[i], hand[j] = hand[j], hand[i] })
	return Discard(hand[:2]...)
}

// buy takes the free card and, now and then, one more.
func (b beginner) buy() json.RawMessage {
	draws := b.pick(func(m Move) bool { return m.Type == TypeDraw && m.Count <= 2 })
	if len(draws) == 0 {
		return nil
	}
	return draws[b.mood.IntN(len(draws))].Body()
}

func (b beginner) react() json.RawMessage {
	w := b.window()
	switch w.kind {
	case WindowPolice:
		return b.bribe()
	case WindowDriveby:
		return b.sometimes(everyJoin, b.against())
	case WindowAttack:
		if w.seat == b.seat {
			return b.defend()
		}
	}
	return b.whim()
}

// bribe buys off Police that is after the player.
func (b beginner) bribe() json.RawMessage {
	w := b.window()
	after := w.use == UseRaid && w.seat == b.seat || w.use == UseStop && b.attack().by == b.seat
	if !after || len(w.cards)%2 == 0 {
		return nil
	}
	return b.sometimes(1, b.list(TypeBribe))
}

// defend stops an attack, or thins it out.
func (b beginner) defend() json.RawMessage {
	w := b.attack()
	return b.sometimes(1, b.pick(func(m Move) bool {
		return m.Use == UseStop || m.Type == TypeTurncoat && w.gang.has(m.Gangster)
	}))
}

// whim throws in a reaction card for no good reason.
func (b beginner) whim() json.RawMessage { return b.sometimes(everyWhim, b.against()) }

// against lists the reaction cards that may be played against others, except to stop
// an attack.
func (b beginner) against() []Move {
	return b.pick(func(m Move) bool {
		switch m.Type {
		case TypePoker:
			return true
		case TypePolice:
			return m.Use == UseRaid && m.Seat != b.seat
		case TypeDriveby, TypeTurncoat:
			return m.Seat != b.seat
		}
		return false
	})
}

// sometimes returns one of the moves, once in so many times.
func (b beginner) sometimes(every int, moves []Move) json.RawMessage {
	if len(moves) == 0 || b.mood.IntN(every) > 0 {
		return nil
	}
	m := moves[b.mood.IntN(len(moves))]
	if m.Type == TypeDriveby {
		m.Cards = m.Cards[:1]
	}
	return m.Body()
}
