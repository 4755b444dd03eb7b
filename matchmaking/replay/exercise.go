package replay

import (
	"encoding/json"
	"fmt"

	"noir/data"
	"noir/engine"
	"noir/matchmaking"
)

// Exercise is a position of a finished match in which a visitor looks for the best move. Its moves
// are those that the critic weighed, best first, at least two. It never changes.
type Exercise struct {
	data.Puzzle
	Frame matchmaking.Frame // what the seat was shown when it was asked; see NewExercise

	visitor data.Player
	game    engine.Game
	state   engine.State
}

// NewExercise poses a position of a match to a visitor. The frame has no player names, its clocks
// stand, and there is no table behind it. It fails if the match is too short or its log does not
// follow from the rules.
func NewExercise(g engine.Game, m data.Match, p data.Puzzle, visitor data.Player) (*Exercise, error) {
	if p.After > len(m.Moves) || int(p.Seat) >= len(m.Seats) {
		return nil, fmt.Errorf("puzzle %d: match %s is not long enough", p.ID, m.ID)
	}
	w, err := newWalk(g, m, p.Seat)
	if err != nil {
		return nil, err
	}
	log, err := w.to(p.After)
	if err != nil {
		return nil, err
	}
	x := &Exercise{Puzzle: p, visitor: visitor, game: g, state: w.state}
	clock := g.Info().Clock
	x.Frame = matchmaking.Frame{
		Revision: 1, Match: "puzzle", Game: m.Game, Pace: data.Live, Private: true, Options: m.Options,
		Seat: p.Seat, Clock: clock, Log: log, View: matchmaking.View(x.state, p.Seat),
		Turn: &matchmaking.Turn{Ply: p.After + 1, Legal: x.state.Legal(p.Seat)},
	}
	for s := range m.Seats {
		x.Frame.Seats = append(x.Frame.Seats, matchmaking.Seated{Name: x.called(engine.Seat(s), len(m.Seats)), Kind: data.Human})
		x.Frame.Clocks = append(x.Frame.Clocks, matchmaking.SeatClock{Bank: clock.Bank})
	}
	for _, p := range x.state.Prompts() {
		x.Frame.Clocks[p.Seat] = matchmaking.SeatClock{Asked: true, Move: p.Budget, Bank: clock.Bank}
	}
	return x, nil
}

// Judge returns what a move is worth. weighed is false for a legal move that was not weighed.
// *BadMove, *engine.Illegal.
func (x *Exercise) Judge(move json.RawMessage) (w data.Weighed, weighed bool, err error) {
	body, err := x.game.Read(move)
	if err != nil {
		return w, false, &matchmaking.BadMove{Cause: err}
	}
	if w, weighed = x.Weigh(body); weighed {
		return w, true, nil
	}
	_, _, err = x.state.Apply(engine.Move{Seat: x.Seat, By: engine.ByPlayer, Body: body})
	return data.Weighed{Move: body}, false, err
}

// called names a seat at a table of seats seats.
func (x *Exercise) called(s engine.Seat, seats int) string {
	switch {
	case s == x.Seat:
		return x.visitor.Name
	case seats == 2:
		return "rival"
	}
	return fmt.Sprintf("rival-%d", (int(s-x.Seat)+seats)%seats)
}
