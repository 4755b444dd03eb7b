package noirburg

import "noir/engine"

// beginTurn hands the turn to a seat and pays its tribute.
func (c *change) beginTurn(seat engine.Seat) {
	if c.turn == 0 || c.order(seat) <= c.order(c.active) {
		c.round++
	}
	c.turn++
	c.active, c.acts = seat, acts{}
	c.askAnew()
	c.ownTurn = c.questions
	tell(c, Turn{Type: TypeTurn, Seat: seat, Turn: c.turn})
	if c.round > roundCap {
		c.startCountdown(seat)
	}
	c.phase = opening
	if !c.firstTurn() {
		c.phase = arranging
		c.payTribute()
	}
}

// order is where a seat comes in a round.
func (p *position) order(seat engine.Seat) int {
	return (int(seat-p.deal.first) + p.seats()) % p.seats()
}

// due returns the tribute of a mafia, for its Hideout and businesses.
func (m *mafia) due() int { return hideoutNumber + m.open.numbers() }

// payTribute pays the active seat its tribute, as far as the bank can (rules page,
// section 3, A; R-13).
func (c *change) payTribute() {
	m := c.of(c.active)
	due := m.due()
	paid := min(due, c.bank)
	c.bank -= paid
	m.money += paid
	tell(c, Tribute{Type: TypeTribute, Seat: c.active, Amount: paid})
	if paid < due {
		c.startCountdown(c.active)
	}
	c.gained(c.active)
}

// finishTurn makes the checks at the end of a turn and goes on.
func (c *change) finishTurn() {
	c.of(c.active).seasoned = true
	for _, step := range turnEnd() {
		if !c.over() {
			step(c)
		}
	}
}

// claimMajority ends the game if the active seat holds more than half of the money and
// the table counts that as a win.
func (c *change) claimMajority() {
	if c.deal.moneyWin && c.of(c.active).money >= Majority(c.seats()) {
		c.end(Money, c.active)
	}
}

// passOn hands the turn to the next living seat.
func (c *change) passOn() { c.beginTurn(c.next(c.active)) }

func (c *change) mulligan(m Move) {
	cards := setOf(m.Cards...)
	c.of(c.active).hand = c.of(c.active).hand.without(cards)
	c.lose(cards, c.active, InHand)
	c.draw(c.active, cards.len())
	c.nextMulligan()
}

// nextMulligan asks the next seat to swap, or begins the first turn.
func (c *change) nextMulligan() {
	last := c.active
	c.active = c.next(c.active)
	if c.order(c.active) > c.order(last) {
		c.askAnew()
		return
	}
	c.beginTurn(c.active)
}
