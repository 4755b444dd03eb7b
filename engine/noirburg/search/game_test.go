package search

import (
	"encoding/json"

	"noir/engine"
	"noir/engine/noirburg/rules"
)

// Game is the rules with these house players, as in package noirburg.
type Game struct{ rules.Game }

// House implements engine.Game.
func (Game) House(level string, seed uint64) (engine.Player, error) { return House(level, seed) }

func allLevels() []string { return engine.Info{House: Opponents()}.Levels() }

// PlayPoker returns the hosting of a Poker Night.
func PlayPoker(c rules.Card) json.RawMessage {
	return rules.Move{Type: rules.TypePoker, Card: c}.Body()
}

// Stop returns Police on the declared attack.
func Stop(c rules.Card) json.RawMessage {
	return rules.Move{Type: rules.TypePolice, Card: c, Use: rules.UseStop}.Body()
}

// PlayDriveby returns one or more Drive-bys on a business.
func PlayDriveby(cards []rules.Card, seat engine.Seat, place rules.Place) json.RawMessage {
	return rules.Move{Type: rules.TypeDriveby, Cards: cards, Seat: seat, Place: place}.Body()
}
