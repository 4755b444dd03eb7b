package noirburg

import (
	"slices"

	"noir/engine"
)

// throwIn puts reaction cards of a seat on the table: all are asked anew, and the
// active seat, too, at the end of its turn once the card is somebody else's.
func (c *change) throwIn(seat engine.Seat, cards ...Card) {
	for _, card := range cards {
		c.of(seat).hand.remove(card)
		c.moved(card, seat, InHand, OnTable)
	}
	if w := &c.windows[0]; c.depth > 0 && w.kind == WindowEndTurn && seat != w.by {
		w.joined = true
	}
	c.askAnew()
}

// spend puts a card that has done its work away.
func (c *change) spend(card Card, seat engine.Seat, to Place) {
	pile := &c.discard
	if to == InBox {
		pile = &c.box
	}
	pile.add(card)
	c.moved(card, seat, OnTable, to)
}

func (c *change) playPolice(seat engine.Seat, m Move) {
	c.throwIn(seat, m.Card)
	w := window{kind: WindowPolice, by: seat, seat: engine.Spectator, use: m.Use}
	w.throw(seat, m.Card)
	if m.Use == UseRaid {
		w.seat, w.place = m.Seat, m.Place
	}
	c.openWindow(w)
}

func (c *change) playBribe(seat engine.Seat, m Move) {
	c.throwIn(seat, m.Card)
	c.window().throw(seat, m.Card)
}

// settlePolice lets Police do its work unless a Bribe has the last word (rules page,
// section 7).
func (c *change) settlePolice() {
	w := c.popWindow()
	c.clearTable(w)
	switch bribed := len(w.cards)%2 == 0; {
	case bribed:
	case w.use == UseRaid:
		c.raid(w)
	default:
		c.popWindow()
		tell(c, Fought{Type: TypeFought, Result: AttackStopped})
	}
}

// raid hides the gangsters of a business.
func (c *change) raid(w window) {
	m, crew := c.of(w.seat), c.crew(w.place.Business())
	for g := range crew.all() {
		c.moved(g, w.seat, w.place, Hidden)
	}
	m.hidden = m.hidden.union(*crew)
	*crew = set{}
}

func (c *change) playDriveby(seat engine.Seat, m Move) {
	c.throwIn(seat, m.Cards...)
	if w := c.window(); w == nil || w.kind != WindowDriveby {
		c.openWindow(window{kind: WindowDriveby, by: seat, seat: m.Seat, place: m.Place})
	}
	c.window().throw(seat, m.Cards...)
}

// settleDriveby rolls one die a card; nobody is paid for what falls (rules page,
// section 7).
func (c *change) settleDriveby() {
	w := c.popWindow()
	rolls, sum := make([]int, len(w.cards)), 0
	for i := range rolls {
		rolls[i] = c.roll()
		sum += rolls[i]
	}
	tell(c, Dice{Type: TypeDice, Seat: w.by, Rolls: rolls, For: ForDriveby})
	business := w.place.Business()
	dead, rest := fall(sum, *c.crew(business))
	c.kill(dead, w.seat)
	if rest >= business.Income() {
		c.destroy(business, w.seat)
	}
	c.clearTable(w)
}

func (c *change) playTurncoat(seat engine.Seat, m Move) {
	c.throwIn(seat, m.Card)
	c.leave(c.of(m.Seat), m.Gangster, m.Place)
	if a := c.attack(); a != nil {
		a.gang.remove(m.Gangster)
	}
	c.of(seat).hand.add(m.Gangster)
	tell(c, Moved{Type: TypeMoved, Card: m.Gangster, Seat: m.Seat, From: m.Place, To: InHand, ToSeat: seat})
	c.spend(m.Card, seat, InDiscard)
}

// playPoker has everybody who can stake play for the pot (rules page, section 7). The
// card is out of the game if the countdown ran before it.
func (c *change) playPoker(seat engine.Seat, m Move) {
	away := InDiscard
	if c.countdown.running() {
		away = InBox
	}
	c.throwIn(seat, m.Card)
	var players []engine.Seat // clockwise from the host
	for i := range c.seats() {
		s := engine.Seat((int(seat) + i) % c.seats())
		if c.of(s).alive && c.of(s).money >= Stake {
			players = append(players, s)
			c.pay(Purse(s), Pot, Stake)
		}
	}
	if len(players) > 0 {
		winner := c.rollForPot(seat, players)
		c.of(winner).money += Stake * len(players)
		tell(c, Paid{Type: TypePaid, From: Pot, To: Purse(winner), Amount: Stake * len(players)})
		if len(players) > 1 {
			c.gained(winner)
		}
	}
	c.spend(m.Card, seat, away)
}

// rollForPot returns who rolls highest. The host keeps the better of two dice; ties
// roll on among themselves, one die each. Who is alone does not roll.
func (c *change) rollForPot(host engine.Seat, players []engine.Seat) engine.Seat {
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
