package command

import (
	"noir/data"
	"noir/engine"
	"noir/matchmaking"
)

// Prompt is plain text mode as commands see it: it can ask the caller, and play in lines. Output of
// the command is read first. Methods that play block until the caller is back at the prompt; their
// errors go to the caller of Desk.Do.
type Prompt interface {
	// Wait queues a ticket and plays at the table that it leads to.
	Wait(t matchmaking.Ticket) error
	// Sit takes the caller's seat at a table and plays there.
	Sit(id data.MatchID) error
	// Look shows a table or a replay from a spectator's chair, and leaves the chair.
	Look(chair matchmaking.Viewer) error
	// Compete plays in an event, game after game.
	Compete(c data.Tournament) error
	// Learn teaches a game.
	Learn(g engine.Info) error
	// Sure asks a question and reports whether the answer was yes.
	Sure(question string) (bool, error)
	// Become switches to a player: another one, or the same with another name.
	Become(p data.Player)
	// Settings are the caller's settings, a guest's too, and Settle changes them.
	Settings() data.Settings
	Settle(data.Settings)
	// Leave ends the conversation.
	Leave() error
}
