package rules

import "noir/engine"

// beginTurn hands the turn to a seat and pays its tribute.
func (c *Change) beginTurn(seat engine.Seat) {
	if c.Turn == 0 || c.order(seat) <= c.order(c.Active) {
		c.Round++
	}
	c.Turn++
	c.Active, c.Acts = seat, Acts{}
	c.askAnew()
	c.ownTurn = c.Questions
	tell(c, Turn{Type: TypeTurn, Seat: seat, Turn: c.Turn})
	if c.Round > roundCap {
		c.startCountdown(seat)
	}
	c.Phase = Opening
	if !c.FirstTurn() {
		c.Phase = Arranging
		c.payTribute()
	}
}

// order is where a seat comes in a round.
func (p *Position) order(seat engine.Seat) int {
	return (int(seat-p.Deal.First) + p.Seats()) % p.Seats()
}

// Due returns the tribute of a mafia, for its Hideout and businesses.
func (m *Family) Due() int { return HideoutNumber + m.Open.Numbers() }

// payTribute pays the active seat its tribute, as far as the bank can (rules page,
// section 3, A; R-13).
func (c *Change) payTribute() {
	m := c.Of(c.Active)
	due := m.Due()
	paid := min(due, c.Bank)
	c.Bank -= paid
	m.Money += paid
	tell(c, Tribute{Type: TypeTribute, Seat: c.Active, Amount: paid})
	if paid < due {
		c.startCountdown(c.Active)
	}
	c.gained(c.Active)
}

// finishTurn makes the checks at the end of a turn and goes on.
func (c *Change) finishTurn() {
	c.Of(c.Active).Seasoned = true
	for _, step := range turnEnd() {
		if !c.Over() {
			step(c)
		}
	}
}

// ClaimMajority ends the game if the active seat holds more than half of the money and
// the table counts that as a win.
func (c *Change) ClaimMajority() {
	if c.Deal.MoneyWin && c.Of(c.Active).Money >= Majority(c.Seats()) {
		c.end(Money, c.Active)
	}
}

// passOn hands the turn to the next living seat.
func (c *Change) passOn() { c.beginTurn(c.Next(c.Active)) }

func (c *Change) mulligan(m Move) {
	cards := SetOf(m.Cards...)
	c.Of(c.Active).Hand = c.Of(c.Active).Hand.Without(cards)
	c.lose(cards, c.Active, InHand)
	c.draw(c.Active, cards.Len())
	c.nextMulligan()
}

// nextMulligan asks the next seat to swap, or begins the first turn.
func (c *Change) nextMulligan() {
	last := c.Active
	c.Active = c.Next(c.Active)
	if c.order(c.Active) > c.order(last) {
		c.askAnew()
		return
	}
	c.beginTurn(c.Active)
}
