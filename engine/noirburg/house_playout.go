package noirburg

import (
	"math"
	"slices"

	"noir/engine"
)

// playout is one way in which a game may go on from a position that is known in full.
// Everybody in it plays by reflexes: rules of thumb that cost next to nothing.
type playout struct {
	change
	turns  [hideouts]int     // of each seat, thought to come after the one that is on
	lead   [hideouts]float64 // how far ahead each seat is: e times as far for each envy; 0 for who is out
	daring [hideouts]float64 // what an attack has to bring each seat, in points
}

// run plays a position on to the end of the game, after a move of a seat.
func (p *playout) run(from *position, seat engine.Seat, m Move) {
	p.change = change{position: *from, silent: true, dice: p.dice, drawn: p.drawn}
	for s := range p.seats() {
		p.daring[s] = float64(p.chance.IntN(4)) / 2
	}
	p.lookAhead()
	if m.Type == TypePass {
		p.answer(seat)
	} else {
		p.play(seat, m)
	}
	for !p.over() {
		p.step()
	}
}

// share is the part of the victory that a seat has.
func (p *playout) share(seat engine.Seat) float64 {
	victors := p.victors()
	if !slices.Contains(victors, seat) {
		return 0
	}
	return 1 / float64(len(victors))
}

// lookAhead estimates how long the game will last, and who will win it.
func (p *playout) lookAhead() {
	p.turns, p.lead = p.turnsToCome(), [hideouts]float64{}
	for s := range engine.Seat(p.seats()) {
		if m := p.of(s); m.alive {
			p.lead[s] = math.Exp(float64(m.money+m.due()*p.turns[s]) / envy)
		}
	}
}

// play makes a move.
func (p *playout) play(seat engine.Seat, m Move) {
	p.dice, p.drawn = p.dice[:0], p.drawn[:0]
	turn := p.turn
	p.make(m, seat)
	if p.turn != turn && !p.over() {
		p.lookAhead()
	}
}

// step has whoever is next do what he does.
func (p *playout) step() {
	switch {
	case p.depth > 0:
		p.answer(engine.Spectator)
	case p.phase == setUp:
		p.play(p.active, Move{Type: TypeMulligan})
	case p.mustArrange():
		p.settleDown()
	default:
		p.takeTurn()
	}
}

// answer asks all that the window waits for, clockwise from the left of the active seat,
// but for one that has passed. If nobody throws in a card the window closes.
func (p *playout) answer(passed engine.Seat) {
	for i := range p.seats() {
		seat := engine.Seat((int(p.active) + 1 + i) % p.seats())
		if seat == passed || !p.asked(seat) {
			continue
		}
		if m, ok := p.reaction(seat); ok {
			p.play(seat, m)
			return
		}
	}
	turn := p.turn
	p.closeWindow()
	p.settle()
	if p.turn != turn && !p.over() {
		p.lookAhead()
	}
}

// takeTurn makes the next move of the active seat.
func (p *playout) takeTurn() {
	seat := p.active
	for _, think := range reflexes {
		if m, ok := think(p, seat); ok {
			p.play(seat, m)
			return
		}
	}
	p.play(seat, Move{Type: TypeEndTurn})
}

// reflexes are what a seat thinks of in its turn, in this order.
var reflexes = [...]func(*playout, engine.Seat) (Move, bool){
	(*playout).ambush, (*playout).raid, (*playout).invest, (*playout).cover, (*playout).makeRoom, (*playout).buy,
}
