package districtnoir

import "noir/internal/language"

// What the game counts has English titles in its rules, which know no language; these
// are those.
var _ = []string{
	language.Mark("margin"),
	language.Mark("won by three cities"),
	language.Mark("takes of five"),
	language.Mark("sets"),
}
