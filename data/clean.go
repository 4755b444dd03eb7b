package data

import (
	"strings"
	"unicode"
)

// maxMarks is how many accents a letter may carry. No language needs more; more
// cover the lines above and below.
const maxMarks = 2

// blanks are signs that take room and show nothing, though they are neither space nor
// ignored by all: the braille pattern without dots, the null notehead, blank hieroglyphs.
const blanks = "\u2800\U0001d159\U00013441\U00013442"

// blank reports whether a sign shows nothing, as the fillers of Hangul do.
func blank(r rune) bool {
	return unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r) || strings.ContainsRune(blanks, r)
}

// Clean returns what somebody has written as others may see it: one line of at most
// limit characters. Signs that do not print, such as control characters and those
// that turn the direction of text, are left out, as are those that show nothing,
// accents on nothing and those beyond two on a letter; whatever is space is one space.
// Letters of all scripts stay, those too that are read from right to left: that they turn
// nothing around is for whoever shows them to see to (server/terminal).
func Clean(text string, limit int) string {
	marks := maxMarks // there is nothing yet that could carry one
	shown := func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			marks = maxMarks
			return ' '
		case unprintable(r), blank(r):
			return -1
		case !unicode.Is(unicode.M, r):
			marks = 0
		case marks == maxMarks:
			return -1
		default:
			marks++
		}
		return r
	}
	words := strings.Fields(strings.Map(shown, strings.ToValidUTF8(text, "")))
	line := []rune(strings.Join(words, " "))
	return strings.TrimSpace(string(line[:min(len(line), max(limit, 0))]))
}
