package districtnoir

import "noir/internal/language"

// The English titles of the game's statistics. The rules know no language, so they are listed here
// for translation.
var _ = []string{
	language.Mark("margin"),
	language.Mark("won by three cities"),
	language.Mark("takes of five"),
	language.Mark("sets"),
}
