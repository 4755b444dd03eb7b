package noirburg

import "noir/engine"

// countdown is the end that draws near (rules page, section 6).
type countdown struct {
	on     bool
	holder engine.Seat
	left   int
	skip   int // the turn whose end takes no token; 0 for none
}

func (d countdown) running() bool { return d.on }

// startCountdown starts the countdown unless it runs. The turn in which the holder
// himself has started it takes no token.
func (c *change) startCountdown(holder engine.Seat) {
	if c.countdown.on {
		return
	}
	c.countdown = countdown{on: true, holder: holder, left: tokens}
	if holder == c.active {
		c.countdown.skip = c.turn
	}
	c.tellCountdown()
}

func (c *change) tellCountdown() {
	tell(c, CountdownAt{Type: TypeCountdown, Holder: c.countdown.holder, Left: c.countdown.left})
}

// gained starts the countdown if a seat that has got money has a third of all.
func (c *change) gained(seat engine.Seat) {
	if c.of(seat).money >= Third(c.seats()) {
		c.startCountdown(seat)
	}
}

// takeToken takes the holder's token at the end of his turn; the last ends the game.
func (c *change) takeToken() {
	d := &c.countdown
	if !d.on || d.holder != c.active || d.skip == c.turn {
		return
	}
	d.left--
	c.tellCountdown()
	if d.left == 0 {
		c.end(Counted, c.best(c.alive())...)
	}
}

// bequeath hands the countdown of a holder who is out to the living seat before him,
// starting with the turn that is on if it is his (R-46b).
func (c *change) bequeath(seat engine.Seat) {
	if !c.countdown.on || c.countdown.holder != seat {
		return
	}
	c.countdown.holder, c.countdown.skip = c.previous(seat), 0
	c.tellCountdown()
}
