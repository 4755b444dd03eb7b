package districtnoir

import "noir/engine"

// The codes of refused moves (rules page, section 6).
const (
	NotYourTurn          = engine.NotYourTurn
	CardNotInHand        = "CARD_NOT_IN_HAND"
	HandEmptyMustTake    = "HAND_EMPTY_MUST_TAKE"
	AlreadyTookThisRound = "ALREADY_TOOK_THIS_ROUND"
	RowEmpty             = "ROW_EMPTY"
	UnknownAction        = engine.UnknownAction
	GameOver             = engine.GameOver
)

var sentences = map[string]string{
	NotYourTurn:          "It is not your turn: wait for the other player.",
	CardNotInHand:        "You do not hold that card: play one of your hand.",
	HandEmptyMustTake:    "Your hand is empty: take the newest cards of the row.",
	AlreadyTookThisRound: "You have already taken this round: play a card.",
	RowEmpty:             "The row is empty, there is nothing to take: play a card.",
	UnknownAction:        "There is no such move: play a card of your hand, or take.",
	GameOver:             "The game is over.",
}

func refuse(code string) *engine.Illegal {
	return &engine.Illegal{Reason: code, Message: sentences[code]}
}

// refusal returns why the seat on move cannot play or take now, "" if it can.
func (p position) refusal(m Move) string {
	if m.Type == TypePlay {
		return p.playRefusal(m.Card)
	}
	return p.takeRefusal()
}

func (p position) playRefusal(c Card) string {
	switch {
	case p.hands[p.Turn].Len() == 0:
		return HandEmptyMustTake
	case p.hands[p.Turn][c] == 0:
		return CardNotInHand
	}
	return ""
}

func (p position) takeRefusal() string {
	switch {
	case p.took[p.Turn]:
		return AlreadyTookThisRound
	case len(p.row) == 0:
		return RowEmpty
	}
	return ""
}
