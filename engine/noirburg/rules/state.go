package rules

import (
	"encoding/json"
	"slices"

	"noir/engine"
)

var _ engine.State = (*Position)(nil)

// Prompts asks those who have not answered the open window, otherwise the active seat:
// a turn is one question from its start to its end.
func (p *Position) Prompts() []engine.Prompt {
	if p.Over() {
		return nil
	}
	w := p.Window()
	if w == nil {
		return []engine.Prompt{{Seat: p.Active, Question: p.ownQuestion(), Budget: clock.Move, Bank: true}}
	}
	var asked []engine.Prompt
	for seat := range engine.Seat(p.Seats()) {
		if p.Asked(seat) {
			s := sittings[w.Kind]
			asked = append(asked, engine.Prompt{Seat: seat, Question: p.Questions, Budget: s.budget, Minimum: s.minimum, Personal: p.touches(seat), Own: w.own(seat)})
		}
	}
	return asked
}

// ownQuestion is the question of the active seat's turn, or of its swap.
func (p *Position) ownQuestion() int {
	if p.Phase == SetUp {
		return p.Questions
	}
	return p.ownTurn
}

// Apply makes a move. It gives one ply, or none for a pass, which is kept back until
// the window closes.
func (p *Position) Apply(m engine.Move) (engine.State, []engine.Ply, error) {
	move, ok := ReadMove(m.Body)
	if !ok && !p.Over() {
		return nil, nil, Refuse(UnknownAction)
	}
	c, code := p.try(move, m.Seat, m.By)
	if code != "" {
		return nil, nil, Refuse(code)
	}
	next := c.Position
	if move.Type == TypePass {
		return &next, nil, nil
	}
	m.Body = move.Body()
	return &next, []engine.Ply{c.ply(m)}, nil
}

// try makes a move, or returns why the rules refuse it.
func (p *Position) try(m Move, seat engine.Seat, by engine.By) (c Change, code string) {
	if code := p.Refusal(m, seat, by); code != "" {
		return Change{}, code
	}
	c.Position = *p
	if m.Type == TypePass {
		c.passes = append(slices.Clip(p.passes), pass{seat, by})
		return c, ""
	}
	c.Bots.note(seat, by)
	c.Make(m, seat)
	return c, ""
}

// Release puts the passes into the log when the window waits for nothing else, and closes it.
// The last of them has the effects.
func (p *Position) Release() (engine.State, []engine.Ply) {
	if !p.ripe() {
		return p, nil
	}
	plies := make([]engine.Ply, len(p.passes))
	for i, a := range p.passes {
		plies[i].Move = engine.Move{Seat: a.seat, By: a.by, Body: Pass()}
	}
	c := p.released()
	last := &plies[len(plies)-1]
	*last = c.ply(last.Move)
	next := c.Position
	return &next, plies
}

// released closes the window that has waited for the passes.
func (p *Position) released() Change {
	c := Change{Position: *p}
	for _, a := range p.passes {
		c.Bots.note(a.seat, a.by)
	}
	c.passes = nil
	c.CloseWindow()
	c.Settle()
	return c
}

// Legal lists the moves of a seat: those of its own turn by phase, then the reaction cards that
// it may play, then the pass. Some entries stand for many moves (protocol, section 8);
// Game.Complete makes one of them.
func (p *Position) Legal(seat engine.Seat) []json.RawMessage {
	var legal []json.RawMessage
	for _, m := range moves(p, seat) {
		legal = append(legal, m.entry())
	}
	return legal
}

// Expire passes in a window. On its own turn a seat arranges what it must and ends the turn; in
// set-up it swaps nothing.
func (p *Position) Expire(seat engine.Seat) []engine.Move {
	var bodies []json.RawMessage
	switch w := p.Window(); {
	case p.Over() || !p.seated(seat):
	case w != nil && p.Asked(seat):
		bodies = append(bodies, Pass())
	case w != nil || seat != p.Active:
	case p.Phase == SetUp:
		bodies = append(bodies, Mulligan())
	default:
		if p.MustArrange() {
			bodies = append(bodies, Arrange(p.Layout(seat)))
		}
		bodies = append(bodies, EndTurn())
	}
	moves := make([]engine.Move, len(bodies))
	for i, body := range bodies {
		moves[i] = engine.Move{Seat: seat, By: engine.ByClock, Body: body}
	}
	return moves
}

// Options returns the number of seats and whether the majority of the money wins.
func (p *Position) Options() json.RawMessage {
	return encode(Options{Seats: p.Seats(), MoneyWin: p.Deal.MoneyWin})
}

// Dealt returns the shuffled deck and who began.
func (p *Position) Dealt() any {
	return Deal{Deck: slices.Clone(p.Deal.deck[:]), First: p.Deal.First}
}

// Deal is the setup in a record (protocol, section 8).
type Deal struct {
	Deck  []Card      `json:"deck"`
	First engine.Seat `json:"first"`
}

// Plays reports whether the game runs and the seat has a Hideout.
func (p *Position) Plays(seat engine.Seat) bool { return !p.Over() && p.seated(seat) }
