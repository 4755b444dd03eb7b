// Package nearest finds the word that a mistyped one probably stands for.
package nearest

import "strings"

// slips is how many letters of a word may be wrong, missing or too many.
const slips = 2

// Of returns which of the words was probably meant: one that differs by a slip or two, otherwise
// the first that begins with it; "" if none is like it.
func Of(typed string, words []string) string {
	best, least := "", min(slips+1, len(typed))
	for _, w := range words {
		if d := distance(typed, w); d < least {
			best, least = w, d
		}
	}
	for _, w := range words {
		if best == "" && len(typed) >= slips && strings.HasPrefix(w, typed) {
			best = w
		}
	}
	return best
}

// Parts parts a word. Every word that may be meant by it, as Of has it, has one of the parts somewhere: there is one more of
// them than slips, and a slip spoils only one.
func Parts(typed string) (parts [slips + 1]string) {
	letters := []rune(typed)
	for i := range parts {
		parts[i] = string(letters[len(letters)*i/len(parts) : len(letters)*(i+1)/len(parts)])
	}
	return parts
}

// distance is the Levenshtein distance.
func distance(a, b string) int {
	a = a[:min(len(a), 64)]
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			change := diagonal
			if a[i] != b[j] {
				change++
			}
			diagonal = row[j+1]
			row[j+1] = min(change, row[j]+1, diagonal+1)
		}
	}
	return row[len(b)]
}
