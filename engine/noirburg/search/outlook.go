package search

import (
	"slices"

	"noir/engine"
	"noir/engine/noirburg/rules"
)

// outlook is how a house player sees the future. It makes moves on the position that it sees,
// by the rules and with chosen dice, and weighs the results.
type outlook struct {
	seat   engine.Seat
	turns  [rules.Hideouts]int     // of each seat, still to come after the present one
	counts bool                    // the countdown runs already
	weight [rules.Hideouts]float64 // how far a rival's gain is the seat's loss
}

func newOutlook(p *rules.Position, seat engine.Seat) outlook {
	o := outlook{seat: seat, turns: turnsToCome(p), counts: p.Countdown.On}
	o.weigh(p)
	return o
}

// after returns the position after a move of a seat, with its window open.
func after(p *rules.Position, m rules.Move, seat engine.Seat) rules.Position {
	c := rules.Change{Position: *p, Silent: true}
	c.CarryOut(m, seat)
	return c.Position
}

// ahead returns the worth of a position if no more cards are played.
func (o *outlook) ahead(p *rules.Position) float64 {
	w := p.Window()
	switch {
	case p.Over():
		return o.final(p)
	case w == nil:
		return o.worth(p)
	case w.Kind == rules.WindowEndTurn:
		return o.turnEnd(p)
	case w.Kind == rules.WindowDriveby:
		return o.expect(p, throws[len(w.Cards)])
	case w.Kind == rules.WindowAttack && w.Place == rules.OnHideout:
		return o.expect(p, throws[1])
	}
	return o.expect(p, throws[0])
}

// expect closes the topmost window, averaging over all throws of its dice.
func (o *outlook) expect(p *rules.Position, throws []throw) (worth float64) {
	for _, t := range throws {
		c := rules.Change{Position: *p, Loaded: t.dice, Silent: true}
		c.CloseWindow()
		worth += t.chance * o.ahead(&c.Position)
	}
	return worth
}

// turnEnd checks whether the game ends with the turn.
func (o *outlook) turnEnd(p *rules.Position) float64 {
	next := afterTurn(p)
	if next.Over() {
		return o.final(&next)
	}
	return o.worth(&next)
}

// afterTurn returns the position at the end of a turn without reactions, before the next
// begins.
func afterTurn(p *rules.Position) rules.Position {
	c := rules.Change{Position: *p, Silent: true}
	c.PopWindow()
	c.CheckEnd()
	return c.Position
}

// throw is one sum of a number of dice.
type throw struct {
	dice   []int // dice with that sum
	chance float64
}

// throws has the throws of no die, of one, and so on up to the number of Drive-bys.
var throws = allThrows()

func allThrows() (all [6][]throw) {
	all[0] = []throw{{chance: 1}}
	for n := 1; n < len(all); n++ {
		for sum := n; sum <= 6*n; sum++ {
			all[n] = append(all[n], throw{dice: makeUp(sum, n), chance: odds(sum, n)})
		}
	}
	return all
}

// makeUp returns n dice with a sum.
func makeUp(sum, n int) []int {
	dice := make([]int, n)
	for i := range dice {
		dice[i] = min(6, sum-(n-1-i))
		sum -= dice[i]
	}
	return dice
}

// odds returns how likely n dice have a sum.
func odds(sum, n int) (chance float64) {
	if n == 0 {
		if sum == 0 {
			return 1
		}
		return 0
	}
	for die := 1; die <= 6; die++ {
		chance += odds(sum-die, n-1) / 6
	}
	return chance
}

// atPoker returns what a seat's Poker Night is worth, by the worth of what follows: each of the dice may be the highest.
func atPoker(p *rules.Position, m rules.Move, seat engine.Seat, ahead func(*rules.Position) float64) (worth float64) {
	dice := 1
	for i := 0; i < dice; i++ {
		c := rules.Change{Position: *p, Loaded: highest(i), Silent: true}
		c.CarryOut(m, seat)
		dice = max(1, len(c.Dice))
		worth += ahead(&c.Position)
	}
	return worth / float64(dice)
}

// highest returns the greatest number of dice in a Poker Night, one of them a six.
func highest(six int) []int {
	dice := slices.Repeat([]int{1}, rules.Hideouts+1)
	dice[six] = 6
	return dice
}
