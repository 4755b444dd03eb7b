package noirburg

import "noir/engine"

func (p *position) setUpRefusal(m Move, seat engine.Seat) string {
	switch {
	case m.Type != TypeMulligan:
		return SetupNotFinished
	case seat != p.active:
		return NotYourTurn
	case len(m.Cards) > swapLimit:
		return MulliganLimit
	case !p.of(seat).hand.contains(setOf(m.Cards...)):
		return NotInHand
	}
	return ""
}

// phases says in which phase of the own turn a move is made. To end the turn is possible
// in all, so it comes last.
var phases = map[string]phase{
	TypeArrange:     arranging,
	TypeAttack:      attacking,
	TypeOpen:        opening,
	TypeMoveHideout: relocating,
	TypeDiscard:     discarding,
	TypeDraw:        drawing,
	TypeEndTurn:     drawing,
}

// turnRefusal is of the moves of the own turn (rules page, section 3).
func (p *position) turnRefusal(m Move, seat engine.Seat) string {
	switch {
	case seat != p.active:
		return NotYourTurn
	case p.depth > 0:
		return WindowOpen
	case p.firstTurn() && (m.Type == TypeArrange || m.Type == TypeAttack):
		return FirstTurnRestricted
	case p.mustArrange() && m.Type != TypeArrange:
		return MustArrangeFirst
	case m.Type == TypeMulligan || phases[m.Type] < p.phase:
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

func (p *position) arrangeRefusal(m Move) string {
	own := p.of(p.active)
	standing := p.standing(own)
	if p.acts.arranged {
		return AlreadyArranged
	}
	named := set{}
	room := map[Place]int{}
	for g := range m.Places {
		named.add(g)
	}
	switch all := standing.union(own.hidden); {
	case all.empty():
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
	for g := range standing.all() {
		if m.Places[g] == 0 && g.Power() <= most {
			return DiscardNotForced
		}
	}
	return ""
}

func (p *position) attackRefusal(m Move) string {
	gang := setOf(m.Gangsters...)
	switch {
	case gang.empty():
		return NoAttackers
	case m.Seat == p.active:
		return OwnTarget
	case !p.stands(m.Seat, m.Place):
		return NoSuchTarget
	case !p.standing(p.of(p.active)).contains(gang):
		return AttackerUnavailable
	case p.acts.attacked.overlaps(p.shareAttack(m.Seat, m.Place)):
		return TargetAlreadyAttacked
	}
	return ""
}

func (p *position) openRefusal(m Move) string {
	own := p.of(p.active)
	switch k := m.Card.Kind(); {
	case !own.hand.has(m.Card):
		return NotInHand
	case k == Business && m.OnHideout && !own.mayCover():
		return HideoutAlreadyCovered
	case k == Business && !m.OnHideout && !own.mayStandAlone():
		return FirstBusinessGoesOnHideout
	case k != Business && k != Gangster:
		return WrongCard
	}
	if m.Card.Kind() == Gangster {
		if _, ok := own.capacity(m.Place); !ok {
			return NoSuchPlace
		}
		if p.room(own, m.Place) < m.Card.Power() {
			return OverCapacity
		}
	}
	if own.money < m.Card.Cost() {
		return CannotAfford
	}
	return ""
}

func (p *position) moveHideoutRefusal(m Move) string {
	own := p.of(p.active)
	switch {
	case p.acts.relocated:
		return HideoutAlreadyMoved
	case own.open.empty():
		return NoBusiness
	case m.Under == own.under:
		return SamePlace
	case m.Under != 0 && !own.open.has(m.Under):
		return NoSuchPlace
	}
	return ""
}

func (p *position) discardRefusal(m Move) string {
	switch {
	case p.acts.discarded:
		return AlreadyDiscarded
	case len(m.Cards) == 0 || len(m.Cards) > discardMost:
		return DiscardLimit
	case !p.of(p.active).hand.contains(setOf(m.Cards...)):
		return NotInHand
	}
	return ""
}

func (p *position) drawRefusal(count int) string {
	own := p.of(p.active)
	switch {
	case p.acts.drew:
		return AlreadyDrew
	case count < 1:
		return DrawLimit
	case own.hand.len()+count > handLimit:
		return HandLimit
	case len(p.deck)+p.discard.len() < count:
		return NotEnoughCards
	case own.money < count-1:
		return CannotAfford
	}
	return ""
}
