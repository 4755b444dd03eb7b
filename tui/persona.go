package tui

import (
	"slices"
	"strconv"
	"strings"

	"noir/data"
	"noir/internal/language"
	"noir/matchmaking"
)

// Persona is a house player as players see one. Programs and records use a name with the level,
// such as benny/easy-2, which no player can have. No player can have a persona's name either: it
// has capitals.
type Persona struct {
	Name  string
	Face  string // five cells of ASCII
	Trait string // in English, translated for the reader
}

// townspeople are the house players of large tables: six different ones.
var townspeople = [...]Persona{
	{"Benny", "(o_O)", language.Mark("talks more than counts")},
	{"Lola", "(~_^)", language.Mark("smiles, then bills you")},
	{"Vito", "(-_-)", language.Mark("forgets nothing")},
	{"Knuckles", "(>_<)", language.Mark("hits first, counts later")},
	{"Odette", "(._.)", language.Mark("patient as rain")},
	{"Saint Paul", "(u_u)", language.Mark("prays for you beforehand")},
}

// regulars are the house players of tables for two.
var regulars = map[string]Persona{
	"pip":   {"Pip", "(o_o)", language.Mark("hums when cards are good")},
	"iris":  {"Iris", "(^_^)", language.Mark("polite to the last round")},
	"raven": {"Raven", "(-.-)", language.Mark("never explains a move")},
	"ada":   townspeople[len(townspeople)-1],
}

// Meet returns the persona of a house player with the name that programs see; ok is false for
// other names.
func Meet(name string) (who Persona, ok bool) {
	first, rest, house := strings.Cut(name, "/")
	if !house {
		return Persona{}, false
	}
	at := slices.IndexFunc(townspeople[:], func(p Persona) bool { return strings.EqualFold(p.Name, first) })
	if who, ok = regulars[first]; ok && at < 0 {
		at = slices.Index(townspeople[:], who)
	}
	if at < 0 {
		if !ok {
			who = Persona{Name: strings.ToUpper(first[:1]) + first[1:]}
		}
		return who, true
	}
	if _, number, several := strings.Cut(rest, "-"); several {
		n, _ := strconv.Atoi(number)
		at = (at + max(0, n-1)) % len(townspeople)
	}
	return townspeople[at], true
}

// Called returns a player's name for people.
func Called(name string) string {
	if who, ok := Meet(name); ok {
		return who.Name
	}
	return name
}

// Introduce returns a frame in which house players have their names for people.
func Introduce(f matchmaking.Frame) matchmaking.Frame {
	if !slices.ContainsFunc(f.Seats, func(s matchmaking.Seated) bool { return s.Kind == data.Bot }) {
		return f
	}
	f.Seats = slices.Clone(f.Seats)
	for i := range f.Seats {
		f.Seats[i].Name = Called(f.Seats[i].Name)
	}
	return f
}
