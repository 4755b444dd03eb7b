package tui

import (
	"encoding/json"

	"noir/engine"
	"noir/internal/language"
)

// Lesson teaches a game at an ordinary table: a known deal and, in scenes, what is played, said and
// asked. The learner has seat 0, house players the others. A game's board comes with one; it is
// shared and never changes.
type Lesson struct {
	Setup  engine.Setup
	Level  string  // of the house players
	Scenes []Scene // only the last is Free
	End    string  // the text when the game is over

	// Would describes in a sentence the effect of a learner's move, by their view.
	Would func(r *language.Reader, view, move json.RawMessage) string
}

// Scene is a position of a lesson with its texts. They are in English, translated for the learner,
// and name no keys: the board does that. A scene without a move to make is only read, and may be at
// another seat's turn.
type Scene struct {
	Moves []engine.Move   // made before it, after the Want of the previous scene
	Text  string          // explains the position
	Task  string          // what the learner is to do; "" to read on
	Want  json.RawMessage // the move of the task in the form of Game.Read
	Why   string          // why another move is not the requested one
	Free  bool            // the learner plays as they like until the game is over
}
