package rules

import (
	"encoding/json"

	"noir/engine"
)

// OpenBusiness returns the opening of a business, on the player's Hideout or beside it.
func OpenBusiness(c Card, onHideout bool) json.RawMessage {
	return Move{Type: TypeOpen, Card: c, OnHideout: onHideout}.Body()
}

// OpenGangster returns the opening of a gangster at a place of the player's.
func OpenGangster(c Card, place Place) json.RawMessage {
	return Move{Type: TypeOpen, Card: c, Place: place}.Body()
}

// MoveHideout returns the move of the Hideout under a business of the player's, or into the
// open for no card.
func MoveHideout(under Card) json.RawMessage {
	return Move{Type: TypeMoveHideout, Under: under}.Body()
}

// PlayPoker returns the hosting of a Poker Night.
func PlayPoker(c Card) json.RawMessage { return Move{Type: TypePoker, Card: c}.Body() }

// Raid returns Police on the gangsters of a business.
func Raid(c Card, seat engine.Seat, place Place) json.RawMessage {
	return Move{Type: TypePolice, Card: c, Use: UseRaid, Seat: seat, Place: place}.Body()
}

// Stop returns Police on the attack that is declared.
func Stop(c Card) json.RawMessage { return Move{Type: TypePolice, Card: c, Use: UseStop}.Body() }

// PlayBribe returns a Bribe of the Police or the Bribe that lies on the table.
func PlayBribe(c Card) json.RawMessage { return Move{Type: TypeBribe, Card: c}.Body() }

// PlayDriveby returns one or more Drive-bys on a business.
func PlayDriveby(cards []Card, seat engine.Seat, place Place) json.RawMessage {
	return Move{Type: TypeDriveby, Cards: cards, Seat: seat, Place: place}.Body()
}

// PlayTurncoat returns the luring away of a gangster from a business or from Hidden.
func PlayTurncoat(c Card, seat engine.Seat, place Place, gangster Card) json.RawMessage {
	return Move{Type: TypeTurncoat, Card: c, Seat: seat, Place: place, Gangster: gangster}.Body()
}
