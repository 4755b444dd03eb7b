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
	Texts    fs.FS                        // the rules for people, rules.md and rules.TAG.md, and the words of each language, words.TAG.toml
	Lesson   func() Lesson                // nil: none
	Switches []Switch
}

// Page returns the rules for people as Markdown in a language, by its tag, or in English
// where there is no such page.
func (g Game) Page(tag string) string {
	page, err := fs.ReadFile(g.Texts, "rules."+tag+".md")
	if err != nil {
		page, _ = fs.ReadFile(g.Texts, "rules.md")
	}
	return string(page)
}
