package noirburg

import "noir/internal/language"

// What the game counts has English titles in its rules, which know no language; these
// are those.
var _ = []string{
	language.Mark("takedowns"),
	language.Mark("money at the end"),
	language.Mark("tribute in all"),
	language.Mark("attacks"),
}
