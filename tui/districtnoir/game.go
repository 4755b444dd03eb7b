package districtnoir

import (
	"embed"

	rules "noir/engine/districtnoir"
	"noir/tui"
)

//go:embed rules*.md
var pages embed.FS

// Game returns the game with its board, for a server's list.
func Game() tui.Game {
	return tui.Game{Rules: rules.Game{}, Board: New, Page: tui.Pages(pages), Lesson: Lesson}
}
