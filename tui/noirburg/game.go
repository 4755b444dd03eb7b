package noirburg

import (
	"embed"

	"noir/engine/noirburg"
	"noir/tui"
)

//go:embed rules*.md words.*.toml
var texts embed.FS

// Game returns the game with its board, for a server's list.
func Game() tui.Game {
	return tui.Game{Rules: noirburg.Game{}, Board: New, Texts: texts, Lesson: lesson(), Switches: switches()}
}
