package search

import (
	"math"
	"slices"

	"noir/engine"
	"noir/engine/noirburg/rules"
)

// playout is one way in which a game may go on from a position with all cards known. All seats
// play by reflexes: rules of thumb that cost next to nothing.
type playout struct {
	rules.Change
	turns  [rules.Hideouts]int     // of each seat, expected after the present one
	lead   [rules.Hideouts]float64 // how far ahead each seat is: e times per envy; 0 for a seat that is out
	daring [rules.Hideouts]float64 // what an attack must bring each seat, in points
}

// run plays a position on, after a move of a seat.
func (p *playout) run(from *rules.Position, seat engine.Seat, m rules.Move) {
	p.begin(from)
	if m.Type == rules.TypePass {
		p.answer(seat, p.reaction)
	} else {
		p.play(seat, m)
	}
	for !p.Over() {
		p.step()
	}
}

// begin starts a playout from a position.
func (p *playout) begin(from *rules.Position) {
	p.Change = rules.Change{Position: *from, Silent: true, Dice: p.Dice, Drawn: p.Drawn}
	for s := range p.Seats() {
		p.daring[s] = float64(p.Chance.IntN(4)) / 2
	}
	p.lookAhead()
}

// share returns a seat's part of the victory in a game that is over.
func share(p *rules.Position, seat engine.Seat) float64 {
	victors := p.Standings().Victors()
	if !slices.Contains(victors, seat) {
		return 0
	}
	return 1 / float64(len(victors))
}

// lookAhead estimates how long the game will last, and who will win it.
func (p *playout) lookAhead() {
	p.turns, p.lead = turnsToCome(&p.Position), [rules.Hideouts]float64{}
	for s := range engine.Seat(p.Seats()) {
		if m := p.Of(s); m.Alive {
			p.lead[s] = math.Exp(float64(m.Money+m.Due()*p.turns[s]) / envy)
		}
	}
}

// play makes a move.
func (p *playout) play(seat engine.Seat, m rules.Move) {
	p.Dice, p.Drawn = p.Dice[:0], p.Drawn[:0]
	turn := p.Turn
	p.Make(m, seat)
	if p.Turn != turn {
		p.lookAhead()
	}
}

// step makes the next seat's move.
func (p *playout) step() {
	switch {
	case p.Depth > 0:
		p.answer(engine.Spectator, p.reaction)
	case p.Phase == rules.SetUp:
		p.play(p.Active, rules.Move{Type: rules.TypeMulligan})
	case p.MustArrange():
		p.settleDown()
	default:
		p.takeTurn()
	}
}

// answer asks all seats that the window waits for, clockwise from the left of the active seat,
// except one that has passed. If nobody throws in a card the window closes.
func (p *playout) answer(passed engine.Seat, react func(engine.Seat) (rules.Move, bool)) {
	for i := range p.Seats() {
		seat := engine.Seat((int(p.Active) + 1 + i) % p.Seats())
		if seat == passed || !p.Asked(seat) {
			continue
		}
		if m, ok := react(seat); ok {
			p.play(seat, m)
			return
		}
	}
	turn := p.Turn
	p.CloseWindow()
	p.Settle()
	if p.Turn != turn {
		p.lookAhead()
	}
}

// takeTurn makes the next move of the active seat.
func (p *playout) takeTurn() {
	seat := p.Active
	for _, think := range reflexes {
		if m, ok := think(p, seat); ok {
			p.play(seat, m)
			return
		}
	}
	p.play(seat, rules.Move{Type: rules.TypeEndTurn})
}

// reflexes are what a seat considers on its turn, in this order.
var reflexes = [...]func(*playout, engine.Seat) (rules.Move, bool){
	(*playout).ambush, (*playout).raid, (*playout).invest, (*playout).cover, (*playout).makeRoom, (*playout).buy,
}
