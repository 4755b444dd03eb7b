package rules

import "noir/engine"

// EndCount is the countdown to the end (rules page, section 6).
type EndCount struct {
	On     bool
	Holder engine.Seat
	Left   int
	Skip   int // the turn whose end takes no token; 0 for none
}

// startCountdown starts the countdown unless it runs. The turn in which its holder has started
// it takes no token.
func (c *Change) startCountdown(holder engine.Seat) {
	if c.Countdown.On {
		return
	}
	c.Countdown = EndCount{On: true, Holder: holder, Left: Tokens}
	if holder == c.Active {
		c.Countdown.Skip = c.Turn
	}
	c.tellCountdown()
}

func (c *Change) tellCountdown() {
	tell(c, CountdownAt{Type: TypeCountdown, Holder: c.Countdown.Holder, Left: c.Countdown.Left})
}

// gained starts the countdown if a seat that got money has a third of all.
func (c *Change) gained(seat engine.Seat) {
	if c.Of(seat).Money >= Third(c.Seats()) {
		c.startCountdown(seat)
	}
}

// takeToken takes the holder's token at the end of their turn; the last ends the game.
func (c *Change) takeToken() {
	d := &c.Countdown
	if !d.On || d.Holder != c.Active || d.Skip == c.Turn {
		return
	}
	d.Left--
	c.tellCountdown()
	if d.Left == 0 {
		c.end(Counted, c.best(c.Alive())...)
	}
}

// passCountdown passes the countdown of an eliminated holder to the living seat before it, from the
// present turn on if it is theirs (R-46b).
func (c *Change) passCountdown(seat engine.Seat) {
	if !c.Countdown.On || c.Countdown.Holder != seat {
		return
	}
	c.Countdown.Holder, c.Countdown.Skip = c.previous(seat), 0
	c.tellCountdown()
}
