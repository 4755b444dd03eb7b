package rules

import (
	"noir/engine"
)

// The codes of refused moves (rules page, section 8). UnknownAction is one more.
const (
	UnknownAction              = "UNKNOWN_ACTION"
	NotYourTurn                = "NOT_YOUR_TURN"
	WindowOpen                 = "WINDOW_OPEN"
	PhaseAlreadyPassed         = "PHASE_ALREADY_PASSED"
	FirstTurnRestricted        = "FIRST_TURN_RESTRICTED"
	MustArrangeFirst           = "MUST_ARRANGE_FIRST"
	ArrangementIncomplete      = "ARRANGEMENT_INCOMPLETE"
	AlreadyArranged            = "ALREADY_ARRANGED"
	DiscardNotForced           = "DISCARD_NOT_FORCED"
	OverCapacity               = "OVER_CAPACITY"
	NoSuchPlace                = "NO_SUCH_PLACE"
	NoAttackers                = "NO_ATTACKERS"
	AttackerUnavailable        = "ATTACKER_UNAVAILABLE"
	OwnTarget                  = "OWN_TARGET"
	NoSuchTarget               = "NO_SUCH_TARGET"
	TargetAlreadyAttacked      = "TARGET_ALREADY_ATTACKED"
	NotInHand                  = "NOT_IN_HAND"
	WrongCard                  = "WRONG_CARD"
	CannotAfford               = "CANNOT_AFFORD"
	FirstBusinessGoesOnHideout = "FIRST_BUSINESS_GOES_ON_HIDEOUT"
	HideoutAlreadyCovered      = "HIDEOUT_ALREADY_COVERED"
	NoBusiness                 = "NO_BUSINESS"
	SamePlace                  = "SAME_PLACE"
	HideoutAlreadyMoved        = "HIDEOUT_ALREADY_MOVED"
	DiscardLimit               = "DISCARD_LIMIT"
	AlreadyDiscarded           = "ALREADY_DISCARDED"
	DrawLimit                  = "DRAW_LIMIT"
	HandLimit                  = "HAND_LIMIT"
	NotEnoughCards             = "NOT_ENOUGH_CARDS"
	AlreadyDrew                = "ALREADY_DREW"
	MulliganLimit              = "MULLIGAN_LIMIT"
	PokerFirstRound            = "POKER_FIRST_ROUND"
	PoliceRaidNotOnHideout     = "POLICE_RAID_NOT_ON_HIDEOUT"
	NoGangstersThere           = "NO_GANGSTERS_THERE"
	NoPendingAttack            = "NO_PENDING_ATTACK"
	NothingToBribe             = "NOTHING_TO_BRIBE"
	OwnCard                    = "OWN_CARD"
	DrivebyNotOnHideout        = "DRIVEBY_NOT_ON_HIDEOUT"
	TurncoatNotOnHideout       = "TURNCOAT_NOT_ON_HIDEOUT"
	TurncoatNeedsCasino        = "TURNCOAT_NEEDS_CASINO"
	NothingToPass              = "NOTHING_TO_PASS"
	NotEligible                = "NOT_ELIGIBLE"
	OutOfGame                  = "ELIMINATED"
	SetupNotFinished           = "SETUP_NOT_FINISHED"
	GameOver                   = "GAME_OVER"
)

