package rules

import (
	"slices"

	"noir/engine"
)

// spend removes a card that has had its effect.
func (c *Change) spend(card Card, seat engine.Seat, to Place) {
	pile := &c.Discard
	if to == InBox {
		pile = &c.Box
	}
	pile.Add(card)
	c.moved(card, seat, OnTable, to)
}

// settlePolice gives Police its effect unless a Bribe has the last word (rules page, section
// 7).
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

// settleDriveby rolls one die a card; nobody pays for what falls (rules page, section 7).
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

// reactionAct plays reaction cards.
type reactionAct struct {
	*Change
	by engine.Seat // the player of the card
}

// throwIn puts reaction cards of a seat on the table: all are asked again. The active seat is asked
// too, about what it has declared, once another seat has played a card.
func (a reactionAct) throwIn(cards ...Card) {
	for _, card := range cards {
		a.Of(a.by).Hand.Remove(card)
		a.moved(card, a.by, InHand, OnTable)
	}
	if w := &a.Windows[0]; a.Depth > 0 && w.declared() && a.by != w.By {
		w.Joined = true
	}
	a.askAnew()
}

func (a reactionAct) playPolice(m *Move) {
	a.throwIn(m.Card)
	w := OpenWindow{Kind: WindowPolice, By: a.by, Seat: engine.Spectator, Use: m.Use}
	w.throw(a.by, m.Card)
	if m.Use == UseRaid {
		w.Seat, w.Place = m.Seat, m.Place
	}
	a.openWindow(w)
}

func (a reactionAct) playBribe(m *Move) {
	a.throwIn(m.Card)
	a.Window().throw(a.by, m.Card)
}

func (a reactionAct) playDriveby(m *Move) {
	a.throwIn(m.Cards...)
	if w := a.Window(); w == nil || w.Kind != WindowDriveby {
		a.openWindow(OpenWindow{Kind: WindowDriveby, By: a.by, Seat: m.Seat, Place: m.Place})
	}
	a.Window().throw(a.by, m.Cards...)
}

func (a reactionAct) playTurncoat(m *Move) {
	a.throwIn(m.Card)
	a.Leave(a.Of(m.Seat), m.Gangster, m.Place)
	if w := a.Attack(); w != nil {
		w.Gang.Remove(m.Gangster)
	}
	a.Of(a.by).Hand.Add(m.Gangster)
	tell(a.Change, Moved{Type: TypeMoved, Card: m.Gangster, Seat: m.Seat, From: m.Place, To: InHand, ToSeat: a.by})
	a.spend(m.Card, a.by, InDiscard)
}

// playPoker lets all who can stake play for the pot (rules page, section 7). The card leaves
// the game if the countdown ran before.
func (a reactionAct) playPoker(m *Move) {
	away := InDiscard
	if a.Countdown.On {
		away = InBox
	}
	a.throwIn(m.Card)
	var players []engine.Seat // clockwise from the host
	for i := range a.Seats() {
		s := engine.Seat((int(a.by) + i) % a.Seats())
		if a.Of(s).Alive && a.Of(s).Money >= Stake {
			players = append(players, s)
			a.Pay(Purse(s), Pot, Stake)
		}
	}
	if len(players) > 0 {
		winner := a.rollForPot(players)
		a.Of(winner).Money += Stake * len(players)
		tell(a.Change, Paid{Type: TypePaid, From: Pot, To: Purse(winner), Amount: Stake * len(players)})
		if len(players) > 1 {
			a.gained(winner)
		}
	}
	a.spend(m.Card, a.by, away)
}

// rollForPot returns who rolls highest. The host keeps the better of two dice; ties roll again
// among themselves, one die each. A single seat does not roll.
func (a reactionAct) rollForPot(players []engine.Seat) engine.Seat {
	what := ForPoker
	for len(players) > 1 {
		best := 0
		var ahead []engine.Seat
		for _, s := range players {
			rolls := []int{a.roll()}
			if s == a.by && what == ForPoker {
				rolls = append(rolls, a.roll())
			}
			tell(a.Change, Dice{Type: TypeDice, Seat: s, Rolls: rolls, For: what})
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
