package rules

import "noir/engine"

// reactionKinds says which kind of card plays a reaction.
var reactionKinds = map[string]Kind{
	TypePoker:    Poker,
	TypePolice:   Police,
	TypeBribe:    Bribe,
	TypeDriveby:  Driveby,
	TypeTurncoat: Turncoat,
}

// IsReaction reports whether a type of move plays a reaction card.
func IsReaction(kind string) bool { return reactionKinds[kind] != NoKind }

// Move returns the type of move that plays a card of the kind from the hand, "" for a Hideout.
func (k Kind) Move() string {
	if k == Gangster || k == Business {
		return TypeOpen
	}
	for kind, card := range reactionKinds {
		if card == k {
			return kind
		}
	}
	return ""
}

// reactionRules return why a reaction card cannot be played, "" if it can (rules page, sections
// 7 and 8).
type reactionRules struct {
	*Position
	*Move
	by engine.Seat
}

func (r reactionRules) refusal() string {
	cards := SetOf(r.Cards...)
	cards.Add(r.Card)
	w := r.Window()
	switch {
	case !r.mayReact():
		return SetupNotFinished
	case !r.Of(r.by).Hand.contains(cards):
		return NotInHand
	case cards.Empty() || cards.Of(reactionKinds[r.Type]) != cards:
		return WrongCard
	case w != nil && w.Kind == WindowPolice && r.Type != TypeBribe:
		return WindowOpen
	case w != nil && w.Kind == WindowDriveby && !(r.Type == TypeDriveby && r.Seat == w.Seat && r.Place == w.Place):
		return WindowOpen
	case r.Type == TypeBribe && (w == nil || w.Kind != WindowPolice):
		return NothingToBribe
	case r.Type == TypeBribe && w.Top() == r.by:
		return OwnCard
	case w != nil && !r.eligible(r.by):
		return NotEligible
	}
	switch r.Type {
	case TypePoker:
		if !r.MayHostPoker() {
			return PokerFirstRound
		}
	case TypePolice:
		return r.police()
	case TypeDriveby:
		return r.driveby()
	case TypeTurncoat:
		return r.turncoat()
	}
	return ""
}

func (r reactionRules) police() string {
	switch {
	case r.Use == UseStop && r.Attack() == nil:
		return NoPendingAttack
	case r.Use == UseStop:
		return ""
	case r.Place == OnHideout:
		return PoliceRaidNotOnHideout
	case !r.stands(r.Seat, r.Place):
		return NoSuchTarget
	case r.Crew(r.Place.Business()).Empty():
		return NoGangstersThere
	}
	return ""
}

func (r reactionRules) driveby() string {
	switch {
	case r.Place == OnHideout:
		return DrivebyNotOnHideout
	case !r.stands(r.Seat, r.Place):
		return NoSuchTarget
	}
	return ""
}

func (r reactionRules) turncoat() string {
	switch {
	case r.Place == OnHideout:
		return TurncoatNotOnHideout
	case !r.seated(r.Seat) || !r.gangsters(r.Of(r.Seat), r.Place).Has(r.Gangster):
		return NoSuchTarget
	case r.Gangster.Power() == 4 && !r.Of(r.by).OwnsCasino():
		return TurncoatNeedsCasino
	}
	return ""
}

// OwnsCasino reports whether the seat has an open Casino, full or not.
func (m *Family) OwnsCasino() bool { return m.Open.Overlaps(numberSets[4]) }