var sentences = map[string]string{
	UnknownAction:              "There is no such move: choose one of those that are offered.",
	NotYourTurn:                "It is not your turn: only reaction cards may be thrown in now.",
	WindowOpen:                 "The table is waiting for answers: wait until everybody has answered.",
	PhaseAlreadyPassed:         "That part of your turn is over: go on with a later one.",
	FirstTurnRestricted:        "In the first turn you open, move the Hideout, discard and draw: nothing else.",
	MustArrangeFirst:           "You have hidden gangsters: place or dismiss all of them first.",
	ArrangementIncomplete:      "Name each of your gangsters once, with a place or none.",
	AlreadyArranged:            "You have arranged your gangsters in this turn already: go on.",
	DiscardNotForced:           "A standing gangster may only leave if there is room nowhere: give him a place.",
	OverCapacity:               "There is no room for that much power: choose another place, if there is one.",
	NoSuchPlace:                "You have no such place: choose your Hideout or one of your businesses.",
	NoAttackers:                "Nobody would attack: choose at least one of your standing gangsters.",
	AttackerUnavailable:        "Only your own standing gangsters can attack: choose others.",
	OwnTarget:                  "That is yours: choose a rival's place.",
	NoSuchTarget:               "That target is not there: choose one that is.",
	TargetAlreadyAttacked:      "That was already attacked this turn: choose another target.",
	NotInHand:                  "You do not hold that card: choose one of your hand.",
	WrongCard:                  "That card is not for this: choose another.",
	CannotAfford:               "You do not have enough money for that: choose something cheaper.",
	FirstBusinessGoesOnHideout: "Your first business goes on top of your Hideout: open it there.",
	HideoutAlreadyCovered:      "There is a business on your Hideout already: open this one beside it.",
	NoBusiness:                 "You have no business: open one before you move the Hideout.",
	SamePlace:                  "The Hideout is there already: choose another place for it.",
	HideoutAlreadyMoved:        "You have moved the Hideout in this turn already: go on.",
	DiscardLimit:               "Discard one to four cards, all at once.",
	AlreadyDiscarded:           "You have discarded in this turn already: go on.",
	DrawLimit:                  "Draw at least one card.",
	HandLimit:                  "You would hold more than six cards: draw fewer.",
	NotEnoughCards:             "There are not that many cards left: draw fewer.",
	AlreadyDrew:                "You have drawn in this turn already: end your turn.",
	MulliganLimit:              "Swap two cards at most.",
	PokerFirstRound:            "No Poker Night before everybody has finished the first turn: keep it for later.",
	PoliceRaidNotOnHideout:     "Police cannot raid a Hideout: choose a business.",
	NoGangstersThere:           "There are no gangsters: choose another place.",
	NoPendingAttack:            "There is no attack to stop: keep Police for later.",
	NothingToBribe:             "There is no Police to bribe: keep the Bribe for later.",
	OwnCard:                    "The card on top is yours: wait for the others.",
	DrivebyNotOnHideout:        "A Drive-by cannot hit a Hideout: choose a business.",
	TurncoatNotOnHideout:       "Gangsters in a Hideout do not change sides: choose one in a business or in hiding.",
	TurncoatNeedsCasino:        "A gangster of power 4 only works for a boss with a Casino: choose a weaker one.",
	NothingToPass:              "There is nothing to pass on now: make another move.",
	NotEligible:                "You are not asked now: wait.",
	OutOfGame:                  "You are out of this game: watch it, or leave.",
	SetupNotFinished:           "The game has not begun: first everybody swaps up to two cards.",
	GameOver:                   "The game is over.",
}

// Sentence returns the sentence for a code.
func Sentence(code string) string { return sentences[code] }

// Refuse returns the refusal with a code, for people too.
func Refuse(code string) *engine.Illegal {
	return &engine.Illegal{Reason: code, Message: Sentence(code)}
}

// Refusal returns why a move cannot be made now, "" if it can.
func (p *Position) Refusal(m Move, seat engine.Seat, by engine.By) string {
	switch {
	case p.Over():
		return GameOver
	case !mayMake(m.Type, seat, by):
		return UnknownAction
	case m.Type == TypeAbort:
		return ""
	case seat < 0 || int(seat) >= p.Seats():
		return NotYourTurn
	case !p.Of(seat).Alive:
		return OutOfGame
	case m.Type == TypeResign:
		return ""
	case m.Type == TypePass:
		return p.passRefusal(seat)
	case reactionKinds[m.Type] != NoKind:
		return reactionRules{p, &m, seat}.refusal()
	case p.Phase == SetUp:
		return turnRules{p, &m}.swap(seat)
	}
	return turnRules{p, &m}.refusal(seat)
}

// mayMake reports whether this maker may make moves of that type. The clock makes only the
// moves of Expire; it cannot end a game.
func mayMake(kind string, seat engine.Seat, by engine.By) bool {
	switch kind {
	case TypeResign:
		return by == engine.ByPlayer
	case TypeTimeout:
		return false
	case TypeAbort:
		return by == engine.ByServer && seat == engine.Spectator
	case TypeMulligan, TypeArrange, TypeEndTurn, TypePass:
		return by == engine.ByPlayer || by == engine.ByBot || by == engine.ByClock
	}
	return by == engine.ByPlayer || by == engine.ByBot
}

func (p *Position) passRefusal(seat engine.Seat) string {
	switch {
	case p.Depth == 0:
		return NothingToPass
	case !p.Asked(seat):
		return NotEligible
	}
	return ""
}
