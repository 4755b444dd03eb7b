package noirburg

import "noir/engine"

// reactionKinds says which cards a reaction is played with.
var reactionKinds = map[string]Kind{
	TypePoker:    Poker,
	TypePolice:   Police,
	TypeBribe:    Bribe,
	TypeDriveby:  Driveby,
	TypeTurncoat: Turncoat,
}

// reactionRefusal is of reaction cards (rules page, sections 7 and 8).
func (p *position) reactionRefusal(m Move, seat engine.Seat) string {
	cards := setOf(m.Cards...)
	cards.add(m.Card)
	w := p.window()
	switch {
	case !p.mayReact():
		return SetupNotFinished
	case !p.of(seat).hand.contains(cards):
		return NotInHand
	case cards.empty() || cards.of(reactionKinds[m.Type]) != cards:
		return WrongCard
	case w != nil && w.kind == WindowPolice && m.Type != TypeBribe:
		return WindowOpen
	case w != nil && w.kind == WindowDriveby && !(m.Type == TypeDriveby && m.Seat == w.seat && m.Place == w.place):
		return WindowOpen
	case m.Type == TypeBribe && (w == nil || w.kind != WindowPolice):
		return NothingToBribe
	case m.Type == TypeBribe && w.top() == seat:
		return OwnCard
	case w != nil && !p.eligible(seat):
		return NotEligible
	}
	switch m.Type {
	case TypePoker:
		if !p.mayHostPoker() {
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

func (p *position) policeRefusal(m Move) string {
	switch {
	case m.Use == UseStop && p.attack() == nil:
		return NoPendingAttack
	case m.Use == UseStop:
		return ""
	case m.Place == OnHideout:
		return PoliceRaidNotOnHideout
	case !p.stands(m.Seat, m.Place):
		return NoSuchTarget
	case p.crew(m.Place.Business()).empty():
		return NoGangstersThere
	}
	return ""
}

func (p *position) drivebyRefusal(m Move) string {
	switch {
	case m.Place == OnHideout:
		return DrivebyNotOnHideout
	case !p.stands(m.Seat, m.Place):
		return NoSuchTarget
	}
	return ""
}

func (p *position) turncoatRefusal(m Move, seat engine.Seat) string {
	switch {
	case m.Place == OnHideout:
		return TurncoatNotOnHideout
	case !p.seated(m.Seat) || !p.gangsters(p.of(m.Seat), m.Place).has(m.Gangster):
		return NoSuchTarget
	case m.Gangster.Power() == 4 && !p.of(seat).ownsCasino():
		return TurncoatNeedsCasino
	}
	return ""
}

// ownsCasino reports whether there is an open Casino, full or not.
func (m *mafia) ownsCasino() bool { return m.open.overlaps(numberSets[4]) }
