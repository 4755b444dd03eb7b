package data

import (
	"slices"
	"strings"
)

// force is what a word of the table of reserved names does to a name that it stands in.
type force int8

const (
	with    force = iota + 1 // nothing by itself: it only goes with the others
	alone                    // nobody may be called so, nor by several such words in a row
	first                    // and no name may begin with it and go on after - or _
	anyPart                  // and no name may have it beside - or _
)

// reserved are the words that would speak for the house, for its players, or for those
// whom everybody is meant by.
var reserved = skeletons(map[force][]string{
	anyPart: {
		"admin", "administrator", "sysadmin", "operator", "sysop", "moderator", "mod", "staff", "support",
		"owner", "official", "webmaster",
	},
	first: {"noir", "house", "bot", "guest", "gone"},
	alone: {
		"root", "system", "server", "everyone", "everybody", "nobody", "anyone", "anybody", "someone", "somebody",
		"pip", "iris", "odette", "raven", "benny", "lola", "vito", "ada", // who plays for the house
	},
	with: {"the", "real", "true", "team", "s", "easy", "normal", "hard", "boss"},
})

// telling are those words of which a name that is kept has one, as far as it looks the
// same whatever comes after it: before n, r reads otherwise.
var telling = func() (words []string) {
	for word, force := range reserved {
		if force > with {
			words = append(words, strings.TrimSuffix(word, "r"))
		}
	}
	return words
}()

// skeletons are words as they look.
func skeletons(words map[force][]string) map[string]force {
	all := map[string]force{}
	for force, list := range words {
		for _, word := range list {
			all[Skeleton(word)] = force
		}
	}
	return all
}

// longest is how many signs of a name may read as one word of the table: rn reads as m.
const longest = 16

// numbered begin the names that the house gives with a number: guests, and those who
// are gone. With anything that reads as one they are kept, with - before it or without.
var numbered = []string{Skeleton("guest"), Skeleton(gone)}

// digits are the digits as they look.
var digits = Skeleton("0123456789")

// kept reports whether a name speaks for the house.
func kept(name string) bool {
	skeleton := Skeleton(name)
	if !slices.ContainsFunc(telling, func(word string) bool { return strings.Contains(skeleton, word) }) {
		return false
	}
	number := func(word string) bool {
		rest, ok := strings.CutPrefix(skeleton, word)
		return ok && strings.Trim(rest, digits) == ""
	}
	if strings.HasPrefix(skeleton, Skeleton("admin")) || slices.ContainsFunc(numbered, number) || spoken(name) >= alone {
		return true
	}
	for i, part := range strings.FieldsFunc(name, func(r rune) bool { return r == '-' || r == '_' }) {
		if force := spoken(part); force == anyPart || force == first && i == 0 && len(part) < len(name) {
			return true
		}
	}
	return false
}

// spoken is the strongest of the words that a text consists of, numbers left out; 0 when
// there is anything else in it.
func spoken(text string) force {
	reached := make([]force, len(text)+1) // by how much of the text has been read
	reached[0] = with
	for from := range text {
		for to := from + 1; reached[from] > 0 && to <= min(len(text), from+longest); to++ {
			piece := text[from:to]
			word := reserved[Skeleton(piece)]
			if strings.Trim(piece, "0123456789-_") == "" {
				word = with
			}
			if word > 0 {
				reached[to] = max(reached[to], reached[from], word)
			}
		}
	}
	return reached[len(text)]
}
