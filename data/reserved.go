package data

import (
	"slices"
	"strings"
)

// force is how strongly a reserved word keeps names that contain it from being chosen.
type force int8

const (
	with    force = iota + 1 // nothing by itself, only together with others
	alone                    // nobody may have this name, nor several such words in a row
	first                    // and no name may begin with it followed by - or _
	anyPart                  // and no name may have it next to - or _
)

// reserved are words that would speak for the server, for its house players, or for all players.
var reserved = skeletons(map[force][]string{
	anyPart: {
		"admin", "administrator", "sysadmin", "operator", "sysop", "moderator", "mod", "staff", "support",
		"owner", "official", "webmaster",
	},
	first: {"noir", "house", "bot", "guest", "gone"},
	alone: {
		"root", "system", "server", "everyone", "everybody", "nobody", "anyone", "anybody", "someone", "somebody",
		"pip", "iris", "odette", "raven", "benny", "lola", "vito", "ada", "knuckles", "saintpaul", // the house players
	},
	with: {"the", "real", "true", "team", "s", "easy", "normal", "hard", "boss"},
})

// telling are the reserved words that look the same whatever follows them: before n, r looks
// different. Every reserved name contains at least one.
var telling = func() (words []string) {
	for word, force := range reserved {
		if force > with {
			words = append(words, strings.TrimSuffix(word, "r"))
		}
	}
	return words
}()

// skeletons maps each word's skeleton to its force.
func skeletons(words map[force][]string) map[string]force {
	all := map[string]force{}
	for force, list := range words {
		for _, word := range list {
			all[Skeleton(word)] = force
		}
	}
	return all
}

// longest is how many characters of a name may look like one reserved word: rn looks like m.
const longest = 16

// numbered begin the names that the server makes with a number: those of guests and of deleted
// players. They are reserved with anything after them that looks like a number, with - before it or
// without.
var numbered = []string{Skeleton("guest"), Skeleton(gone)}

// digits are the skeletons of the digits.
var digits = Skeleton("0123456789")

// kept reports whether a name is reserved.
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

// spoken returns the strongest force among the reserved words that make up a text, ignoring
// numbers; 0 if the text contains anything else.
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
