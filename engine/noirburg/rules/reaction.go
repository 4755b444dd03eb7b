package rules

import (
	"slices"

	"noir/engine"
)

// throwIn puts reaction cards of a seat on the table: all are asked anew, and the
// active seat, too, at the end of its turn once the card is somebody else's.
func (c *Change) throwIn(seat engine.Seat, cards ...Card) {
	for _, card := range cards {
		c.Of(seat).Hand.Remove(card)
		c.moved(card, seat, InHand, OnTable)
	}
	if w := &c.Windows[0]; c.Depth > 0 && w.Kind == WindowEndTurn && seat != w.By {
		w.Joined = true
	}
	c.askAnew()
}

// spend puts a card that has done its work away.
func (c *Change) spend(card Card, seat engine.Seat, to Place) {
	pile := &c.Discard
	if to == InBox {
		pile = &c.Box
	}
	pile.Add(card)
	c.moved(card, seat, OnTable, to)
}

func (c *Change) playPolice(seat engine.Seat, m Move) {
	c.throwIn(seat, m.Card)
	w := OpenWindow{Kind: WindowPolice, By: seat, Seat: engine.Spectator, Use: m.Use}
	w.throw(seat, m.Card)
	if m.Use == UseRaid {
		w.Seat, w.Place = m.Seat, m.Place
	}
	c.openWindow(w)
}

func (c *Change) playBribe(seat engine.Seat, m Move) {
	c.throwIn(seat, m.Card)
	c.Window().throw(seat, m.Card)
}

// settlePolice lets Police do its work unless a Bribe has the last word (rules page,
// section 7).
func (c *Change) settlePolice() {
	w := c.PopWindow()
	c.clearTable(w)
	switch bribed := len(w.Cards)%2 == 0; {
	case bribed:
	case w.Use == UseRaid:
		c.raid(w)
	default:
		c.PopWindow()
		tell(c, Fought{Type: TypeFought, Result: AttackStopped})
	}
}

// raid hides the gangsters of a business.
func (c *Change) raid(w OpenWindow) {
	m, crew := c.Of(w.Seat), c.Crew(w.Place.Business())
	for g := range crew.All() {
		c.moved(g, w.Seat, w.Place, Hidden)
	}
	m.Hidden = m.Hidden.Union(*crew)
	*crew = Set{}
}

func (c *Change) playDriveby(seat engine.Seat, m Move) {
	c.throwIn(seat, m.Cards...)
	if w := c.Window(); w == nil || w.Kind != WindowDriveby {
		c.openWindow(OpenWindow{Kind: WindowDriveby, By: seat, Seat: m.Seat, Place: m.Place})
	}
	c.Window().throw(seat, m.Cards...)
}

// settleDriveby rolls one die a card; nobody is paid for what falls (rules page,
// section 7).
func (c *Change) settleDriveby() {
	w := c.PopWindow()
	rolls, sum := make([]int, len(w.Cards)), 0
	for i := range rolls {
		rolls[i] = c.roll()
		sum += rolls[i]
	}
	tell(c, Dice{Type: TypeDice, Seat: w.By, Rolls: rolls, For: ForDriveby})
	business := w.Place.Business()
	dead, rest := fall(sum, *c.Crew(business))
	c.kill(dead, w.Seat)
	if rest >= business.Income() {
		c.destroy(business, w.Seat)
	}
	c.clearTable(w)
}

func (c *Change) playTurncoat(seat engine.Seat, m Move) {
	c.throwIn(seat, m.Card)
	c.Leave(c.Of(m.Seat), m.Gangster, m.Place)
	if a := c.Attack(); a != nil {
		a.Gang.Remove(m.Gangster)
	}
	c.Of(seat).Hand.Add(m.Gangster)
	tell(c, Moved{Type: TypeMoved, Card: m.Gangster, Seat: m.Seat, From: m.Place, To: InHand, ToSeat: seat})
	c.spend(m.Card, seat, InDiscard)
}

// playPoker has everybody who can stake play for the pot (rules page, section 7). The
// card is out of the game if the countdown ran before it.
func (c *Change) playPoker(seat engine.Seat, m Move) {
	away := InDiscard
	if c.Countdown.running() {
		away = InBox
	}
	c.throwIn(seat, m.Card)
	var players []engine.Seat // clockwise from the host
	for i := range c.Seats() {
		s := engine.Seat((int(seat) + i) % c.Seats())
		if c.Of(s).Alive && c.Of(s).Money >= Stake {
			players = append(players, s)
			c.Pay(Purse(s), Pot, Stake)
		}
	}
	if len(players) > 0 {
		winner := c.rollForPot(seat, players)
		c.Of(winner).Money += Stake * len(players)
		tell(c, Paid{Type: TypePaid, From: Pot, To: Purse(winner), Amount: Stake * len(players)})
		if len(players) > 1 {
			c.gained(winner)
		}
	}
	c.spend(m.Card, seat, away)
}

// rollForPot returns who rolls highest. The host keeps the better of two dice; ties
// roll on among themselves, one die each. A seat alone does not roll.
func (c *Change) rollForPot(host engine.Seat, players []engine.Seat) engine.Seat {
	what := ForPoker
	for len(players) > 1 {
		best := 0
		var ahead []engine.Seat
		for _, s := range players {
			rolls := []int{c.roll()}
			if s == host && what == ForPoker {
				rolls = append(rolls, c.roll())
			}
			tell(c, Dice{Type: TypeDice, Seat: s, Rolls: rolls, For: what})
			switch high := slices.Max(rolls); {
			case high > best:
				best, ahead = high, []engine.Seat{s}
			case high == best:
				ahead = append(ahead, s)
			}
		}
		players, what = ahead, ForPokerTie
	}
	return players[0]
}
