package rules

import "noir/engine"

// reactionKinds says which cards a reaction is played with.
var reactionKinds = map[string]Kind{
	TypePoker:    Poker,
	TypePolice:   Police,
	TypeBribe:    Bribe,
	TypeDriveby:  Driveby,
	TypeTurncoat: Turncoat,
}

// IsReaction reports whether a type of move plays a reaction card.
func IsReaction(kind string) bool { return reactionKinds[kind] != NoKind }

// Move returns the type of move with which a card of the kind is played from the hand, ""
// for a Hideout.
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

// reactionRefusal is of reaction cards (rules page, sections 7 and 8).
func (p *Position) reactionRefusal(m Move, seat engine.Seat) string {
	cards := SetOf(m.Cards...)
	cards.Add(m.Card)
	w := p.Window()
	switch {
	case !p.mayReact():
		return SetupNotFinished
	case !p.Of(seat).Hand.contains(cards):
		return NotInHand
	case cards.Empty() || cards.Of(reactionKinds[m.Type]) != cards:
		return WrongCard
	case w != nil && w.Kind == WindowPolice && m.Type != TypeBribe:
		return WindowOpen
	case w != nil && w.Kind == WindowDriveby && !(m.Type == TypeDriveby && m.Seat == w.Seat && m.Place == w.Place):
		return WindowOpen
	case m.Type == TypeBribe && (w == nil || w.Kind != WindowPolice):
		return NothingToBribe
	case m.Type == TypeBribe && w.Top() == seat:
		return OwnCard
	case w != nil && !p.eligible(seat):
		return NotEligible
	}
	switch m.Type {
	case TypePoker:
		if !p.MayHostPoker() {
			return PokerFirstRound
		}
	case TypePolice:
		return p.policeRefusal(m)
	case TypeDriveby:
		return p.drivebyRefusal(m)
	case TypeTurncoat:
		return p.turncoatRefusal(m, seat)
	}
	return ""
}

func (p *Position) policeRefusal(m Move) string {
	switch {
	case m.Use == UseStop && p.Attack() == nil:
		return NoPendingAttack
	case m.Use == UseStop:
		return ""
	case m.Place == OnHideout:
		return PoliceRaidNotOnHideout
	case !p.stands(m.Seat, m.Place):
		return NoSuchTarget
	case p.Crew(m.Place.Business()).Empty():
		return NoGangstersThere
	}
	return ""
}

func (p *Position) drivebyRefusal(m Move) string {
	switch {
	case m.Place == OnHideout:
		return DrivebyNotOnHideout
	case !p.stands(m.Seat, m.Place):
		return NoSuchTarget
	}
	return ""
}

func (p *Position) turncoatRefusal(m Move, seat engine.Seat) string {
	switch {
	case m.Place == OnHideout:
		return TurncoatNotOnHideout
	case !p.seated(m.Seat) || !p.gangsters(p.Of(m.Seat), m.Place).Has(m.Gangster):
		return NoSuchTarget
	case m.Gangster.Power() == 4 && !p.Of(seat).OwnsCasino():
		return TurncoatNeedsCasino
	}
	return ""
}

// OwnsCasino reports whether there is an open Casino, full or not.
func (m *Family) OwnsCasino() bool { return m.Open.Overlaps(numberSets[4]) }
