package search

import (
	"cmp"
	"math"
	"slices"

	"noir/engine"
	"noir/engine/noirburg/network"
	"noir/engine/noirburg/rules"
)

// mind plays by a network that says how likely a seat wins from what it sees: it makes the move with the best chance if
// no more cards are played. It must not be used by several goroutines.
type mind struct {
	net    *network.Net
	inputs network.Inputs
	layers network.Layers
	asked  int // how often the network was

	*rules.Position // at which it has to decide
	seat            engine.Seat
	unseen          rules.Set // by the seat, to which a move reveals nothing more until it is made
	options         []option
	drafts          [3]rules.Change // of a move and of two windows, one in another, so that none has to be allocated
	drafted         int
}

// option is a move that is considered, and the chance to win with it.
type option struct {
	rules.Move
	chance float64
}

// look sits down at a seat.
func (m *mind) look(p *rules.Position, seat engine.Seat) {
	m.Position, m.seat, m.unseen = p, seat, network.Unseen(p, seat)
}

// consult asks the network how likely a seat wins a position without open windows. The seat is about to get a number of
// cards that it does not know.
func (m *mind) consult(p *rules.Position, coming int) float64 {
	m.asked++
	turns := turnsToCome(p)
	m.inputs.See(p, m.seat, &turns, m.unseen, coming)
	return float64(m.net.Chance(&m.layers, &m.inputs))
}

// ahead returns how likely the seat wins a position if no more cards are played, over all dice.
func (m *mind) ahead(p *rules.Position, coming int) float64 {
	w := p.Window()
	switch {
	case p.Over():
		return share(p, m.seat)
	case w == nil:
		return m.consult(p, coming)
	case w.Kind == rules.WindowDriveby:
		return m.close(p, throws[len(w.Cards)], coming)
	}
	return m.close(p, throws[1], coming)
}

// draft returns a copy of a position to make moves in. Its user must end it.
func (m *mind) draft(p *rules.Position) *rules.Change {
	c := &m.drafts[m.drafted]
	m.drafted++
	*c = rules.Change{Position: *p, Silent: true, Dice: c.Dice[:0]}
	return c
}

func (m *mind) end() { m.drafted-- }

// close closes the topmost window with each throw of its dice, if it has any.
func (m *mind) close(p *rules.Position, throws []throw, coming int) (chance float64) {
	var town rules.Town
	last := 0.0
	c := m.draft(p)
	defer m.end()
	for i, t := range throws {
		*c = rules.Change{Position: *p, Loaded: t.dice, Silent: true, Dice: c.Dice[:0]}
		c.CloseWindow()
		if i == 0 || c.Town != town {
			town, last = c.Town, m.ahead(&c.Position, coming)
		}
		if len(c.Dice) == 0 {
			return last
		}
		chance += t.chance * last
	}
	return chance
}

// ponder weighs what a seat that is asked may do.
func (m *mind) ponder(p *rules.Position, seat engine.Seat) []option {
	m.look(p, seat)
	m.options = m.options[:0]
	switch {
	case p.Depth > 0:
		if m.reactions(); len(m.options) > 0 {
			m.options = append(m.options, option{rules.Move{Type: rules.TypePass}, m.ahead(p, 0)})
		} else {
			m.options = append(m.options, option{Move: rules.Move{Type: rules.TypePass}})
		}
	case p.Phase == rules.SetUp:
		m.swaps()
	default:
		m.turn()
	}
	return m.options
}

// best is the option with the best chance.
func best(options []option) option {
	return slices.MaxFunc(options, func(a, b option) int { return cmp.Compare(a.chance, b.chance) })
}

// weigh weighs a move.
func (m *mind) weigh(mv rules.Move) option {
	c := m.draft(m.Position)
	defer m.end()
	c.CarryOut(mv, m.seat)
	return option{mv, m.ahead(&c.Position, 0)}
}

// try adds a move.
func (m *mind) try(mv rules.Move) { m.options = append(m.options, m.weigh(mv)) }

// blind makes a move that brings cards, before the seat sees them, and returns their number.
func (m *mind) blind(c *rules.Change, mv rules.Move) int {
	if mv.Type == rules.TypeDraw { // which ends the turn
		c.Pay(rules.Purse(m.seat), rules.Bank, mv.Count-1)
		c.CarryOut(rules.Move{Type: rules.TypeEndTurn}, m.seat)
		return mv.Count
	}
	own, cards := c.Of(m.seat), rules.SetOf(mv.Cards...)
	own.Hand, c.Discard = own.Hand.Without(cards), c.Discard.Union(cards)
	c.CarryOut(rules.Move{Type: rules.TypeMulligan}, m.seat)
	return len(mv.Cards)
}

// weighBlind weighs a move that brings cards.
func (m *mind) weighBlind(mv rules.Move) option {
	c := m.draft(m.Position)
	defer m.end()
	coming := m.blind(c, mv)
	return option{mv, m.ahead(&c.Position, coming)}
}

