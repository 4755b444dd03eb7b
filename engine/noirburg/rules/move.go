package rules

import (
	"encoding/json"

	"noir/engine"
)

// The types of moves (protocol, section 8). The last three are common to all games.
const (
	TypeMulligan    = "mulligan"
	TypeArrange     = "arrange"
	TypeAttack      = "attack"
	TypeOpen        = "open"
	TypeMoveHideout = "move_hideout"
	TypeDiscard     = "discard"
	TypeDraw        = "draw"
	TypeEndTurn     = "end_turn"
	TypePass        = "pass"
	TypePoker       = "poker"
	TypePolice      = "police"
	TypeBribe       = "bribe"
	TypeDriveby     = "driveby"
	TypeTurncoat    = "turncoat"
	TypeResign      = "resign"
	TypeTimeout     = "timeout"
	TypeAbort       = "abort"
)

// The purposes of Police.
const (
	UseRaid = "raid" // it hides the gangsters of a business
	UseStop = "stop" // it stops the attack that is declared
)

// Move is a move as a value; only the fields of its type are set. Lists have no
// order and no card twice: Read puts them into the deck's listing order.
type Move struct {
	Type      string
	Card      Card           // open, poker, police, bribe, turncoat
	Cards     []Card         // mulligan, discard, driveby
	Gangsters []Card         // attack
	Gangster  Card           // turncoat
	Seat      engine.Seat    // whose place it is: attack, police raid, driveby, turncoat
	Place     Place          // attack, open of a gangster, police raid, driveby, turncoat
	Places    map[Card]Place // arrange; nowhere dismisses a gangster
	Under     Card           // move_hideout; no card moves it into the open
	OnHideout bool           // open of a business
	Use       string         // police
	Count     int            // draw
}

// Mulligan returns the swap of up to two cards before the first turn.
func Mulligan(cards ...Card) json.RawMessage { return Move{Type: TypeMulligan, Cards: cards}.Body() }

// Arrange returns the arrangement of all the player's gangsters, standing and hidden; nowhere
// dismisses one.
func Arrange(places map[Card]Place) json.RawMessage {
	return Move{Type: TypeArrange, Places: places}.Body()
}

// Attack returns the attack on a place of a rival: OnHideout or a business.
func Attack(gangsters []Card, seat engine.Seat, place Place) json.RawMessage {
	return Move{Type: TypeAttack, Gangsters: gangsters, Seat: seat, Place: place}.Body()
}

// Discard returns the discarding of hand cards.
func Discard(cards ...Card) json.RawMessage { return Move{Type: TypeDiscard, Cards: cards}.Body() }

// Draw returns the drawing of cards.
func Draw(count int) json.RawMessage { return Move{Type: TypeDraw, Count: count}.Body() }

// EndTurn returns the end of the own turn.
func EndTurn() json.RawMessage { return Move{Type: TypeEndTurn}.Body() }

// Pass returns the answer "nothing now" to an open window.
func Pass() json.RawMessage { return Move{Type: TypePass}.Body() }
