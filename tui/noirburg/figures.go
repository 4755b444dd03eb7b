package noirburg

import "noir/internal/language"

// The English titles of the game's statistics. The rules know no language, so they are listed here
// for translation.
var _ = []string{
	language.Mark("takedowns"),
	language.Mark("money at the end"),
	language.Mark("tribute in all"),
	language.Mark("attacks"),
}