// swaps considers the swaps before the first turn: the worst cards.
func (m *mind) swaps() {
	m.options = append(m.options, m.weighBlind(rules.Move{Type: rules.TypeMulligan}))
	m.shed(rules.SwapLimit, func(cards rules.Set) option {
		return m.weighBlind(rules.Move{Type: rules.TypeMulligan, Cards: cards.Cards()})
	})
}

// shed considers giving up cards of the hand, up to a number: each time one more, without which the seat has the best
// chance.
func (m *mind) shed(most int, give func(rules.Set) option) {
	var cards rules.Set
	hand := m.Of(m.seat).Hand
	for range min(most, hand.Len()) {
		var next option
		next.chance = math.Inf(-1)
		var add rules.Card
		for c := range kinds(hand.Without(cards)).All() {
			more := cards
			more.Add(c)
			if o := give(more); o.chance > next.chance {
				next, add = o, c
			}
		}
		cards.Add(add)
		m.options = append(m.options, next)
	}
}

// kinds returns one of each sort of cards.
func kinds(cards rules.Set) (some rules.Set) {
	for c := range cards.All() {
		if !some.Of(c.Kind()).Overlaps(rules.Numbered(c.Number())) {
			some.Add(c)
		}
	}
	return some
}

// turn considers the moves of the seat's own turn.
func (m *mind) turn() {
	own := m.Of(m.seat)
	if m.MustArrange() {
		m.arrangements()
		return
	}
	m.try(rules.Move{Type: rules.TypeEndTurn})
	if m.Phase == rules.Arranging && !m.Acts.Arranged && !m.Standing(own).Empty() {
		m.arrangements()
	}
	if m.Phase <= rules.Attacking && !m.FirstTurn() {
		m.attacks()
	}
	if m.Phase <= rules.Opening {
		m.openings()
		for b := range own.Open.All() {
			if b != own.Under {
				m.try(rules.Move{Type: rules.TypeMoveHideout, Under: b})
			}
		}
	}
	if m.Phase <= rules.Relocating {
		m.shed(rules.DiscardMost, func(cards rules.Set) option {
			return m.weigh(rules.Move{Type: rules.TypeDiscard, Cards: cards.Cards()})
		})
	}
	m.draws()
	m.reactions()
}

// draws considers how many cards to draw: with those the turn is over.
func (m *mind) draws() {
	own := m.Of(m.seat)
	if m.Acts.Drew {
		return
	}
	for n := 1; n <= min(rules.HandSize-own.Hand.Len(), 1+own.Money, len(m.Deck)+m.Discard.Len()); n++ {
		m.options = append(m.options, m.weighBlind(rules.Move{Type: rules.TypeDraw, Count: n}))
	}
}

// openings considers each sort of card to open, at each place.
func (m *mind) openings() {
	own := m.Of(m.seat)
	for c := range kinds(own.Hand).All() {
		switch {
		case c.Cost() > own.Money:
		case c.Kind() == rules.Business:
			if own.MayCover() {
				m.try(rules.Move{Type: rules.TypeOpen, Card: c, OnHideout: true})
			}
			if own.MayStandAlone() {
				m.try(rules.Move{Type: rules.TypeOpen, Card: c})
			}
		case c.Kind() == rules.Gangster:
			m.posts(own, c.Power(), func(at rules.Place) { m.try(rules.Move{Type: rules.TypeOpen, Card: c, Place: at}) })
		}
	}
}

// posts goes through the places of a seat with room for a power.
func (m *mind) posts(own *rules.Family, power int, at func(rules.Place)) {
	if m.Room(own, rules.OnHideout) >= power {
		at(rules.OnHideout)
	}
	for b := range own.Open.All() {
		if m.Room(own, rules.At(b)) >= power {
			at(rules.At(b))
		}
	}
}

// attacks considers attacks on all places, by gangs without superfluous members.
func (m *mind) attacks() {
	all := m.Standing(m.Of(m.seat))
	if all.Empty() {
		return
	}
	gangs := gangs(all.Cards())
	target := func(rival engine.Seat, at rules.Place) {
		if m.Acts.Attacked.Overlaps(m.ShareAttack(rival, at)) {
			return
		}
		for _, gang := range gangs {
			mv := rules.Move{Type: rules.TypeAttack, Gangsters: gang, Seat: rival, Place: at}
			if !wastes(m.Position, gang, mv) {
				m.try(mv)
			}
		}
	}
	for r := range engine.Seat(m.Seats()) {
		if r == m.seat || !m.Of(r).Alive {
			continue
		}
		target(r, rules.OnHideout)
		for b := range m.Of(r).Open.All() {
			target(r, rules.At(b))
		}
	}
}

