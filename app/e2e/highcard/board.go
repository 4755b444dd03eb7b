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

// Offer returns the game with its board, for a server's list.
func Offer() tui.Game {
	return tui.Game{Rules: Game{}, Texts: texts, Board: func(r *language.Reader) tui.Board { return board.NewList(r, words{}) }}
}

// words are what the board says of a game.
type words struct{}

func (words) Heading(v View) string { return fmt.Sprintf("card %d of 6", min(6, len(v.Played)+1)) }

func (words) Position(v View) []string {
	return []string{fmt.Sprint("Played: ", v.Played, ". Wins: ", v.Wins, ".")}
}

func (words) Move(body json.RawMessage) string { return fmt.Sprint("play the ", cardOf(body)) }
