package districtnoir

import (
	"encoding/json"
	"slices"

	"noir/engine"
)

// Prompts asks the seat on move; every action is a question of its own.
func (p position) Prompts() []engine.Prompt { return p.Ask(p.actions(), clock.Move) }

// Legal lists the moves of the seat on move: each kind of card in its hand once, in the deck's
// order, then the take.
func (p position) Legal(seat engine.Seat) []json.RawMessage {
	if !p.OnMove(seat) {
		return nil
	}
	legal := make([]json.RawMessage, 0, handSize+1)
	for c := Five; c <= CityHall; c++ {
		if p.playRefusal(c) == "" {
			legal = append(legal, Play(c))
		}
	}
	if p.takeRefusal() == "" {
		legal = append(legal, Take())
	}
	return legal
}

// Apply makes a move. It returns one ply.
func (p position) Apply(m engine.Move) (engine.State, []engine.Ply, error) {
	move, ok := readMove(m.Body)
	if !ok && !p.Over() {
		return nil, nil, refuse(UnknownAction)
	}
	m.Body = move.body()
	after, left, code := p.Leave(m, p.hasMoved(p.Turn))
	if code == "" && !left {
		code = p.refusal(move)
	}
	if code != "" {
		return nil, nil, refuse(code)
	}
	ply := engine.Ply{Move: m}
	next := p
	switch {
	case left:
		next.Duel = after
	case move.Type == TypePlay:
		next = p.play(move.Card)
		ply.Effects = append(ply.Effects, engine.Effect{Public: placed[move.Card]})
	default:
		next = p.take()
		ply.Effects = append(ply.Effects, public(newTook(p.offer())))
	}
	if next.round > p.round {
		ply.Effects = append(ply.Effects, next.roundEffect())
		ply.Drawn = codes(p.deck[p.dealt():next.dealt()])
	}
	return next, []engine.Ply{ply}, nil
}

// Expire makes the seat on move lose, or voids the game if it has not moved yet.
func (p position) Expire(seat engine.Seat) []engine.Move { return p.Expired(seat, p.hasMoved(seat)) }

// Dealt returns the shuffled deck and who began.
func (p position) Dealt() any {
	return Deal{Deck: slices.Clone(p.deck[:]), First: p.starter}
}

// Deal is the setup in a record (protocol, section 7).
type Deal struct {
	Deck  []Card      `json:"deck"`
	First engine.Seat `json:"first"`
}
