package search

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"slices"

	"noir/engine/noirburg/rules"
)

// idea is a candidate move and its worth at first sight.
type idea struct {
	move  rules.Move
	worth float64
}

// How many ideas of each kind are looked at: the best at first sight, and none that seems to
// lose much.
const (
	mostIdeas = 4
	hopeless  = 4.0 // points
)

// candidates returns the candidate moves, first the one to make unless another is clearly better.
// In a window these are what the reflexes say; on the seat's own turn they are the best at first
// sight, without reaction cards. All moves of a turn belong to its present part, except one. Moves
// that are asked for are candidates too.
func (p planner) candidates(also ...json.RawMessage) ([]*try, error) {
	var moves []json.RawMessage
	switch {
	case p.may(rules.TypeMulligan):
		moves = append(p.swaps(), rules.Mulligan())
	case p.may(rules.TypePass):
		moves = append([]json.RawMessage{p.reflex(), rules.Pass()}, p.best(p.throwIdeas())...)
	case p.MustArrange():
		moves = append([]json.RawMessage{p.held(), rules.Arrange(p.guard()), rules.Arrange(p.Layout(p.seat))}, p.best(p.throwIdeas())...)
	case p.may(rules.TypeEndTurn):
		moves = slices.Concat([]json.RawMessage{p.held()}, p.best(p.throwIdeas()), p.partOfTurn())
	case len(also) > 0 && len(p.moves) > 0:
		moves = p.best(p.throwIdeas())
	default:
		return nil, fmt.Errorf("nothing is asked of seat %d", p.seat)
	}
	moves = append(moves, also...)
	var tries []*try
	for i, body := range moves {
		if !slices.ContainsFunc(moves[:i], func(b json.RawMessage) bool { return bytes.Equal(b, body) }) {
			m, _ := rules.ReadMove(body)
			tries = append(tries, &try{Move: m})
		}
	}
	return tries, nil
}

// reflex answers a window without thinking.
func (p planner) reflex() json.RawMessage {
	q := playout{Change: rules.Change{Position: p.Position}}
	if m, ok := q.reaction(p.seat); ok {
		return m.Body()
	}
	return rules.Pass()
}

// held acts on the seat's own turn and keeps all reaction cards.
func (p planner) held() json.RawMessage {
	s := *p.situation
	s.moves = p.pick(func(m rules.Move) bool { return !rules.IsReaction(m.Type) })
	p.situation = &s
	if body := p.act(); body != nil {
		return body
	}
	return rules.EndTurn()
}

// partOfTurn returns the moves of the present part of the turn, and what to do if none of them
// is made.
func (p planner) partOfTurn() []json.RawMessage {
	type plans []func() json.RawMessage
	for _, part := range []struct {
		moves []json.RawMessage
		after plans
	}{
		{p.best(p.attackIdeas()), plans{p.invest, p.relocate, p.makeRoom, p.buy}},
		{p.best(p.ideas(p.list(rules.TypeOpen))), plans{p.relocate, p.makeRoom, p.buy}},
		{p.best(p.ideas(p.covers())), plans{p.makeRoom, p.buy}},
		{p.discards(), plans{p.buy}},
		{bodies(p.list(rules.TypeDraw)), nil},
	} {
		if len(part.moves) == 0 {
			continue
		}
		for _, plan := range part.after {
			if body := plan(); body != nil {
				return append(part.moves, body)
			}
		}
		return append(part.moves, rules.EndTurn())
	}
	return nil
}

// best returns the best of some ideas.
func (p planner) best(ideas []idea) []json.RawMessage {
	slices.SortStableFunc(ideas, func(a, b idea) int { return cmp.Compare(b.worth, a.worth) })
	least := p.outlook.ahead(&p.Position) - hopeless
	var kept []rules.Move
	for _, i := range ideas {
		if len(kept) < mostIdeas && i.worth >= least && !slices.ContainsFunc(kept, func(o rules.Move) bool { return twin(i.move, o) }) {
			kept = append(kept, i.move)
		}
	}
	return bodies(kept)
}

// twin reports whether another move differs only in which of several equal cards it uses.
func twin(m, o rules.Move) bool {
	same := func(a, b rules.Card) bool { return a.Kind() == b.Kind() && a.Number() == b.Number() }
	return m.Type == o.Type && m.Use == o.Use && m.Seat == o.Seat && m.Place == o.Place && m.Under == o.Under &&
		m.OnHideout == o.OnHideout && same(m.Card, o.Card) && same(m.Gangster, o.Gangster) &&
		slices.EqualFunc(m.Cards, o.Cards, same) && slices.EqualFunc(m.Gangsters, o.Gangsters, same)
}

func bodies(moves []rules.Move) []json.RawMessage {
	made := make([]json.RawMessage, len(moves))
	for i, m := range moves {
		made[i] = m.Body()
	}
	return made
}

func (p planner) swaps() []json.RawMessage {
	var swaps []json.RawMessage
	for worst := p.worst(rules.SwapLimit); len(worst) > 0; worst = worst[:len(worst)-1] {
		swaps = append(swaps, rules.Mulligan(worst...))
	}
	return swaps
}

// ideas weighs moves at first sight.
func (p planner) ideas(moves []rules.Move) []idea {
	ideas := make([]idea, len(moves))
	for i, m := range moves {
		next := after(&p.Position, m, p.seat)
		ideas[i] = idea{m, p.outlook.ahead(&next)}
	}
	return ideas
}

// attackIdeas are the attacks of gangs without superfluous members.
func (p planner) attackIdeas() []idea {
	var moves []rules.Move
	for _, m := range p.list(rules.TypeAttack) {
		for _, gang := range gangs(m.Gangsters) {
			if !wastes(&p.Position, gang, m) {
				moves = append(moves, rules.Move{Type: rules.TypeAttack, Gangsters: gang, Seat: m.Seat, Place: m.Place})
			}
		}
	}
	return p.ideas(moves)
}

// throwIdeas are the reaction cards that may be played.
func (p planner) throwIdeas() (ideas []idea) {
	var moves []rules.Move
	for _, m := range p.moves {
		switch m.Type {
		case rules.TypePoker:
			ideas = append(ideas, idea{m, atPoker(&p.Position, m, p.seat, p.outlook.ahead)})
		case rules.TypeDriveby:
			for n := range min(drivebys, len(m.Cards)) {
				moves = append(moves, rules.Move{Type: rules.TypeDriveby, Cards: m.Cards[:n+1], Seat: m.Seat, Place: m.Place})
			}
		case rules.TypePolice:
			if m.Use == rules.UseRaid && p.may(rules.TypeAttack) {
				ideas = append(ideas, idea{m, p.raid(m).worth})
			} else {
				moves = append(moves, m)
			}
		case rules.TypeBribe, rules.TypeTurncoat:
			moves = append(moves, m)
		}
	}
	return append(ideas, p.ideas(moves)...)
}

func (p planner) discards() (moves []json.RawMessage) {
	if !p.may(rules.TypeDiscard) {
		return nil
	}
	worst := p.worst(rules.DiscardMost)
	for n := range worst {
		moves = append(moves, rules.Discard(worst[:n+1]...))
	}
	return moves
}
