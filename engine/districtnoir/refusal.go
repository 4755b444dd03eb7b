package districtnoir

import "noir/engine"

// The codes of refused moves (rules page, section 6).
const (
	NotYourTurn          = "NOT_YOUR_TURN"
	CardNotInHand        = "CARD_NOT_IN_HAND"
	HandEmptyMustTake    = "HAND_EMPTY_MUST_TAKE"
	AlreadyTookThisRound = "ALREADY_TOOK_THIS_ROUND"
	RowEmpty             = "ROW_EMPTY"
	UnknownAction        = "UNKNOWN_ACTION"
	GameOver             = "GAME_OVER"
)

var sentences = map[string]string{
	NotYourTurn:          "It is not your turn: wait for the other player.",
	CardNotInHand:        "You do not hold that card: play one of your hand.",
	HandEmptyMustTake:    "Your hand is empty: take the newest cards of the row.",
	AlreadyTookThisRound: "You have taken in this round already: play a card.",
	RowEmpty:             "The row is empty, there is nothing to take: play a card.",
	UnknownAction:        "There is no such move: play a card of your hand, or take.",
	GameOver:             "The game is over.",
}

func refuse(code string) *engine.Illegal {
	return &engine.Illegal{Reason: code, Message: sentences[code]}
}

// refusal says why a move cannot be made now, "" if it can.
func (p position) refusal(m Move, seat engine.Seat, by engine.By) string {
	switch {
	case p.over():
		return GameOver
	case !p.mayMake(m.Type, seat, by):
		return UnknownAction
	case m.Type == TypeAbort:
		return ""
	case seat < 0 || seat >= seats:
		return NotYourTurn
	case m.Type == TypeResign:
		return ""
	case seat != p.turn:
		return NotYourTurn
	case m.Type == TypePlay:
		return p.playRefusal(m.Card)
	case m.Type == TypeTake:
		return p.takeRefusal()
	}
	return ""
}

// mayMake reports whether a move of that type is this maker's at all. A clock
// that runs out voids the game before that player's first move and loses it
// afterwards (protocol, section 7).
func (p position) mayMake(kind string, seat engine.Seat, by engine.By) bool {
	switch kind {
	case TypePlay, TypeTake:
		return by == engine.ByPlayer || by == engine.ByBot
	case TypeResign:
		return by == engine.ByPlayer
	case TypeTimeout:
		return by == engine.ByClock && p.hasMoved(p.turn)
	case TypeAbort:
		return seat == engine.Spectator &&
			(by == engine.ByServer || by == engine.ByClock && !p.hasMoved(p.turn))
	}
	return false
}

func (p position) playRefusal(c Card) string {
	switch {
	case p.hands[p.turn].Len() == 0:
		return HandEmptyMustTake
	case p.hands[p.turn][c] == 0:
		return CardNotInHand
	}
	return ""
}

func (p position) takeRefusal() string {
	switch {
	case p.took[p.turn]:
		return AlreadyTookThisRound
	case len(p.row) == 0:
		return RowEmpty
	}
	return ""
}
