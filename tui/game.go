package tui

import (
	"io/fs"

	"noir/engine"
	"noir/internal/language"
)

// Game is all that a server offers of a game. A game's board package returns one; a list
// of them is the only place that names games.
type Game struct {
	Rules    engine.Game
	Board    func(*language.Reader) Board // returns one that waits for its first frame; nil stands for English
	Page     func(tag string) string      // the rules for people as Markdown; see Pages
	Lesson   func() Lesson                // nil: none
	Switches []Switch
}

// Pages returns the rules for people from rules.TAG.md among some files, by the tag of a
// language, or from rules.md where there is no such page.
func Pages(files fs.FS) func(tag string) string {
	return func(tag string) string {
		page, err := fs.ReadFile(files, "rules."+tag+".md")
		if err != nil {
			page, _ = fs.ReadFile(files, "rules.md")
		}
		return string(page)
	}
}