// arrangements considers where the seat's gangsters are most useful, and to leave the standing ones where they are.
func (m *mind) arrangements() {
	own := m.Of(m.seat)
	c := m.draft(m.Position)
	defer m.end()
	me := c.Of(m.seat)
	all := me.Hidden.Union(c.Standing(me))
	me.Hidden = all
	for _, at := range me.Places() {
		*c.At(me, at) = rules.Set{}
	}
	layout := make(map[rules.Card]rules.Place, all.Len())
	strongest := all.Cards()
	slices.Reverse(strongest)
	for _, g := range strongest {
		c.Leave(me, g, rules.Hidden)
		var to rules.Place
		most := math.Inf(-1)
		for _, at := range me.Places() {
			if c.Room(me, at) < g.Power() {
				continue
			}
			c.Enter(me, g, at)
			if chance := m.consult(&c.Position, 0); chance > most {
				to, most = at, chance
			}
			c.Leave(me, g, at)
		}
		if layout[g] = to; to != 0 {
			c.Enter(me, g, to)
		}
	}
	m.try(rules.Move{Type: rules.TypeArrange, Places: layout})
	if !own.Hidden.Empty() {
		m.try(rules.Move{Type: rules.TypeArrange, Places: m.Layout(m.seat)})
	}
}

// reactions considers the cards that may be thrown in now.
func (m *mind) reactions() {
	hand := m.Of(m.seat).Hand
	w := m.Window()
	for k := rules.Poker; k <= rules.Turncoat; k++ {
		cards := hand.Of(k)
		if cards.Empty() {
			continue
		}
		c := cards.First()
		switch {
		case w != nil && w.Kind == rules.WindowPolice:
			m.throw(rules.Move{Type: rules.TypeBribe, Card: c}, k == rules.Bribe)
		case w != nil && w.Kind == rules.WindowDriveby:
			m.throw(rules.Move{Type: rules.TypeDriveby, Cards: []rules.Card{c}, Seat: w.Seat, Place: w.Place}, k == rules.Driveby)
		case k == rules.Poker:
			m.poker(c)
		case k == rules.Police:
			m.police(c)
		case k == rules.Driveby:
			m.cars(cards.Cards())
		case k == rules.Turncoat:
			m.lures(c)
		}
	}
}

// throw considers a card that the rules allow.
func (m *mind) throw(mv rules.Move, fits bool) {
	if fits && m.Refusal(mv, m.seat, engine.ByPlayer) == "" {
		m.try(mv)
	}
}

// poker considers a Poker Night.
func (m *mind) poker(c rules.Card) {
	mv := rules.Move{Type: rules.TypePoker, Card: c}
	if m.Refusal(mv, m.seat, engine.ByPlayer) == "" {
		chance := atPoker(m.Position, mv, m.seat, func(p *rules.Position) float64 { return m.ahead(p, 0) })
		m.options = append(m.options, option{mv, chance})
	}
}

// police considers to stop the attack, and on the seat's own turn to hide the guards of a place that it may then attack.
func (m *mind) police(c rules.Card) {
	if w := m.Attack(); w != nil {
		m.throw(rules.Move{Type: rules.TypePolice, Card: c, Use: rules.UseStop}, w.By != m.seat)
		return
	}
	if m.seat != m.Active || m.Phase > rules.Attacking || m.FirstTurn() {
		return
	}
	m.businesses(func(rival engine.Seat, b rules.Card) {
		if !m.Crew(b).Empty() {
			m.throw(rules.Move{Type: rules.TypePolice, Card: c, Use: rules.UseRaid, Seat: rival, Place: rules.At(b)}, true)
		}
	})
}

// businesses goes through those of all rivals.
func (m *mind) businesses(each func(rival engine.Seat, b rules.Card)) {
	for r := range engine.Seat(m.Seats()) {
		if r == m.seat {
			continue
		}
		for b := range m.Of(r).Open.All() {
			each(r, b)
		}
	}
}

// cars considers Drive-bys on businesses of rivals.
func (m *mind) cars(cards []rules.Card) {
	m.businesses(func(rival engine.Seat, b rules.Card) {
		for n := range min(drivebys, len(cards)) {
			m.throw(rules.Move{Type: rules.TypeDriveby, Cards: cards[:n+1], Seat: rival, Place: rules.At(b)}, true)
		}
	})
}

// lures considers to take gangsters of rivals.
func (m *mind) lures(c rules.Card) {
	lure := func(rival engine.Seat, at rules.Place, from rules.Set) {
		for g := range kinds(from).All() {
			m.throw(rules.Move{Type: rules.TypeTurncoat, Card: c, Seat: rival, Place: at, Gangster: g}, true)
		}
	}
	m.businesses(func(rival engine.Seat, b rules.Card) { lure(rival, rules.At(b), *m.Crew(b)) })
	for r := range engine.Seat(m.Seats()) {
		if r == m.seat || !m.Of(r).Alive {
			continue
		}
		hidden := m.Of(r).Hidden
		if w := m.Attack(); w != nil && w.By == r {
			lure(r, rules.Hidden, w.Gang)
			hidden = hidden.Without(w.Gang)
		}
		lure(r, rules.Hidden, hidden)
	}
}
