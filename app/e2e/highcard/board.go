package highcard

import (
	"embed"
	"encoding/json"
	"fmt"

	"noir/internal/language"
	"noir/tui"
	"noir/tui/board"
)

//go:embed rules.md
var texts embed.FS

// Offer returns the game with its board, for the games of a server.
func Offer() tui.Game {
	return tui.Game{Rules: Game{}, Texts: texts, Board: func(r *language.Reader) tui.Board { return board.NewList(r, words{}) }}
}

// words is what the board says about a game.
type words struct{}

func (words) Heading(k Known) string { return fmt.Sprintf("%d of 6", len(k.Drawn)) }

func (words) Position(k Known) []string { return []string{fmt.Sprint("Drawn: ", k.Drawn)} }

func (words) Move(json.RawMessage) string { return "draw a card" }
