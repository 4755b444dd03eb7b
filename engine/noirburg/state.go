package noirburg

import (
	"encoding/json"
	"slices"

	"noir/engine"
)

var _ engine.State = (*position)(nil)

// Prompts asks those who have not answered the open window, otherwise the active seat:
// a turn is one question from its start to its end.
func (p *position) Prompts() []engine.Prompt {
	if p.over() {
		return nil
	}
	w := p.window()
	if w == nil {
		return []engine.Prompt{{Seat: p.active, Question: p.ownQuestion(), Budget: clock.Move, Bank: true}}
	}
	var asked []engine.Prompt
	for seat := range engine.Seat(p.seats()) {
		if p.asked(seat) {
			s := sittings[w.kind]
			asked = append(asked, engine.Prompt{Seat: seat, Question: p.questions, Budget: s.budget, Minimum: s.minimum})
		}
	}
	return asked
}

// ownQuestion is the question of the active seat's turn, or of its swap.
func (p *position) ownQuestion() int {
	if p.phase == setUp {
		return p.questions
	}
	return p.ownTurn
}

// Apply makes a move. It gives one ply, or none for a pass, which is kept back until
// the window closes.
func (p *position) Apply(m engine.Move) (engine.State, []engine.Ply, error) {
	move, ok := ReadMove(m.Body)
	if !ok && !p.over() {
		return nil, nil, refuse(UnknownAction)
	}
	c, code := p.try(move, m.Seat, m.By)
	if code != "" {
		return nil, nil, refuse(code)
	}
	next := c.position
	if move.Type == TypePass {
		return &next, nil, nil
	}
	m.Body = move.Body()
	return &next, []engine.Ply{c.ply(m)}, nil
}

// try makes a move, or says why the rules refuse it.
func (p *position) try(m Move, seat engine.Seat, by engine.By) (c change, code string) {
	if code := p.refusal(m, seat, by); code != "" {
		return change{}, code
	}
	c.position = *p
	if m.Type == TypePass {
		c.passes = append(slices.Clip(p.passes), pass{seat, by})
		return c, ""
	}
	c.logged(seat, by)
	c.make(m, seat)
	return c, ""
}

// make makes a move that the rules do not refuse, except a pass.
func (c *change) make(m Move, seat engine.Seat) {
	c.carryOut(m, seat)
	c.settle()
}

// carryOut makes a move and leaves the windows open.
func (c *change) carryOut(m Move, seat engine.Seat) {
	switch m.Type {
	case TypeMulligan:
		c.mulligan(m)
	case TypeArrange:
		c.arrange(m)
	case TypeAttack:
		c.declare(m)
	case TypeOpen:
		c.openCard(m)
	case TypeMoveHideout:
		c.moveHideout(m)
	case TypeDiscard:
		c.throwAway(m)
	case TypeDraw:
		c.buyCards(m)
	case TypeEndTurn:
		c.endTurn()
	case TypePoker:
		c.playPoker(seat, m)
	case TypePolice:
		c.playPolice(seat, m)
	case TypeBribe:
		c.playBribe(seat, m)
	case TypeDriveby:
		c.playDriveby(seat, m)
	case TypeTurncoat:
		c.playTurncoat(seat, m)
	case TypeResign:
		c.resign(seat)
	case TypeAbort:
		c.end(engine.Aborted)
	}
}

// logged notes who has made a seat's newest move in the log.
func (c *change) logged(seat engine.Seat, by engine.By) {
	if seat != engine.Spectator {
		c.bots.set(seat, by == engine.ByBot)
	}
}

// Release puts the passes into the log when the window has waited for nobody else, and
// closes it: what follows is told with the last of them.
func (p *position) Release() (engine.State, []engine.Ply) {
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
	next := c.position
	return &next, plies
}

// released closes the window that has waited for the passes.
func (p *position) released() change {
	c := change{position: *p}
	for _, a := range p.passes {
		c.logged(a.seat, a.by)
	}
	c.passes = nil
	c.closeWindow()
	c.settle()
	return c
}

// Options returns the number of seats and whether the money wins.
func (p *position) Options() json.RawMessage {
	return encode(Options{Seats: p.seats(), MoneyWin: p.deal.moneyWin})
}

// Dealt returns the shuffled deck and who began.
func (p *position) Dealt() any {
	return Deal{Deck: slices.Clone(p.deal.deck[:]), First: p.deal.first}
}

// Deal is what a record shows as its setup (protocol, section 8).
type Deal struct {
	Deck  []Card      `json:"deck"`
	First engine.Seat `json:"first"`
}

// Plays reports whether the seat has a Hideout in a game that runs.
func (p *position) Plays(seat engine.Seat) bool { return !p.over() && p.seated(seat) }
