package noirburg

import (
	"encoding/json"

	"noir/engine"
	"noir/engine/noirburg/rules"
	"noir/internal/language"
)

// card finds a card of the lesson.
func card(id string) (c rules.Card) {
	if err := c.UnmarshalText([]byte(id)); err != nil {
		panic(err) // the lesson is as fixed as the deck
	}
	return c
}

// by are moves of one seat.
func by(s engine.Seat, bodies ...json.RawMessage) []engine.Move {
	moves := make([]engine.Move, len(bodies))
	for i, body := range bodies {
		moves[i] = engine.Move{Seat: s, By: engine.ByPlayer, Body: body}
	}
	return moves
}

func business(c rules.Card) json.RawMessage {
	return rules.Move{Type: rules.TypeOpen, Card: c, OnHideout: true}.Body()
}

func gangster(c rules.Card, at rules.Place) json.RawMessage {
	return rules.Move{Type: rules.TypeOpen, Card: c, Place: at}.Body()
}

func reaction(kind string, c rules.Card) json.RawMessage {
	return rules.Move{Type: kind, Card: c}.Body()
}

func police(c rules.Card) json.RawMessage {
	return rules.Move{Type: rules.TypePolice, Card: c, Use: rules.UseStop}.Body()
}

func driveby(c rules.Card, s engine.Seat, at rules.Place) json.RawMessage {
	return rules.Move{Type: rules.TypeDriveby, Cards: []rules.Card{c}, Seat: s, Place: at}.Body()
}

// would says what a move of the learner would do.
func would(r *language.Reader, _, body json.RawMessage) string {
	b := words{r}
	move, _ := rules.ReadMove(body)
	switch move.Type {
	case rules.TypeMulligan:
		return b.Words("You would swap %s for the next cards of the deck.", b.cards(len(move.Cards)))
	case rules.TypeOpen:
		return b.Words("That would open %s for %s.", b.title(move.Card), money(move.Card.Cost()))
	case rules.TypeDraw:
		return b.Words("You would draw %s for %s.", b.cards(move.Count), money(move.Count-1))
	case rules.TypeAttack:
		return b.Words("You would attack with %s.", b.powers(move.Gangsters))
	case rules.TypeArrange:
		return b.Words("That is where they would stand for this turn.")
	case rules.TypeMoveHideout:
		return b.Words("The Hideout would stand elsewhere.")
	case rules.TypeDiscard:
		return b.Words("You would be rid of %s.", b.cards(len(move.Cards)))
	case rules.TypeEndTurn:
		return b.Words("Your turn would be over.")
	case rules.TypePass:
		return b.Words("You would let it happen.")
	case rules.TypeDriveby:
		return b.Words("That would spend the Drive-by.")
	}
	return b.Words("That would spend the %s.", b.title(move.Card))
}
