package tui

import (
	"encoding/json"
	"time"

	"charm.land/bubbles/v2/help"
	tea "charm.land/bubbletea/v2"

	"noir/engine"
	"noir/matchmaking"
	"noir/tui/motion"
)

// Board draws one game's view and turns keys into its moves. It belongs to one play screen and
// holds what is picked but not played yet.
type Board interface {
	// Show takes the newest frame. An error means a frame of another game or version; the board
	// then keeps the previous one.
	Show(matchmaking.Frame) error

	// Side says which seat a spectator sees at the lower edge. The default is seat 0.
	Side(engine.Seat)

	// OneKey says whether picking a card by its own key or by a click plays it at once, if only one
	// move is possible. By default it waits for a confirmation.
	OneKey(bool)

	// Update takes a key or a mouse message. It returns a move when the player
	// has confirmed one, in the game's JSON.
	Update(tea.Msg) (move json.RawMessage, ok bool)

	// Heading says how far the game is, in a few words for the title line.
	Heading() string

	// View draws the lines of the table, without the key line. They are there until
	// the next View.
	View(w, h int, now time.Time, th *Theme) []string

	// Tell words a line of the log in a short sentence, "" for one that needs no words, such as an
	// answer without effect.
	Tell(engine.Line) string

	// Advise words a move of the viewer's, in the form of engine.Game.Read, as advice: "play 8". It
	// says nothing about what follows.
	Advise(move json.RawMessage) string

	// Refuse says why the rules refused a move, for the person who made it.
	Refuse(*engine.Illegal) string

	// Plain describes the position in sentences that a screen reader reads well,
	// with the hand numbered.
	Plain() []string

	// Command reads a line typed in plain text mode, such as "p 2", and returns the move. The error
	// says what to type instead, or answers a line that is a question.
	Command(line string) (json.RawMessage, error)

	// Score describes the end of the game: a score sheet w cells wide. counted says how far its
	// totals have rolled up, from 0 to 1.
	Score(w int, th *Theme, counted float64) string

	help.KeyMap
}

// Signer is a Board whose sentences can name cards by the signs that they have in its picture, such as
// −3; without Signs they are words that a screen reader reads well.
type Signer interface{ Signs() }

// Mover is a Board that animates what a new frame changes. Moves gives it the motion that its
// screen plays; without one nothing moves. Such a board takes the new state in Show at once, as any
// other, and starts the motion there. View draws the frame of the motion. A key ends the motion
// before the board gets it.
type Mover interface{ Moves(*motion.Motion) }
