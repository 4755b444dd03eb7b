package districtnoir

import (
	"embed"

	rules "noir/engine/districtnoir"
	"noir/tui"
)

//go:embed rules*.md words.*.toml
var texts embed.FS

// Game returns the game with its board, for a server's list.
func Game() tui.Game {
	return tui.Game{Rules: rules.Game{}, Board: New, Texts: texts, Lesson: lesson()}
}
