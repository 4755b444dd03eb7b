package tui

import (
	"io/fs"

	"noir/engine"
	"noir/internal/language"
)

// Game is everything that a server offers of a game. A game's board package returns one; a list of
// them is the only place that names games. It never changes and may be shared.
type Game struct {
	Rules    engine.Game
	Board    func(*language.Reader) Board // returns one that waits for its first frame; nil means English
	Texts    fs.FS                        // the rules for people, rules.md and rules.TAG.md, and the words of each language, words.TAG.toml; nil: none
	Lesson   Lesson                       // without scenes: none
	Switches []Switch
}

// Info returns what everybody may know of the game.
func (g Game) Info() engine.Info { return g.Rules.Info() }

// Teaches reports whether the game has a lesson.
func (g Game) Teaches() bool { return len(g.Lesson.Scenes) > 0 }

// Page returns the rules for people as Markdown in a language, by its tag, or in English if there
// is no such page. It is empty for a game without texts.
func (g Game) Page(tag string) string {
	if g.Texts == nil {
		return ""
	}
	page, err := fs.ReadFile(g.Texts, "rules."+tag+".md")
	if err != nil {
		page, _ = fs.ReadFile(g.Texts, "rules.md")
	}
	return string(page)
}
