package rules

import "noir/engine"

// Course is how far the game has come.
type Course struct {
	Round   int
	Turn    int // 0 in set-up
	Active  engine.Seat
	Phase   phase
	Acts    Acts
	ownTurn int // the question of the turn
}

// Acts are the once-a-turn acts that were done in this turn.
type Acts struct {
	Arranged  bool
	relocated bool // the Hideout
	discarded bool
	Drew      bool
	Attacked  Set // businesses, and Hideouts
}

// phase is how far a turn has come; a phase closes all before it.
type phase uint8

const (
	SetUp phase = iota
	Arranging
	Attacking
	Opening
	Relocating
	discarding
	drawing
)

// phaseNames are the phases in a view. Some steps have none and close no phase.
var phaseNames = [...]string{PhaseSetup, PhaseMove, PhaseAttack, PhaseOpen, PhaseHideout, PhaseDiscard, PhaseDraw}

// entered returns the present phase, given that Phase is the earliest still open in a view: the
// next one after a once-a-turn act.
func (o *Course) entered() phase {
	switch {
	case o.Phase == Attacking && o.Acts.Arranged && o.Acts.Attacked.Empty():
		return Arranging
	case o.Phase == discarding && o.Acts.relocated:
		return Relocating
	case o.Phase == drawing && o.Acts.discarded && !o.Acts.Drew:
		return discarding
	}
	return o.Phase
}

// earliest names the earliest phase that is still open to the active seat.
func (o *Course) earliest() string {
	switch {
	case o.Phase == Arranging && o.Acts.Arranged, o.Phase == Relocating && o.Acts.relocated, o.Phase == discarding && o.Acts.discarded:
		return phaseNames[o.Phase+1]
	}
	return phaseNames[o.Phase]
}

// beginTurn passes the turn to a seat and pays its tribute.
func (c *Change) beginTurn(seat engine.Seat) {
	if c.Turn == 0 || c.Deal.order(seat) <= c.Deal.order(c.Active) {
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

// payTribute pays the active seat its tribute, as far as the bank can (rules page,
// section 3, A; R-13).
func (c *Change) payTribute() {
	m := c.Of(c.Active)
	due := m.Due()
	paid := min(due, c.Bank)
	c.Bank -= paid
	m.Money += paid
	short := 0
	if paid < due {
		short = due
	}
	tell(c, Tribute{Type: TypeTribute, Seat: c.Active, Amount: paid, Due: short})
	if short > 0 {
		c.startCountdown(c.Active)
	}
	c.gained(c.Active)
}

// finishTurn makes the checks at the end of a turn and goes on.
func (c *Change) finishTurn() {
	c.Of(c.Active).Seasoned = true
	if c.CheckEnd(); !c.Over() {
		c.passOn()
	}
}

// claimMajority ends the game if the active seat holds more than half of the money and the
// table's options count that as a win.
func (c *Change) claimMajority() {
	if c.Deal.MoneyWin && c.Of(c.Active).Money >= Majority(c.Seats()) {
		c.end(Money, c.Active)
	}
}

// passOn passes the turn to the next living seat.
func (c *Change) passOn() { c.beginTurn(c.Next(c.Active)) }

// nextMulligan asks the next seat to swap, or begins the first turn.
func (c *Change) nextMulligan() {
	last := c.Active
	c.Active = c.Next(c.Active)
	if c.Deal.order(c.Active) > c.Deal.order(last) {
		c.askAnew()
		return
	}
	c.beginTurn(c.Active)
}
