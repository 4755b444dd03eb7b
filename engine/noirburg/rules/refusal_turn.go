package rules

import "noir/engine"

func (p *Position) setUpRefusal(m Move, seat engine.Seat) string {
	switch {
	case m.Type != TypeMulligan:
		return SetupNotFinished
	case seat != p.Active:
		return NotYourTurn
	case len(m.Cards) > SwapLimit:
		return MulliganLimit
	case !p.Of(seat).Hand.contains(SetOf(m.Cards...)):
		return NotInHand
	}
	return ""
}

// phases says in which phase of the own turn a move is made. To end the turn is possible
// in all, so it comes last.
var phases = map[string]phase{
	TypeArrange:     Arranging,
	TypeAttack:      Attacking,
	TypeOpen:        Opening,
	TypeMoveHideout: Relocating,
	TypeDiscard:     discarding,
	TypeDraw:        drawing,
	TypeEndTurn:     drawing,
}

// turnRefusal is of the moves of the own turn (rules page, section 3).
func (p *Position) turnRefusal(m Move, seat engine.Seat) string {
	switch {
	case seat != p.Active:
		return NotYourTurn
	case p.Depth > 0:
		return WindowOpen
	case p.FirstTurn() && (m.Type == TypeArrange || m.Type == TypeAttack):
		return FirstTurnRestricted
	case p.MustArrange() && m.Type != TypeArrange:
		return MustArrangeFirst
	case m.Type == TypeMulligan || phases[m.Type] < p.Phase:
		return PhaseAlreadyPassed
	}
	switch m.Type {
	case TypeArrange:
		return p.arrangeRefusal(m)
	case TypeAttack:
		return p.attackRefusal(m)
	case TypeOpen:
		return p.openRefusal(m)
	case TypeMoveHideout:
		return p.moveHideoutRefusal(m)
	case TypeDiscard:
		return p.discardRefusal(m)
	case TypeDraw:
		return p.drawRefusal(m.Count)
	}
	return ""
}

func (p *Position) arrangeRefusal(m Move) string {
	own := p.Of(p.Active)
	standing := p.Standing(own)
	if p.Acts.Arranged {
		return AlreadyArranged
	}
	named := Set{}
	room := map[Place]int{}
	for g := range m.Places {
		named.Add(g)
	}
	switch all := standing.Union(own.Hidden); {
	case all.Empty():
		return NoGangstersThere
	case named != all:
		return ArrangementIncomplete
	}
	for _, at := range own.arrangeable() {
		room[at], _ = own.capacity(at)
	}
	for g, at := range m.Places {
		if _, ok := room[at]; !ok && at != 0 {
			return NoSuchPlace
		}
		room[at] -= g.Power()
	}
	delete(room, 0)
	most := 0
	for _, left := range room {
		if left < 0 {
			return OverCapacity
		}
		most = max(most, left)
	}
	for g := range standing.All() {
		if m.Places[g] == 0 && g.Power() <= most {
			return DiscardNotForced
		}
	}
	return ""
}

func (p *Position) attackRefusal(m Move) string {
	gang := SetOf(m.Gangsters...)
	switch {
	case gang.Empty():
		return NoAttackers
	case m.Seat == p.Active:
		return OwnTarget
	case !p.stands(m.Seat, m.Place):
		return NoSuchTarget
	case !p.Standing(p.Of(p.Active)).contains(gang):
		return AttackerUnavailable
	case p.Acts.Attacked.Overlaps(p.ShareAttack(m.Seat, m.Place)):
		return TargetAlreadyAttacked
	}
	return ""
}

func (p *Position) openRefusal(m Move) string {
	own := p.Of(p.Active)
	switch k := m.Card.Kind(); {
	case !own.Hand.Has(m.Card):
		return NotInHand
	case k == Business && m.OnHideout && !own.MayCover():
		return HideoutAlreadyCovered
	case k == Business && !m.OnHideout && !own.MayStandAlone():
		return FirstBusinessGoesOnHideout
	case k != Business && k != Gangster:
		return WrongCard
	}
	if m.Card.Kind() == Gangster {
		if _, ok := own.capacity(m.Place); !ok {
			return NoSuchPlace
		}
		if p.Room(own, m.Place) < m.Card.Power() {
			return OverCapacity
		}
	}
	if own.Money < m.Card.Cost() {
		return CannotAfford
	}
	return ""
}

func (p *Position) moveHideoutRefusal(m Move) string {
	own := p.Of(p.Active)
	switch {
	case p.Acts.relocated:
		return HideoutAlreadyMoved
	case own.Open.Empty():
		return NoBusiness
	case m.Under == own.Under:
		return SamePlace
	case m.Under != 0 && !own.Open.Has(m.Under):
		return NoSuchPlace
	}
	return ""
}

func (p *Position) discardRefusal(m Move) string {
	switch {
	case p.Acts.discarded:
		return AlreadyDiscarded
	case len(m.Cards) == 0 || len(m.Cards) > DiscardMost:
		return DiscardLimit
	case !p.Of(p.Active).Hand.contains(SetOf(m.Cards...)):
		return NotInHand
	}
	return ""
}

func (p *Position) drawRefusal(count int) string {
	own := p.Of(p.Active)
	switch {
	case p.Acts.Drew:
		return AlreadyDrew
	case count < 1:
		return DrawLimit
	case own.Hand.Len()+count > HandSize:
		return HandLimit
	case len(p.Deck)+p.Discard.Len() < count:
		return NotEnoughCards
	case own.Money < count-1:
		return CannotAfford
	}
	return ""
}
