package rules

import "noir/engine"

// turnRules return why a move of a seat's own turn cannot be made, "" if it can.
type turnRules struct {
	*Position
	*Move
}

// swap checks the moves in set-up.
func (r turnRules) swap(seat engine.Seat) string {
	switch {
	case r.Type != TypeMulligan:
		return SetupNotFinished
	case seat != r.Active:
		return NotYourTurn
	case len(r.Cards) > SwapLimit:
		return MulliganLimit
	case !r.Of(seat).Hand.contains(SetOf(r.Cards...)):
		return NotInHand
	}
	return ""
}

// phases gives the phase of each move of a turn. The turn may be ended in all of them, so that
// comes last.
var phases = map[string]phase{
	TypeArrange:     Arranging,
	TypeAttack:      Attacking,
	TypeOpen:        Opening,
	TypeMoveHideout: Relocating,
	TypeDiscard:     discarding,
	TypeDraw:        drawing,
	TypeEndTurn:     drawing,
}

// refusal checks all moves but the swap (rules page, section 3).
func (r turnRules) refusal(seat engine.Seat) string {
	switch {
	case seat != r.Active:
		return NotYourTurn
	case r.Depth > 0:
		return WindowOpen
	case r.FirstTurn() && (r.Type == TypeArrange || r.Type == TypeAttack):
		return FirstTurnRestricted
	case r.MustArrange() && r.Type != TypeArrange:
		return MustArrangeFirst
	case r.Type == TypeMulligan || phases[r.Type] < r.Phase:
		return PhaseAlreadyPassed
	}
	switch r.Type {
	case TypeArrange:
		return r.arrange()
	case TypeAttack:
		return r.attack()
	case TypeOpen:
		return r.opening()
	case TypeMoveHideout:
		return r.relocate()
	case TypeDiscard:
		return r.discard()
	case TypeDraw:
		return r.draw()
	}
	return ""
}

func (r turnRules) arrange() string {
	own := r.Of(r.Active)
	standing := r.Standing(own)
	if r.Acts.Arranged {
		return AlreadyArranged
	}
	named := Set{}
	room := map[Place]int{}
	for g := range r.Places {
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
	for g, at := range r.Places {
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
		if r.Places[g] == 0 && g.Power() <= most {
			return DiscardNotForced
		}
	}
	return ""
}

func (r turnRules) attack() string {
	gang := SetOf(r.Gangsters...)
	switch {
	case gang.Empty():
		return NoAttackers
	case r.Seat == r.Active:
		return OwnTarget
	case !r.stands(r.Seat, r.Place):
		return NoSuchTarget
	case !r.Standing(r.Of(r.Active)).contains(gang):
		return AttackerUnavailable
	case r.Acts.Attacked.Overlaps(r.ShareAttack(r.Seat, r.Place)):
		return TargetAlreadyAttacked
	}
	return ""
}

func (r turnRules) opening() string {
	own := r.Of(r.Active)
	switch k := r.Card.Kind(); {
	case !own.Hand.Has(r.Card):
		return NotInHand
	case k == Business && r.OnHideout && !own.MayCover():
		return HideoutAlreadyCovered
	case k == Business && !r.OnHideout && !own.MayStandAlone():
		return FirstBusinessGoesOnHideout
	case k != Business && k != Gangster:
		return WrongCard
	}
	if r.Card.Kind() == Gangster {
		if _, ok := own.capacity(r.Place); !ok {
			return NoSuchPlace
		}
		if r.Room(own, r.Place) < r.Card.Power() {
			return OverCapacity
		}
	}
	if own.Money < r.Card.Cost() {
		return CannotAfford
	}
	return ""
}

func (r turnRules) relocate() string {
	own := r.Of(r.Active)
	switch {
	case r.Acts.relocated:
		return HideoutAlreadyMoved
	case own.Open.Empty():
		return NoBusiness
	case r.Under == own.Under:
		return SamePlace
	case r.Under != 0 && !own.Open.Has(r.Under):
		return NoSuchPlace
	}
	return ""
}

func (r turnRules) discard() string {
	switch {
	case r.Acts.discarded:
		return AlreadyDiscarded
	case len(r.Cards) == 0 || len(r.Cards) > DiscardMost:
		return DiscardLimit
	case !r.Of(r.Active).Hand.contains(SetOf(r.Cards...)):
		return NotInHand
	}
	return ""
}

func (r turnRules) draw() string {
	own := r.Of(r.Active)
	switch {
	case r.Acts.Drew:
		return AlreadyDrew
	case r.Count < 1:
		return DrawLimit
	case own.Hand.Len()+r.Count > HandSize:
		return HandLimit
	case r.left() < r.Count:
		return NotEnoughCards
	case own.Money < r.Count-1:
		return CannotAfford
	}
	return ""
}
