package data

import (
	"strings"
	"unicode"
)

// maxMarks is how many accents a letter may carry. No language needs more, and more would cover the
// lines above and below.
const maxMarks = 2

// blanks are characters that take up room and show nothing, though Unicode counts them neither as
// space nor as ignorable: the empty braille pattern, the null notehead, blank hieroglyphs.
const blanks = "\u2800\U0001d159\U00013441\U00013442"

// blank reports whether a character shows nothing, as Hangul fillers do.
func blank(r rune) bool {
	return unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r) || strings.ContainsRune(blanks, r)
}

// Clean returns text fit to be shown to others: one line of at most limit characters. It drops
// unprintable characters (control characters, overrides of text direction), invisible ones, accents
// on nothing and accents beyond two on a letter. Any run of space becomes one space. Letters of all
// scripts stay. Right-to-left text is isolated where it is shown (server/terminal).
func Clean(text string, limit int) string {
	marks := maxMarks // there is nothing yet to carry an accent
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
