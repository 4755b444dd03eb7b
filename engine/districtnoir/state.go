package districtnoir

import (
	"encoding/json"
	"slices"

	"noir/engine"
)

// Prompts asks the seat on move; every action is a question of its own.
func (p position) Prompts() []engine.Prompt {
	if p.over() {
		return nil
	}
	return []engine.Prompt{{Seat: p.turn, Question: p.actions(), Budget: clock.Move, Bank: true}}
}

// Legal lists the moves of the seat on move: each kind of card in its hand once,
// in the deck's listing order, then the take.
func (p position) Legal(seat engine.Seat) []json.RawMessage {
	if p.over() || seat != p.turn {
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

// Apply makes a move. It gives one ply.
func (p position) Apply(m engine.Move) (engine.State, []engine.Ply, error) {
	move, ok := readMove(m.Body)
	if !ok && !p.over() {
		return nil, nil, refuse(UnknownAction)
	}
	if code := p.refusal(move, m.Seat, m.By); code != "" {
		return nil, nil, refuse(code)
	}
	m.Body = move.body()
	ply := engine.Ply{Move: m}
	next := p
	switch move.Type {
	case TypePlay:
		next = p.play(move.Card)
		ply.Effects = append(ply.Effects, public(newPlaced(move.Card)))
	case TypeTake:
		next = p.take()
		ply.Effects = append(ply.Effects, public(newTook(p.offer())))
	case TypeResign:
		next = p.end(Resigned, other(m.Seat))
	case TypeTimeout:
		next = p.end(TimedOut, other(m.Seat))
	case TypeAbort:
		next = p.end(engine.Aborted, engine.Spectator)
	}
	if next.round > p.round {
		ply.Effects = append(ply.Effects, next.roundEffect())
		ply.Drawn = codes(p.deck[p.dealt():next.dealt()])
	}
	return next, []engine.Ply{ply}, nil
}

// Plays reports whether the seat is one of the two while the game runs.
func (p position) Plays(seat engine.Seat) bool { return !p.over() && (seat == 0 || seat == 1) }

// Expire lets the seat on move lose, or voids the game if it has not moved yet.
func (p position) Expire(seat engine.Seat) []engine.Move {
	switch {
	case p.over() || seat != p.turn:
		return nil
	case p.hasMoved(seat):
		return []engine.Move{{Seat: seat, By: engine.ByClock, Body: engine.Timeout}}
	}
	return []engine.Move{{Seat: engine.Spectator, By: engine.ByClock, Body: engine.Abort}}
}

// Dealt returns the shuffled deck and who began.
func (p position) Dealt() any {
	return Deal{Deck: slices.Clone(p.deck[:]), First: p.starter}
}

// Deal is what a record shows as its setup (protocol, section 7).
type Deal struct {
	Deck  []Card      `json:"deck"`
	First engine.Seat `json:"first"`
}
